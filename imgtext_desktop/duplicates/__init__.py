"""Photos that are the same picture: what to keep, what may go to the trash."""
