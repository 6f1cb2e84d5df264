# make play     build the page, serve it on this machine and open it in the browser
# make terminal play in the terminal; needs nothing but Python
# make serve    serve tables over the network
# make page     build the page that the server serves; needs Node, or fetches it
# make wasm     compile the rules for the page, which its rule lab and analyses need; fetches zig (100 MB)
# make check    what most mistakes fail, in under a minute; needs neither Node nor Chromium
# make format   write all code the way it is checked
# make test     everything that must hold: formats, linters, types, pytest, the page in Chromium
# make cover    the tests but those of the page, and which lines of src they do not reach
# make site     build the site of the documents, which the server serves at /docs
# make test-cluster  simulations and arenas on several machines; installs Ray (240 MB)
# make test-training  what needs PyTorch, in an environment of its own
# make bench    our speed beside the peers'
# make bench-env  the speed of environments for agents that learn; peers' too, after benchmarks/peers/setup.sh
# make bench-online  what the online table costs, under load
# make mutants  put small faults into the package and name those that no test finds
# make hostile  flood a server from one address, and send it a million frames that no honest client sends
# make kills    kill a server 1,000 times while people play at it
# make records  regenerate the golden records, for review
# make docs     regenerate docs/rules.md, docs/reference.md, the tables of docs/server.md, docs/protocol.schema.json and what the page has of it
# make screens  retake the pictures of docs/screens
# make pictures retake the pictures of every screen that tests compare
# make traffic  record what the server sends in a round of each preset, for the tests of both clients
# make boxes    note where the parts of the page are, after a change of its layout
# make bench-page  how fluid the page is, and how large
# make soak     the tests that play for minutes
# make wheels   build the wheels of all platforms into dist; zig compiles, which is fetched
# make test-artifacts  install what is built in fresh environments, and play, serve, embed, simulate and train there
# make dist     build the source archive and all wheels into dist, check their metadata, write their digests
# make release  check that all is green, build everything into dist, and print what a person uploads
#
# Each does its own set-up in .venv; the only requirements are make and Python 3.11 or later.

VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
TRAINING := .venv-training
TORCH := torch==2.13.0+cpu
PYTHONS := python3 python3.14 python3.13 python3.12 python3.11 python
# The rules and what is nearest to them: what `make check` has time for.
QUICK := tests/core tests/rules tests/conformance tests/perft tests/test_architecture.py tests/test_match.py tests/test_round.py
# What Hypothesis makes examples for.
EXAMPLES := tests/properties tests/rules tests/core/test_tables.py tests/test_fuzz.py tests/test_reasons.py
RECENT := import sys; sys.version_info < (3, 11) and sys.exit(1)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# `make page` builds the page, and pip need not fetch Node for an installation in place.
export LASTCARD_PAGE := no

.DEFAULT_GOAL := test
.PHONY: cover site play terminal serve page wasm check format test test-cluster test-training bench bench-env bench-online bench-page hostile kills mutants records docs screens pictures traffic boxes soak wheels test-artifacts dist release clean

play: page
	@echo "To play here in the terminal instead: make terminal"
	@$(BIN)/lastcard serve --open

terminal: $(VENV)/.installed
	@$(BIN)/lastcard play --set-up

serve: page
	@$(BIN)/lastcard serve

page: $(VENV)/.installed
	@$(BIN)/python scripts/page.py
	-@$(BIN)/python scripts/wasm.py

wasm: $(VENV)/.zig
	@$(BIN)/python scripts/wasm.py

check: $(VENV)/.test
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy --strict src
	$(BIN)/pytest -q -n 2 $(QUICK)

format: $(VENV)/.test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python scripts/page.py
	cd web && PATH="$(abspath $(BIN)):$$PATH" npm run --silent format

test: $(VENV)/.test wasm
	$(BIN)/python scripts/page.py
	$(BIN)/python scripts/chromium.py
	cd web && PATH="$(abspath $(BIN)):$$PATH" npm run --silent lint
	cd web && PATH="$(abspath $(BIN)):$$PATH" npm run --silent check
	cd web && PATH="$(abspath $(BIN)):$$PATH" npm run --silent test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --strict src
	$(BIN)/pytest -n 2 --ignore tests/page --ignore tests/artifacts
	$(BIN)/pytest -n 2 tests/page

cover: $(VENV)/.test
	$(BIN)/pytest -n 2 --ignore tests/page --ignore tests/artifacts --cov lastcard --cov-report term-missing:skip-covered

site: $(VENV)/.site
	$(BIN)/python scripts/site.py

test-cluster: $(VENV)/.cluster
	$(BIN)/pytest tests/cluster

test-training: $(TRAINING)/.installed
	$(TRAINING)/bin/pytest tests/training

bench: $(VENV)/.test
	$(BIN)/python benchmarks/run.py

bench-env: $(VENV)/.test
	$(BIN)/python benchmarks/env.py

bench-online: $(VENV)/.test
	$(BIN)/python benchmarks/online.py

hostile: $(VENV)/.test
	$(BIN)/python tests/hostile.py

