# `make` alone explains the targets.
.DEFAULT_GOAL := help
.PHONY: help setup build run test check generate dev bench bench-write clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what is missing
	@scripts/setup.sh

build: setup ## build host, plugins, Keto, remotes and shell into build/
	@scripts/build.sh

run: build ## run everything with the demo organisation; Ctrl-C stops it, data stays in var/
	@exec build/bin/outrider serve -demo

test: build ## run every test, in a browser too
	@scripts/test.sh

check: build ## what CI runs before the tests: formats, vet, lint, types, generated code
	@scripts/check.sh

generate: ## write generated code anew
	@scripts/generate.sh

dev: build ## one plugin rebuilt and swapped on save, beside make run: make dev PLUGIN=vehicles
	@node scripts/dev.mjs "$(PLUGIN)"

bench: build ## measure against the alternatives, half an hour; QUICK=1: only see that it runs
	@scripts/bench.sh

bench-write: build ## the same, and write the table into docs/benchmarks.md
	@WRITE=1 scripts/bench.sh

clean: ## remove what was built; data in var/ stays
	rm -rf build
