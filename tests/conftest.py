"""What all tests rely on."""

import signal

# A shell ignores the keyboard's signal for what runs in the background, and programs started there inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
