"""Many rounds at once: policies, the loop that plays them, and what is counted."""
