"""Make sure that there is a Chromium for the tests of the page: install Debian's where that is allowed."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome")


def main() -> int:
    """Find or install Chromium; return the exit status."""
    if any(map(shutil.which, NAMES)):
        return 0
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("Installing Chromium for the tests of the page ...", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], env=environment, check=False)
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]
        subprocess.run(install, env=environment, check=False, stdout=subprocess.DEVNULL)
    if any(map(shutil.which, NAMES)):
        return 0
    print("The tests of the page need Chromium: install it (on Debian: apt install chromium).", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