kills: $(VENV)/.test
	$(BIN)/python scripts/kills.py

mutants: $(VENV)/.test
	$(BIN)/python scripts/mutants.py

records: $(VENV)/.test
	$(BIN)/python scripts/records.py

docs: $(VENV)/.installed
	$(BIN)/python scripts/rules_doc.py
	$(BIN)/python scripts/reference.py
	$(BIN)/python scripts/schema.py
	$(BIN)/python scripts/typescript.py
	$(BIN)/python scripts/tables_doc.py
	$(BIN)/python scripts/page_ids.py
	$(BIN)/python scripts/said.py

screens: $(VENV)/.test
	$(BIN)/python scripts/screens.py
	$(BIN)/python scripts/page.py
	$(BIN)/python scripts/page_screens.py
	$(BIN)/python scripts/animated.py

pictures: $(VENV)/.test
	LASTCARD_SCREENS=write $(BIN)/pytest -n 2 tests/terminal/test_pictures.py

traffic: $(VENV)/.test
	$(BIN)/python scripts/traffic.py

boxes: $(VENV)/.test
	$(BIN)/python scripts/page.py
	WRITE_BOXES=1 $(BIN)/pytest -q tests/page/test_screens.py -k laid_out

bench-page: $(VENV)/.test
	$(BIN)/python scripts/page.py
	$(BIN)/python benchmarks/page.py

soak: $(VENV)/.test
	$(BIN)/pytest -n 2 -m soak
	$(BIN)/pytest -n 2 --hypothesis-profile=new $(EXAMPLES)

wheels: page wasm $(VENV)/.wheels
	$(BIN)/python scripts/wheels.py

# LASTCARD_DIST names a folder with a wheel and an sdist; without it both are built.
test-artifacts: $(VENV)/.wheels $(VENV)/.site
	$(BIN)/python scripts/chromium.py
	$(BIN)/pytest tests/artifacts

dist: $(VENV)/.wheels
	$(BIN)/python scripts/release.py build

release: $(VENV)/.wheels
	$(BIN)/python scripts/release.py check
	$(MAKE) test
	$(MAKE) dist
	LASTCARD_DIST=dist $(MAKE) test-artifacts
	$(BIN)/python scripts/release.py show

clean:
	rm -rf $(VENV) $(TRAINING) dist src/lastcard/backends/c/built src/lastcard/backends/c/browser benchmarks/.peers .pytest_cache .mypy_cache .ruff_cache .hypothesis

# The package is installed in place, so only a new pyproject.toml asks for another installation.
$(VENV)/.installed: $(VENV)/.made pyproject.toml
	@echo "Installing the game and what it needs in $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.made pyproject.toml
	@echo "Installing the game and what its tests need in $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $@ $(VENV)/.installed

$(VENV)/.site: $(VENV)/.installed
	@$(BIN)/python -m pip install --quiet --editable '.[docs]'
	@touch $@

$(VENV)/.cluster: $(VENV)/.test
	@$(BIN)/python -m pip install --quiet --editable '.[test,cluster]'
	@touch $@

# PyTorch for CPUs is a tenth of the other one, but not every index has it.
$(TRAINING)/.installed: $(VENV)/.made pyproject.toml
	@echo "Installing PyTorch and what trains with it in $(TRAINING) ..."
	@[ -x $(TRAINING)/bin/python ] || $(BIN)/python -m venv $(TRAINING)
	@$(TRAINING)/bin/python -m pip install --quiet '$(TORCH)' || $(TRAINING)/bin/python -m pip install --quiet torch
	@$(TRAINING)/bin/python -m pip install --quiet --editable '.[training]'
	@touch $@

$(VENV)/.wheels: $(VENV)/.test
	@$(BIN)/python -m pip install --quiet 'hatchling>=1.25,<2' 'ziglang>=0.15,<0.18' 'build>=1.3,<2' 'twine>=6.2,<7'
	@touch $@

$(VENV)/.zig: $(VENV)/.installed
	@echo "Fetching zig, which compiles the rules for the page ..."
	@$(BIN)/python -m pip install --quiet 'ziglang>=0.15,<0.18'
	@touch $@

# An environment that is there is kept, unless it is broken.
$(VENV)/.made:
	@$(BIN)/python -c '$(RECENT); import pip' 2>/dev/null || { \
	    for python in $(PYTHONS); do \
	        if $$python -c '$(RECENT)' 2>/dev/null; then found=$$python; break; fi; \
	    done; \
	    if [ -z "$$found" ]; then echo "Last Card needs Python 3.11 or later; none was found." >&2; exit 1; fi; \
	    if [ -e $(VENV) ]; then echo "What is in $(VENV) does not work; it is made again."; fi; \
	    echo "Setting up in $(VENV), once; this takes a minute ..."; \
	    $$found -m venv --clear $(VENV) || { \
	        echo "$$found cannot make virtual environments; on Debian and Ubuntu: apt install python3-venv" >&2; \
	        exit 1; \
	    }; \
	}
	@touch $@
