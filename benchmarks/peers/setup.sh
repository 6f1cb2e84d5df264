#!/usr/bin/env bash
# Install the peers we are measured beside into benchmarks/.peers, outside of version control.
# What cannot be installed here is said and left out; run.py measures what is there.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p .peers

left_out() { echo "left out: $1 ($2)" >&2; }

python() {  # NAME VERSION: a package for Python, with the others in an environment of their own
    .peers/venv/bin/python -m pip install --quiet "$1==$2" || left_out "$1" "cannot be installed here"
}

if [ -x .peers/venv/bin/python ] || python3 -m venv .peers/venv; then
    python rlcard 1.2.0
    python open_spiel 2.0.2
    python pgx 2.6.0
else
    left_out "rlcard, open_spiel, pgx" "no virtual environment could be made"
fi

if command -v npm >/dev/null; then
    npm install --silent --no-save --no-package-lock --no-audit --no-fund --prefix .peers/npm uno-engine@2.0.3 ||
        left_out uno-engine "cannot be installed here"
else
    left_out uno-engine "needs Node.js and npm"
fi
