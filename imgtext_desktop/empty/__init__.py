"""What stands in place of photos where there are none."""
