#!/bin/sh
# Looks for what the compiler lets pass: staticcheck, errors that nobody looks at (but those of Close) and gofumpt. The versions are in scripts/lint/go.mod.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/lint
(cd scripts/lint && go build -o ../../build/lint/ honnef.co/go/tools/cmd/staticcheck github.com/kisielk/errcheck mvdan.cc/gofumpt)
tools=$PWD/build/lint

failed=0
report() { # report <what it is> <file with findings>
  [ -s "$2" ] || return 0
  echo "lint: $1" >&2
  cat "$2" >&2
  failed=1
}

unformatted=$(git ls-files '*.go' | grep -v '\.pb\.go$' | xargs "$tools/gofumpt" -l)
[ -z "$unformatted" ] || { echo "lint: not formatted (gofumpt -w): $unformatted" >&2; failed=1; }
for module in . sdk fleetsim; do
  (cd "$module" && "$tools/staticcheck" ./...) >build/lint/staticcheck.txt || true
  report "staticcheck in $module" build/lint/staticcheck.txt
  (cd "$module" && "$tools/errcheck" -ignoretests ./...) | grep -vE 'Close\(|<-|Fprint|os\.Remove' >build/lint/errcheck.txt || true
  report "errors of $module that nobody looks at" build/lint/errcheck.txt
done
exit $failed
