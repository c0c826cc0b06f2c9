"""What is known of the photos that are selected."""
