# The two commands of the README are `make run` and `make test`; both set up what they need, once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python tools/install_locked.py
WORKERS ?= 2
# A folder's tests share what they solved and started, so they stay with one worker: see tests/conftest.py.
PARALLEL := -n $(WORKERS) --dist loadfile
# Every worker would rewrite every assertion so that it shows its values: what fails is run again, and shows them then.
PLAIN := --assert=plain
# Tests start many processes, and each would compile the same sources again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test check sources kernels browser node postgresql prove bench soak pictures docs lock clean

run: $(VENV)/.compiled
	$(BIN)/pitbook serve

test: check
	$(NODE) npm test --silent
	$(BIN)/pytest $(PARALLEL) -q $(PLAIN) || { $(BIN)/pytest -q --last-failed --last-failed-no-failures none; exit 1; }

# The kernels are compiled on one core while the other one checks the sources.
check: $(VENV)/.dev browser node postgresql
	@$(MAKE) --no-print-directory -j 2 kernels sources

sources:
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-logo > $(VENV)/imports.txt || { cat $(VENV)/imports.txt; exit 1; }
	$(NODE) npm run --silent check

kernels:
	$(BIN)/python -m pitbook.warm

# The browser tests drive the system's Chromium: installed here where that is possible, otherwise asked for.
browser:
	@command -v chromium > /dev/null || command -v chromium-browser > /dev/null || command -v google-chrome > /dev/null || tools/install-chromium

# The tests of the ledger start a PostgreSQL server of their own.
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null || tools/install-postgresql

# The pages are written in JavaScript as browsers run it. Only its checks need Node, and the tools that package-lock.json
# names: installed here where that is possible, otherwise asked for.
NODE := ! command -v npm > /dev/null ||
node:
	@command -v npm > /dev/null || tools/install-node
	@$(NODE) [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund --loglevel=error

# All proofs, or those of some folders of tests: make prove PART="web browser". They are long and share little, so each
# goes to the worker that is free.
prove: $(if $(PART),check,test)
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -q -m prove --durations=20 $(addprefix tests/,$(PART))

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/run.py

# A million rounds, dealt and audited in parts. What is done is kept in PITBOOK_SOAK (otherwise in soak, in the user's
# cache folder), so a soak that is started again continues.
soak: $(VENV)/.dev
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -q -m soak

# Every page at three sizes, into .screenshots; those of the README are written by `tools/take_pictures.py --docs`.
pictures: $(VENV)/.dev browser
	$(BIN)/python tools/take_pictures.py

# The documentation, into site: open it with any web server, such as `python3 -m http.server -d site`.
docs: $(VENV)/.dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Pitbook needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version)."; exit 1; }
	@echo "Setting up $(VENV) (once; about a minute)"
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: $(VENV)/bin/python locks/uv.txt locks/runtime.txt pyproject.toml
	$(INSTALL) locks/runtime.txt
	$(BIN)/python -m pip --disable-pip-version-check --quiet install --no-compile --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.compiled: $(VENV)/.runtime
	@echo "Compiling the kernels (once; about a minute)"
	$(BIN)/python -m pitbook.warm
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime locks/dev.txt
	$(INSTALL) locks/dev.txt
	@touch $@

# Needs `uv` and npm; writes names, versions and hashes, and no address.
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --custom-compile-command "make lock"
lock:
	echo uv | $(LOCK) - -o locks/uv.txt
	$(LOCK) pyproject.toml --group build -o locks/runtime.txt
	$(LOCK) pyproject.toml --group build --group dev --group docs -c locks/runtime.txt -o locks/dev.txt
	npm install --package-lock-only --no-audit --no-fund
	$(BIN)/python tools/strip_addresses.py package-lock.json

clean:
	rm -rf $(VENV) node_modules dist site .mypy_cache .ruff_cache .pytest_cache
