#!/bin/sh
# Measures the built product in a browser: first load, a large fleet on the map, typing above a table, memory. A quarter of an hour; QUICK=1 a minute.
# WRITE=1 writes the table into docs/benchmarks.md.
set -eu
cd "$(dirname "$0")/.."
rm -f build/bench-web.jsonl
npx playwright test -c bench/web/playwright.config.ts
exec node bench/web/report.mjs
