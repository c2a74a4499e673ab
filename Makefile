# All commands for developers. They need make and Python 3.11 or newer; `make setup` installs the
# rest into .venv/, node_modules/ and build/. Each step leaves a stamp file, so an interrupted setup
# continues where it stopped.

SHELL  := /bin/bash
PYTHON ?= python3
VENV   := .venv
RUN    := $(VENV)/bin/python
# Without --no-compile pip would compile all files of all packages, most of which are never imported.
PIP    := $(RUN) -m pip --disable-pip-version-check install --quiet --no-compile
LOCKED := $(PIP) --require-hashes -r
NODE   := $(RUN) -m marcoria.sim.vm.node
TSC    := $(NODE) node node_modules/.bin/tsc
BIOME  := $(NODE) node node_modules/.bin/biome check --error-on-warnings
# `make test` has one fixed seed, so that a run fails only because of a change; `make soak` draws a
# new seed each time and prints it. SEED=7 repeats a run. ARGS go to pytest: ARGS="-k carre -x".
SEED   ?=
ARGS   ?=
SEEDED := $(if $(SEED),--seed $(SEED))
PYTEST := $(RUN) -m pytest -n auto --dist worksteal $(ARGS)
# The make of macOS is too old to keep the output of each target together.
SIDE_BY_SIDE := $(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
# The steps of the setup, of which two run at a time.
STEPS  := $(VENV)/.tools $(VENV)/.marcoria build/stubs/.done node_modules/.done
# With this variable Python does not cache bytecode: each program that tests and measurements start
# would compile all of Marcoria again, which takes half of its time.
unexport PYTHONDONTWRITEBYTECODE

# Browsers for the tests of the page; tests/web/browsers.py has the same list.
BROWSERS := chromium chromium-browser google-chrome

# Installs missing system packages. Without root, a person at a terminal is asked first (YES=1 skips
# the question); after a refusal the command to type is printed.
YES   ?=
BRING = [ -z "$$missing" ] || { \
		command -v apt-get > /dev/null || { echo "The $(1) need packages that are missing, and there is no apt-get: install $$missing." >&2; exit 1; }; \
		set -- $$missing; missing="$$*"; \
		root=$$([ $$(id -u) = 0 ] || echo "sudo "); \
		by_hand="Type this and then the same command again: $${root}apt-get install -y $$missing"; \
		if [ -n "$$root" ] && [ -z "$${CI}$(YES)" ] && [ -t 0 ]; then \
			read -r -p "The $(1) need $$missing. Install with $${root}apt-get? [Y/n] " answer; \
			case $$answer in [nN]*) echo "$$by_hand" >&2; exit 1;; esac; \
		fi; \
		echo "Installing $$missing (for $(1))"; \
		$${root}apt-get install -qq -y $$missing > /dev/null || { $${root}apt-get update -qq && $${root}apt-get install -qq -y $$missing > /dev/null; } \
			|| { echo "apt-get could not install what the $(1) need. $$by_hand" >&2; exit 1; }; \
	}

# Parts that `make mutate` breaks, and the tests of each part: at least one of them must fail for each mutant. Random
# tests, tests of whole tables and tests in the VM are left out, because they would slow down each run and their
# failures would explain little.
PARTS := belote journal drivers table ui
NOTICES_belote  := tests/rules
NOTICES_journal := $(addprefix tests/table/test_,journal.py journal_details.py journal_blocks.py journal_damage.py journal_reader.py lock.py) tests/drivers/test_journal_on_flash.py
NOTICES_drivers := tests/drivers
NOTICES_table   := tests/table
NOTICES_ui      := tests/table/test_face.py tests/table/test_type.py tests/host/test_pages.py tests/host/test_fonts.py
# Each mutant runs in a process of its own, from the imports on, because objects kept by other tests could hide it.
MUTMUT := [mutmut]\nsource_paths=%s\nprocess_isolation=forkserver\nforkserver_warmup=none\npytest_add_cli_args=\n  --on\n  cpython\npytest_add_cli_args_test_selection=\n

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup shells servers graphviz openscad peers table web test unit hardware pictures problems bench soak torture lint types types-host types-firmware types-page collected format coverage mutate lock docs release clean

help: ## Show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

setup: ## Install everything (leaves .venv/bin/marcoria)
	@$(MAKE) --question $(STEPS) 2> /dev/null || $(MAKE) --silent --no-print-directory -j2 $(STEPS)

table: setup ## Open the virtual table in the browser (ARGS=--demo: a match of bots in the terminal)
	@$(VENV)/bin/marcoria table $(ARGS)

web: setup ## Build the virtual table as a folder for any web host: build/web (ARGS=FILE.bin: with the image for a board, from stock MicroPython)
	@$(RUN) -m marcoria.web.site build/web $(ARGS)

