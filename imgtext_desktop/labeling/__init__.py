"""Labels, captions and ratings: what the user says of photos."""
