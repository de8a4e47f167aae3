# make demo   install what is missing, build, and say why a bundled update failed
# make test   install what is missing, build and run every test
# make help   the other targets

SWIFT ?= swift
BUILD := .build
BIN := $(BUILD)/release/bleshark
DEMO := Tests/Fixtures/captures/updates/nordic-secure-dfu-bad-check.btsnoop
PREFIX ?= /usr/local

.PHONY: demo test test-kernel build release lint bench bench-quick instructions fuzz asan fixtures reports-venv install clean help

demo: release
	@echo "--- $(BIN) analyze $(DEMO)"
	@$(BIN) analyze $(DEMO); status=$$?; echo "--- exit status $$status: there is an error"; test $$status = 1
	@echo
	@echo "--- $(BIN) why $(DEMO)"
	@$(BIN) why $(DEMO); status=$$?; echo "--- exit status $$status: the update failed"; test $$status = 1

test: deps-test
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	SWIFT_BACKTRACE=enable=no $(SWIFT) test --disable-xctest --skip-build

# Outside of `test`: needs QEMU, root and a few minutes.
test-kernel: deps-test
	$(SWIFT) build --build-tests
	Tests/Kernel/run

build: deps
	$(SWIFT) build

release: deps
	$(SWIFT) build -c release --static-swift-stdlib --product bleshark

lint:
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Fuzz Package.swift
	.ci/check-imports
	.ci/check-tree

bench: deps-test release
	python3 Benchmarks/run.py --bleshark $(BIN)

bench-quick: deps-test release
	python3 Benchmarks/run.py --bleshark $(BIN) --size 50 --slow-size 10 --rounds 3

instructions: deps-test release
	python3 Benchmarks/instructions.py --command "$(BIN) analyze"

fuzz: deps
	Fuzz/run.sh 60

asan: deps-test
	SWIFT_BACKTRACE=enable=no timeout -s KILL 1800 $(SWIFT) test --disable-xctest --sanitize address \
	  --scratch-path $(BUILD)/asan

# Makes the fixture captures again, with a Bluetooth stack that is not ours.
fixtures:
	@Scripts/install-peers
	$(BUILD)/peers-venv/bin/python Tests/Peers/make-captures.py

# Programs that others wrote and that read our reports; the tests use them when they are there.
reports-venv:
	python3 -m venv $(BUILD)/reports-venv
	$(BUILD)/reports-venv/bin/pip install -q junitparser==5.0.3 sarif-tools==3.0.5

install: release
	install -D -m 755 $(BIN) $(DESTDIR)$(PREFIX)/bin/bleshark
	install -D -m 644 THIRD-PARTY-NOTICES $(DESTDIR)$(PREFIX)/share/doc/bleshark/THIRD-PARTY-NOTICES
	install -D -m 644 docs/bleshark.1 $(DESTDIR)$(PREFIX)/share/man/man1/bleshark.1

.PHONY: deps deps-test
deps:
	@Scripts/install-dependencies build
deps-test:
	@Scripts/install-dependencies test
	@Scripts/install-peers

clean:
	rm -rf $(BUILD)

help:
	@sed -n 's/^# *make/make/p' Makefile
	@echo 'make release | test-kernel | lint | bench | bench-quick | instructions | fuzz | asan | fixtures | reports-venv | install | clean'
