#!/bin/sh
# What is checked before tests are worth their time.
set -eu
cd "$(dirname "$0")/.."

unformatted=$(git ls-files '*.go' | grep -v '\.pb\.go$' | xargs gofmt -l)
[ -z "$unformatted" ] || { echo "check: not formatted (gofmt -w): $unformatted" >&2; exit 1; }
go vet ./...
(cd sdk && go vet ./...)
go test ./host/internal/houserules ./host/internal/config
npm run check
