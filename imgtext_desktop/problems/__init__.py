"""Every file of the library, and what is wrong with those that cannot be found."""
