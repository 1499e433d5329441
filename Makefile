# Everything a fresh machine needs is Python 3.11, git and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: verify test lint format learn clean

# Everything, from a proof of each property to the known faults of the rulebooks: some minutes on two cores.
verify: $(STAMP)
	$(BIN)/camelrules verify

test: $(STAMP)
	$(MAKE) --no-print-directory lint
	$(BIN)/pytest -n auto --durations=10 tests

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The stamp is newer than pyproject.toml once everything that it names is installed.
$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("camelrules needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,fast,site]'
	touch $(STAMP)

# What tells which sentence is about which clause, learnt anew from the texts that have their clauses beside them, and
# from the printed rulebooks where they are at hand.
RULEBOOKS ?= $(or $(CAMELRULES_RULEBOOKS),../shared/rulebooks)
learn: $(STAMP)
	$(BIN)/python -m camelrules.read.learn tests/texts tests/texts/more $(wildcard $(RULEBOOKS))

clean:
	rm -rf $(VENV) build dist site .hypothesis .mypy_cache .ruff_cache
