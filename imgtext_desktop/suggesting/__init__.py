"""Captions suggested for photos: which way, the job, and the review, one photo at a time."""
