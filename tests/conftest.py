"""Set-up for all tests."""

import os
import signal

from hypothesis import settings

# Shells make background jobs ignore the keyboard's signal (SIGINT), and programs started there inherit this.
signal.signal(signal.SIGINT, signal.default_int_handler)

# What tests are told to type does not depend on how they were started.
os.environ["LASTCARD_CALLED"] = "lastcard"

# The same examples in every run, so that no run fails by chance; `make soak` tries new ones.
settings.register_profile("same", derandomize=True, database=None)
settings.register_profile("new", derandomize=False, print_blob=True)
settings.load_profile("same")
