"""From a query to ranked photos."""
