#!/bin/sh
# What is checked before tests are worth their time: formats, vet, the rules of the house, generated code, types, lint, dead code.
set -eu
cd "$(dirname "$0")/.."

unformatted=$(git ls-files '*.go' | grep -v '\.pb\.go$' | xargs gofmt -l)
[ -z "$unformatted" ] || { echo "check: not formatted (gofmt -w): $unformatted" >&2; exit 1; }
go vet ./...
(cd sdk && go vet ./...)
(cd scripts/protocol && go vet ./...)
go test ./host/internal/houserules ./host/internal/config
node --test scripts/*.test.mjs >build/test-scripts.log || { cat build/test-scripts.log; exit 1; }

# Compared with what was there, not with the last commit: work that is not committed yet may be checked too.
sums() {
  cksum docs/operate.md sdk/proto/outrider/plugin/v1/*.go plugins/*/openapi.json plugins/*/internal/eventdata/*.go remotes/*/src/api/*-api.d.ts
}
before=$(sums)
scripts/generate.sh
[ "$before" = "$(sums)" ] || { echo "check: generated code was out of date; it is written anew now: commit it" >&2; exit 1; }

npm run check
