"""Learning from the user: choose and begin, watch, read the report, adopt."""
