"""Measures of retrieval, classification and hashing, as spec/metrics.md defines them."""
