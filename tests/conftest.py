"""Set-up for all tests."""

import signal

# Shells make background jobs ignore the keyboard's signal (SIGINT), and programs started there inherit this.
signal.signal(signal.SIGINT, signal.default_int_handler)
