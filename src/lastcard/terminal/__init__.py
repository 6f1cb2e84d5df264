"""Last Card in a terminal."""
