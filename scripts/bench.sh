#!/bin/sh
# Measures the product against its alternatives and prints a table; takes about half an hour on two processors, with QUICK=1 a few minutes.
# BENCH=Call|APIKey|Start|Decision|UsersPage|SubtreeMove|TreeMove|PermissionChanges|DirectoryGroup|Modules|Fleet|Push|Alerts|Footage|Geofences|Rivals|Web picks a part, WRITE=1 writes the table into docs/benchmarks.md, PREFILL=n fills the table of samples with fewer.
# ALERTS=1000000 leaves out the second, larger archive of alerts (1000000,10000000), which needs 12 GB of disk while it is measured.
set -eu
cd "$(dirname "$0")/.."
flags="-prefill ${PREFILL:-50000000} -alerts ${ALERTS:-1000000,10000000}"
[ -z "${QUICK:-}" ] || flags="$flags -quick"
[ -z "${WRITE:-}" ] || flags="$flags -page $PWD/docs/benchmarks.md"
ulimit -n "$(ulimit -Hn)" # ten thousand vehicles have a connection each
if [ "${BENCH:-}" = Web ]; then
  exec scripts/bench-web.sh
fi
if [ -z "${BENCH:-}" ] || [ "$BENCH" = Rivals ]; then # packages of plugins are measured where they are
  grep -rl '^//go:build bench' plugins --include='*_test.go' | xargs -n 1 dirname | sort -u | sed 's|^|./|' | xargs go test -tags bench -count=1 -timeout 1h -v -run '^TestRival'
fi
[ "${BENCH:-}" != Rivals ] || exit 0
# shellcheck disable=SC2086 # a list of words
go test -tags bench -count=1 -timeout 3h -v -run "^Test${BENCH:-}" ./bench -args $flags
[ -n "${BENCH:-}" ] || scripts/bench-web.sh
