"""From file to pixels: formats, decoding, thumbnails, hashes, and the pool that does it safely."""
