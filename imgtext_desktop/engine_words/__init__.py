"""What the engine says in English, in the words and the language of the window."""
