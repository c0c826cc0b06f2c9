"""The models page: what answers, the versions it could be, and a comparison of two of them."""
