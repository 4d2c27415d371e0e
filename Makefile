# The two commands of the README are `make run` and `make test`; both set up what they need, once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
WORKERS ?= 2
# Tests start many processes, and each would compile the same sources again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test check browser prove bench soak lock clean

run: $(VENV)/.compiled
	$(BIN)/pitbook serve

test: check
	$(BIN)/pytest -n $(WORKERS) -q

check: $(VENV)/.dev browser
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-logo > $(VENV)/imports.txt || { cat $(VENV)/imports.txt; exit 1; }
	$(BIN)/python -m pitbook.warm

# The browser tests drive the system's Chromium: installed here where that is possible, otherwise asked for.
browser:
	@command -v chromium > /dev/null || command -v chromium-browser > /dev/null || command -v google-chrome > /dev/null || tools/install-chromium

# All proofs, or those of some folders of tests: make prove PART="web browser".
prove: $(if $(PART),check,test)
	$(BIN)/pytest -n $(WORKERS) -q -m prove --durations=20 $(addprefix tests/,$(PART))

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/run.py

# A million rounds, dealt and audited in parts. What is done is kept in PITBOOK_SOAK (otherwise in soak, in the user's
# cache folder), and a soak that is started again goes on.
soak: $(VENV)/.dev
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -q -m soak

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Pitbook needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version)."; exit 1; }
	@echo "Setting up $(VENV) (once; about a minute)"
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: $(VENV)/bin/python locks/runtime.txt pyproject.toml
	$(PIP) install --require-hashes -r locks/runtime.txt
	$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.compiled: $(VENV)/.runtime
	@echo "Compiling the kernels (once; about a minute)"
	$(BIN)/python -m pitbook.warm
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime locks/dev.txt
	$(PIP) install --require-hashes -r locks/dev.txt
	@touch $@

# Needs `uv`; writes names, versions and hashes, and no index address.
LOCK := uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --custom-compile-command "make lock"
lock:
	$(LOCK) --group build -o locks/runtime.txt
	$(LOCK) --group build --group dev -c locks/runtime.txt -o locks/dev.txt

clean:
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache
