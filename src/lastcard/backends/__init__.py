"""Other readings of the core's text: bound to other functions, compiled, stored in NumPy records."""