test: setup shells servers graphviz ## Lint, check types, run the tests that every change must pass, on CPython and in the MicroPython VM
	@$(SIDE_BY_SIDE) collected types lint
	$(PYTEST) $(SEEDED)

unit: setup ## Test engine, table, drivers and journal on CPython, in under 40 seconds
	$(PYTEST) $(SEEDED) --on cpython tests/rules tests/table tests/drivers

hardware: setup graphviz openscad ## Regenerate all building files from hardware/board.toml
	$(RUN) -m marcoria.board.make

pictures: setup graphviz shells ## Draw the diagrams of docs/pictures, and take the pictures of the page
	for source in docs/pictures/*.dot; do dot -Tsvg $$source -o $${source%.dot}.svg || exit 1; done
	$(RUN) tests/web/page_pictures.py

problems: setup ## Search random deals for the page's card problems again, in ten minutes
	$(RUN) -m marcoria.problems.make

bench: setup shells ## Measure sizes, heap, speed and the page; results in build/bench.json
	$(RUN) bench/run.py

soak: setup shells servers graphviz build/docs-tools/.done ## Run all tests, the random ones for a long time, with a new seed
	$(PYTEST) $(SEEDED) --soak --timeout 14400
	$(PYTEST) $(SEEDED) --soak --timeout 14400 --board wrover -m pins

torture: setup ## Attack the table with power cuts, damaged flash, garbage and floods; results in build/torture.json (ARGS="--images 100000")
	$(RUN) tests/torture/run.py $(SEEDED) $(ARGS)

shells: ## Install system packages for tests: shells for `marcoria completion`, a browser, a C compiler
	@for program in zsh fish gcc; do \
		command -v $$program > /dev/null || missing="$$missing $$program"; \
	done; \
	command -v $(BROWSERS) > /dev/null || missing="$$missing chromium"; \
	$(call BRING,tests)

servers: ## Install system packages for tests of the hub: a database, an MQTT broker, checkers
	@ls /usr/lib/postgresql/*/bin/postgres > /dev/null 2>&1 || command -v postgres > /dev/null || missing="$$missing postgresql"; \
	[ -x /usr/sbin/mosquitto ] || command -v mosquitto > /dev/null || missing="$$missing mosquitto"; \
	command -v strace > /dev/null || missing="$$missing strace"; \
	command -v systemd-analyze > /dev/null || missing="$$missing systemd"; \
	$(call BRING,tests)

graphviz: ## Install system packages for drawings of cables and diagrams
	@command -v dot > /dev/null || missing="$$missing graphviz"; \
	$(call BRING,drawings)

peers: setup build/peers/.done ## Install other programs that `make bench` then compares Marcoria with

openscad: ## Install system packages for drawings of the table's body, with a virtual display
	@command -v openscad > /dev/null || missing="$$missing openscad"; \
	command -v xvfb-run > /dev/null || missing="$$missing xvfb"; \
	$(call BRING,parts)

lint: setup ## Check format and style
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(BIOME)

types: setup types-host types-firmware types-page ## Check types: host tools for CPython, firmware for the ESP32, JavaScript for node, workers and pages

types-host: setup
	$(RUN) -m marcoria.build.type_stubs
	$(VENV)/bin/mypy

types-firmware: setup
	$(VENV)/bin/mypy --config-file mypy-firmware.ini

types-page: setup
	$(TSC) -p tsconfig.json
	$(TSC) -p tsconfig.worker.json
	$(TSC) -p tsconfig.page.json

collected: setup
	@# One process collects the tests first and stores them compiled. In a new clone each process of
	@# the run would otherwise compile all of them.
	@$(RUN) -m pytest --collect-only --quiet --quiet > build/collected.log || { cat build/collected.log; exit 1; }

format: setup ## Rewrite the sources in the project's format
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .
	$(BIOME) --write

coverage: setup ## Measure the lines and branches of the firmware that the tests on CPython reach
	rm -rf build/coverage && mkdir -p build/coverage
	$(RUN) -m coverage run -m pytest --on cpython -n auto --dist worksteal $(SEEDED) $(ARGS)
	$(RUN) -m coverage combine -q
	$(RUN) -m coverage report

mutate: $(or $(addprefix mutate-,$(if $(filter mutate,$(MAKECMDGOALS)),$(ARGS))),$(addprefix mutate-,$(PARTS))) ## Break the firmware in small ways and list what no test notices (ARGS=journal: one part; SAMPLE=300: 300 mutants, chosen by SEED; MUTANTS='*keep*': by name)

