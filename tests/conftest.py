"""Set-up for all tests."""

import signal

from hypothesis import settings

# Shells make background jobs ignore the keyboard's signal (SIGINT), and programs started there inherit this.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run, so that no run fails by chance; `make soak` tries new ones.
settings.register_profile("same", derandomize=True, database=None)
settings.register_profile("new", derandomize=False, print_blob=True)
settings.load_profile("same")
