# `make app` sets up and starts the app; `make test` sets up and runs every check and test.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# Test files that run at the same time.
JOBS ?= 2

.PHONY: app test lint types unit browser postgres clean

app: $(VENV)/.app
	$(BIN)/streamlit run app.py

test: $(VENV)/.dev browser postgres
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder

lint: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(VENV)/.dev
	$(BIN)/mypy

unit: $(VENV)/.dev
	$(BIN)/pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder -m "not browser"

# Browser tests drive the system's Chromium or Chrome; Debian's is installed where it is missing and we may.
browser:
	@sh .ci/find-chromium

# Tests of the store start a PostgreSQL of their own; Debian's is installed where it is missing and we may.
postgres:
	@sh .ci/find-postgres

$(VENV)/.pip:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	@touch $@

$(VENV)/.app: $(VENV)/.pip requirements.txt
	$(BIN)/pip install --quiet -r requirements.txt
	@touch $@

$(VENV)/.dev: $(VENV)/.app pyproject.toml
	$(BIN)/pip install --quiet -e ".[dev]"
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
