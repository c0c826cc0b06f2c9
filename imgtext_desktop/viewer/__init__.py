"""One photo at a time: next and previous, zoom, and a part to search with."""
