"""Variants of the core: with other functions bound in, compiled, or stored in NumPy records."""
