"""`lastcard serve` that may have only as many files and connections open as DESCRIPTORS says (soft and hard limit)."""

import os
import resource
import sys

from lastcard.cli import main

soft, hard = (int(word) for word in os.environ["DESCRIPTORS"].split())
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
sys.exit(main(sys.argv[1:]))
