"""What the window does: small functions over the engine and the system, free of widgets."""
