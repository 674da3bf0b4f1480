#!/bin/sh
# What is checked before tests are worth their time: formats, vet, the rules of the house, generated code, types, lint, dead code.
set -eu
cd "$(dirname "$0")/.."

# The linters of Go beside those of the web: each keeps one processor busy.
scripts/lint.sh >build/lint.log 2>&1 & lint=$!
for module in . sdk fleetsim; do
  (cd "$module" && go mod tidy -diff) || { echo "check: go mod tidy in $module" >&2; exit 1; }
done
go vet ./...
(cd sdk && go vet ./...)
(cd fleetsim && go vet ./...)
(cd scripts/protocol && go vet ./...)
go test ./host/internal/houserules ./host/internal/config
node --test scripts/*.test.mjs >build/test-scripts.log || { cat build/test-scripts.log; exit 1; }

# Compared with what was there, not with the last commit: work that is not committed yet may be checked too.
sums() {
  cksum docs/operate.md sdk/proto/outrider/plugin/v1/*.go plugins/*/openapi.json host/internal/app/openapi.json sdk/ui/src/host-api.ts plugins/*/internal/eventdata/*.go remotes/*/src/api/*.d.ts docs/examples/*/openapi.json docs/examples/*/web/src/api/*.d.ts
}
before=$(sums)
scripts/generate.sh -keep-documents # linking every plugin's tests takes minutes, and make test compares the documents by them
[ "$before" = "$(sums)" ] || { echo "check: generated code was out of date; it is written anew now: commit it" >&2; exit 1; }

npm run check
wait "$lint" || { cat build/lint.log >&2; exit 1; }
