"""Small controls that several parts of the window share. They know nothing of the library."""
