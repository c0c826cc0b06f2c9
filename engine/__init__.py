"""The photo engine: import, search, learn. It knows no window and no Qt."""
