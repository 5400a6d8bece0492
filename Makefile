# One target a job. `make run` and `make test` set everything up by themselves.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# one process for each core; one that has nothing left to do takes tests from the others
PYTEST := $(BIN)/pytest --numprocesses auto --dist worksteal
# the tests start the program hundreds of times: let Python keep what it has compiled
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run run-club test test-all test-web test-attack test-look lint bench screens pages hardware pictures golden lock audit deb release release-key card test-appliance test-card test-pi clean

run: .venv/run.stamp
	@$(BIN)/sideline run $(GAME)

# a club on this computer: a broker (Debian's mosquitto), tables that play by themselves, the club server
run-club: .venv/run.stamp
	@$(BIN)/python -m firmware_py.club.demo $(TABLES)

test: .venv/test.stamp lint
	$(PYTEST) --durations 10

# first whether the fast tests of the engine reach every branch of it: tracing the long ones too would take minutes
test-all: .venv/test.stamp node_modules/installed.stamp lint
	$(PYTEST) engine tests/engine --cov
	$(PYTEST) --full --durations 10

# the page's scripts; nothing else needs node and npm but axe, which `make test-all` runs over every view
test-web: node_modules/installed.stamp
	node_modules/.bin/tsc --noEmit -p tsconfig.json
	node_modules/.bin/eslint --max-warnings 0 .
	node --import ./tests/web_js/shared.js --test --test-reporter spec tests/web_js/*.test.js

lint: .venv/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# attacks on storage, devices, page and files; one alone: make test-attack ATTACK=rot SEED=7 SECONDS=60
test-attack: .venv/test.stamp
	$(BIN)/python -m tests.attack $(ATTACK) $(if $(SEED),--seed $(SEED)) $(if $(SECONDS),--seconds $(SECONDS))

# whole games under a drawn camera, photos of final positions, evaluations and turns, covered rings: hours; fewer:
# make test-look GAMES=20 PHOTOS=40 TRIES=100 CITIES=5 SEED=7
test-look: .venv/test.stamp
	$(BIN)/python -m tests.firmware_py.sight.inside_figures $(or $(GAMES),286) $(or $(PHOTOS),500) $(or $(SEED),0)
	$(BIN)/python -m tests.firmware_py.sight.insider_figures $(or $(GAMES),100) $(or $(PHOTOS),100) $(or $(TRIES),1000) $(or $(CITIES),50) $(or $(SEED),0)

bench: .venv/bench.stamp
	@$(BIN)/python -m tests.bench $(ROW)

screens: .venv/test.stamp
	$(BIN)/python -m tests.firmware_py.screens build/screens.png

pages: .venv/test.stamp
	@mkdir -p build
	$(BIN)/python -m tests.firmware_py.page.browser.sheet_of_pages build/pages.png

hardware: .venv/test.stamp
	$(BIN)/python -m hardware.wiring
	$(BIN)/python -m hardware.sheets.build
	$(BIN)/python -m hardware.case.build
	$(BIN)/python -m hardware.prints

pictures: .venv/test.stamp
	$(BIN)/python -m hardware.showcase

golden: .venv/test.stamp
	$(BIN)/python -m tests.firmware_py.screens --golden

# boxes install only what this key has signed; `make release` makes it if there is none
KEY ?= $(HOME)/.ssh/sideline-release

deb: .venv/run.stamp
	$(BIN)/python -m systemd.package --key $(KEY) $(TARGETS)

# everything that a builder downloads, in build/release, with checksums and a signature over those: make release KEY=~/.ssh/sideline-release
release: audit release-key deb hardware
	$(BIN)/python -m hardware.case.build --table-display 2.42 --no-pictures --output build/hardware/case-2.42
	$(BIN)/python -m systemd.package.release $(KEY)

release-key: .venv/run.stamp
	$(BIN)/python -c 'from systemd.package.sign import public_key; public_key("$(KEY)")'

# a card that sets itself up: make card FOLDER=/media/you/bootfs
card: .venv/run.stamp
	$(BIN)/python -m systemd.package --key $(KEY) trixie-arm64
	$(BIN)/sideline card $(FOLDER)

# root, for it boots machines; one alone: make test-appliance TARGETS=trixie-amd64
test-appliance: .venv/run.stamp
	$(BIN)/python -m tests.appliance $(TARGETS)

# root: a card that sets itself up, proven with Debian's cloud-init
test-card: .venv/run.stamp
	$(BIN)/python -m tests.appliance.card


# root, for it makes machines; an emulated Raspberry Pi 3, from power-on to 20 pulled plugs; the same moments again: make test-pi SEED=7
test-pi: .venv/test.stamp
	$(BIN)/python -m tests.pi $(if $(SEED),--seed $(SEED))

lock:
	uv pip compile --universal --no-strip-extras --generate-hashes --no-header --no-emit-index-url --python-version 3.11 pyproject.toml -o requirements/run.txt
	uv pip compile --universal --no-strip-extras --generate-hashes --no-header --no-emit-index-url --python-version 3.11 --group test --constraint requirements/run.txt -o requirements/test.txt
	uv pip compile --universal --no-strip-extras --generate-hashes --no-header --no-emit-index-url --python-version 3.11 --group bench --constraint requirements/run.txt -o requirements/bench.txt

# known vulnerabilities of what is pinned, from a public database (needs a network)
audit:
	@$(PYTHON) requirements/audit.py

clean:
	rm -rf .venv node_modules build *.egg-info

# --- the virtual environment: `run` has what the product needs, `test` adds to it, `bench` to that
.venv/run.stamp: requirements/run.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Sideline needs Python 3.11 or newer; name one: make PYTHON=python3.11 …"; exit 1; }
	@echo "Setting up .venv (once) …"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || { echo "No venv: on Debian, sudo apt install python3-venv"; rm -rf .venv; exit 1; }
	@$(PIP) install --require-hashes -r requirements/run.txt
	@# with the setuptools of run.txt, which has a hash: otherwise pip fetches its build tool without one
	@$(PIP) install --no-deps --no-build-isolation --no-index --editable .
	@touch $@

.venv/test.stamp: .venv/run.stamp requirements/test.txt
	@$(PIP) install --require-hashes -r requirements/test.txt
	@touch $@

.venv/bench.stamp: .venv/test.stamp requirements/bench.txt
	@$(PIP) install --require-hashes -r requirements/bench.txt
	@touch $@

# --- what checks the page's scripts: npm has it in node_modules
node_modules/installed.stamp: package.json package-lock.json .npmrc
	@command -v npm >/dev/null || { echo "No npm: on Debian, sudo apt install nodejs npm"; exit 1; }
	@npm ci --loglevel error
	@touch $@
