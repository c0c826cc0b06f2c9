"""What the program promises, measured: one file a claim."""
