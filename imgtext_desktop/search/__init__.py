"""The search box, what may be dropped on it, and the searches themselves."""
