#!/bin/sh
# Writes everything that is generated and kept: the table of the configuration in docs/operate.md and the protocol's Go code. All
# it needs are Go modules, whose versions are pinned.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build

go run ./host config -markdown >build/config-table.md
awk '
  /^\| key \| variable \|/ { while ((getline line < "build/config-table.md") > 0) print line; skipping = 1 }
  skipping && /^\|/ { next }
  { skipping = 0; print }
' docs/operate.md >build/operate.md
cmp -s build/operate.md docs/operate.md || cp build/operate.md docs/operate.md
rm build/config-table.md build/operate.md

(cd scripts/protocol && go run . ../../sdk/proto outrider/plugin/v1/plugin.proto)
