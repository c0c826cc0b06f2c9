"""What a photo says of itself beside its pixels: EXIF, XMP, IPTC; and words for a sidecar."""
