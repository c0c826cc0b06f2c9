"""The grid of photos."""
