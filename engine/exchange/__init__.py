"""Captions, labels and ratings from and to files that other programs read and write."""
