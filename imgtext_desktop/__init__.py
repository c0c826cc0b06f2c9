"""The window. All Qt of the program is here; the engine knows nothing of it."""
