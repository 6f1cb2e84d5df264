"""A game in Python: values, events, views, rounds and matches."""
