"""Variants of the core: with other functions bound in, or translated to C and compiled."""
