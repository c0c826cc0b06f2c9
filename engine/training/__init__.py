"""Learning from the user: data, the loop, the exam. Only what is imported on demand needs torch."""