mutate-%: setup
	@# Start from an empty folder: mutmut would keep copied tests and their coverage.
	rm -rf build/mutate/$* && mkdir -p build/mutate/$*
	@# Put the part at the top as on the board, as mutmut takes a module's name from its path.
	ln -s ../../../firmware/$* ../../../tests ../../../pyproject.toml build/mutate/$*/
	printf '$(MUTMUT)' $* > build/mutate/$*/setup.cfg && printf '  %s\n' $(NOTICES_$*) >> build/mutate/$*/setup.cfg
	cd build/mutate/$* && MUTATED=$* ../../../$(RUN) tests/mutants.py $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED)) $(if $(CORES),--cores $(CORES)) -- $(foreach one,$(MUTANTS),'$(one)') > run.log || { tail -c 3000 run.log; exit 1; }
	cd build/mutate/$* && ../../../$(VENV)/bin/mutmut results | sed '/: not checked/d' > survivors.txt
	@sed 's/.*: //' build/mutate/$*/survivors.txt | sort | uniq -c
	@echo "Mutants that no test noticed: build/mutate/$*/survivors.txt (cd build/mutate/$* && mutmut show NAME); docs/mutants.md explains them."

lock: setup ## Renew the lock files (hashes, no addresses)
	$(PIP) uv
	@# Resolve for every Python from 3.11 on and every system; packages that only some of these need get a condition.
	for name in run hub dev stubs node docs peers; do \
		$(VENV)/bin/uv pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -o requirements/$$name.txt requirements/$$name.in || exit 1; \
	done
	@# uv would also lock the dependencies of these packages, which are installed without them.
	@# Therefore download only the packages, and hash the files.
	rm -rf build/lock && $(RUN) -m pip download -q --no-deps --no-build-isolation -d build/lock -r requirements/hardware.in
	$(RUN) -m marcoria.build.package_lock build/lock > requirements/hardware.txt
	$(NODE) npm install --package-lock-only --ignore-scripts

docs: setup build/docs-tools/.done ## Build the documentation with the virtual table as a folder: build/docs
	@$(RUN) -m marcoria.publish.docs

release: setup ## Commit and tag a version, and build its files: make release VERSION=1.2.0 (ARGS=--dry-run: only check)
	@$(RUN) -m marcoria.publish.release $(VERSION) $(ARGS)

clean: ## Remove everything that setup and tests have created
	rm -rf $(VENV) build node_modules .pytest_cache .mypy_cache .ruff_cache host_tools/*.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the steps of setup ---------------------------------------------------------------------

$(VENV)/.python:
	@command -v "$(PYTHON)" >/dev/null || { echo "Marcoria needs Python 3.11 or newer: no '$(PYTHON)' found (make setup PYTHON=...)." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Marcoria needs Python 3.11 or newer: this one is %d.%d (make setup PYTHON=...)." % sys.version_info[:2])'
	@# Debian and its derivatives have a separate package for creating a .venv.
	@missing=$$("$(PYTHON)" -c 'import sys, importlib.util; importlib.util.find_spec("ensurepip") or print("python%d.%d-venv" % sys.version_info[:2])'); \
	$(call BRING,tools)
	@echo "Setting Marcoria up in this folder, once: about a minute, more where the network is slow."
	@echo "  1 of 4: a separate Python (.venv)"
	@"$(PYTHON)" -m venv --clear $(VENV)
	@touch $@

$(VENV)/.tools: requirements/run.txt requirements/hub.txt requirements/dev.txt requirements/hardware.txt $(VENV)/.python
	@echo "  2 of 4: the packages of requirements/"
	@$(LOCKED) requirements/run.txt -r requirements/hub.txt -r requirements/dev.txt
	@$(PIP) --no-deps --no-build-isolation --require-hashes -r requirements/hardware.txt
	@touch $@

$(VENV)/.marcoria: pyproject.toml host_tools/marcoria/__init__.py $(VENV)/.tools
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

build/stubs/.done: requirements/stubs.txt $(VENV)/.python
	@echo "  3 of 4: the ESP32's modules for the type checker"
	@rm -rf $(@D)
	@$(PIP) --target $(@D) --no-deps --require-hashes -r $<
	@touch $@

build/docs-tools/.done: requirements/docs.txt $(VENV)/.python
	@echo "Installing the tools for the documentation (build/docs-tools)"
	@rm -rf $(@D)
	@$(PIP) --target $(@D) --no-deps --require-hashes -r $<
	@touch $@

build/peers/.done: requirements/peers.txt $(VENV)/.python
	@echo "Installing the programs to compare with (build/peers)"
	@rm -rf $(@D)
	@$(PIP) --target $(@D) --no-deps --require-hashes -r $<
	@touch $@

node_modules/.done: package-lock.json requirements/node.txt $(VENV)/.python
	@echo "  4 of 4: MicroPython's VM, and the tools for JavaScript (node_modules)"
	@# `marcoria` may not be installed yet.
	@PYTHONPATH=host_tools $(NODE) check || $(LOCKED) requirements/node.txt
	@PYTHONPATH=host_tools $(NODE) npm ci --ignore-scripts --loglevel=error
	@touch $@
