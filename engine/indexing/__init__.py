"""From folders to vectors: scan, prepare, encode, store."""
