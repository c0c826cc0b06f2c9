"""Model definitions and their files. The only place, with evaluation, that imports torch."""
