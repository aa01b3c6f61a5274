# Everything a person types lives here. `make` alone says what there is.
PYTHON ?= python3
VENV   := .venv
COMPILED := build/compiled
BIN    := $(VENV)/bin
# What failed in an earlier run is forgotten first: some of those tests may have other names by now.
PYTEST := rm -f .pytest_cache/v/cache/lastfailed; $(BIN)/python -E -m pytest --numprocesses auto --dist worksteal
# A few that failed beside the others are tried once more, alone; what passes only then is named, for it is unsteady.
SECOND_LOOK := $(BIN)/python -E -m tests.second_look
# Python compiles what it needs when it needs it; the page is built beside the installing, see hatch_build.py.
PIP    := SKIP_FRONTEND=1 $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-compile --constraint constraints.txt
BESIDE := $(MAKE) --no-print-directory --jobs 4

.DEFAULT_GOAL := help
.PHONY: help play docs packages page page-if-possible page-checks page-sources lint tests-read browser postgres redis caddy pgbouncer bubblewrap wire papers screens icons executable compiled compiled-test test thorough coverage check soak proof bench clean

help:  ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

play: $(BIN)/python  ## set up, then open the main menu in the browser
	@$(BESIDE) $(VENV)/.ready-play page-if-possible
	@echo "Starting ..."
	@DICECUP_AGAIN='make play' $(BIN)/dicecup serve --open

page: $(BIN)/python  ## build the page the browser shows
	@$(BIN)/python hatch_build.py

page-if-possible: $(BIN)/python
	@$(BIN)/python hatch_build.py || { test -f src/dicecup/static/index.html && echo "The browser shows the page as it was before."; }

page-checks: $(BIN)/python
	@$(BIN)/python hatch_build.py --checks

page-sources: page-checks
	$(BIN)/python -E -m tests.page.sources

wire: $(VENV)/.ready-dev  ## write down for the page what crosses the wire, after wire.py has changed
	@$(BIN)/python -m dicecup.server.wire.typescript

papers: $(VENV)/.ready-dev  ## with a release: keep its papers for later ones, as in make papers NAME=0.2
	@PYTHONPATH=.:src $(BIN)/python tests/papers/make.py $(NAME) tests/papers

docs: $(VENV)/.ready-docs  ## the documentation as a site, with a reference of games and code: build/site
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

packages: $(VENV)/.ready-dev page  ## the wheel and the source package, with the built page in both: dist
	@rm -f dist/dicecup-*
	@CI=1 $(BIN)/python -m hatchling build -d dist

compiled: $(VENV)/.ready-dev page  ## a wheel whose engine is compiled, for this system and Python: dist/compiled
	@rm -rf dist/compiled
	@CI=1 DICECUP_COMPILED=1 $(BIN)/python -m hatchling build -t wheel -d dist/compiled

# In an environment of its own, where nothing can be imported from src.
compiled-test: compiled  ## all tests on the compiled wheel
	@rm -rf $(COMPILED) && $(PYTHON) -m venv $(COMPILED)
	@$(COMPILED)/bin/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt "$$(ls dist/compiled/*.whl)[dev]"
	@$(COMPILED)/bin/python -c 'from dicecup.table import plain; assert not plain.__file__.endswith(".py"), plain.__file__'
	$(COMPILED)/bin/python -E -m pytest --numprocesses auto --dist worksteal -p no:cacheprovider

executable: $(VENV)/.ready-executable page  ## build one program to double-click: dist/dicecup
	$(BIN)/python -m PyInstaller --noconfirm --log-level WARN --workpath build/executable dicecup.spec
	@du -h dist/dicecup*

screens: $(VENV)/.ready-dev page  ## pictures of every screen, into docs/screens
	@$(BIN)/python -m tests.page.screens

icons: $(VENV)/.ready-dev  ## the pictures of the page as an app, drawn from icon.svg
	@$(BIN)/python -m tests.page.icons

test: $(BIN)/python  ## set up, then lint, type-check and run the tests
	@$(BESIDE) check tests-read redis
	$(PYTEST) || $(SECOND_LOOK) $$?

thorough: $(VENV)/.ready-dev $(VENV)/.ready-docs $(VENV)/.ready-mcp $(VENV)/.ready-research $(VENV)/.ready-cluster  ## what make test leaves out for taking long; CI runs both
	@$(BESIDE) page-checks bubblewrap
	$(PYTEST) --thorough || $(SECOND_LOOK) $$? --thorough
	$(PYTEST) --store postgres tests/server || $(SECOND_LOOK) $$? --store postgres

coverage: $(VENV)/.ready-dev page  ## the tests once more, with what they did not reach; takes three times as long
	$(PYTEST) --cov --cov-report=term

check: lint page-sources  ## lint and types only

lint: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

browser: $(VENV)/.ready-dev
	@$(BIN)/python -m tests.page.chromium

# After the browser: the system installs one thing at a time.
postgres: browser
	@$(BIN)/python -m tests.server.postgres

redis: postgres
	@$(BIN)/python -m tests.server.redis

caddy: redis
	@$(BIN)/python -m tests.server.caddy

pgbouncer: caddy
	@$(BIN)/python -m tests.server.pgbouncer

bubblewrap: pgbouncer
	@$(BIN)/python -m tests.players.bubblewrap

# Once instead of once in each worker: pytest rewrites what the tests assert and keeps it.
tests-read: $(VENV)/.ready-dev
	@$(BIN)/python -E -m pytest --collect-only --quiet >/dev/null || true

soak: $(VENV)/.ready-dev $(VENV)/.ready-docs $(VENV)/.ready-mcp $(VENV)/.ready-research $(VENV)/.ready-cluster executable  ## all tests, with the long runs and many more examples
	@$(BESIDE) page-checks bubblewrap
	$(PYTEST) --soak --ignore tests/cluster/test_proof.py
	$(MAKE) --no-print-directory proof

# Alone, for it says how many seconds all need to agree.
proof: $(VENV)/.ready-dev redis  ## hundreds of faults of servers, database and bus while people play; takes most of an hour
	$(BIN)/python -E -m pytest --soak --numprocesses 0 tests/cluster/test_proof.py

bench: $(VENV)/.ready-bench  ## our figures beside our peers'
	$(BIN)/python -m benchmarks

clean:  ## forget the set-up and every cache in this folder
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage* build dist src/dicecup/static src/dicecup/web/node_modules

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "Dicecup needs Python 3.11 or newer; no '$(PYTHON)' was found."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Dicecup needs Python 3.11 or newer; '$(PYTHON)' is older. Try: make PYTHON=python3.12 ..."; exit 1; }
	@echo "Making a virtual environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python could not make a virtual environment; on Debian: apt install python3-venv"; exit 1; }

$(VENV)/.ready-%: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing what 'make $*' needs (once) ..."
	@$(PIP) --editable '.[$(if $(filter play,$*),web,$*)]'
	@touch $@
