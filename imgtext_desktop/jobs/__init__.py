"""The one creator of workers: long jobs with progress, and short reads."""
