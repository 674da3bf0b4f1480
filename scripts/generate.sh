#!/bin/sh
# Writes everything that is generated and kept: the table of the configuration in docs/operate.md, the protocol's Go code, the
# OpenAPI documents of the host and the plugins, and the TypeScript types made of them. All it needs are Go modules and npm packages, whose versions are
# pinned, and the built host's program; no host and no database runs.
# Usage: scripts/generate.sh [-keep-documents]: the OpenAPI documents stay as they are. Tests called TestOpenAPI compare them too.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build

# A file that would say the same stays: builds go by what is newer.
keep() { # keep <new> <old>
  cmp -s "$1" "$2" && rm "$1" || mv "$1" "$2"
}

build/bin/outrider config -markdown >build/config-table.md
awk '
  /^\| key \| variable \|/ { while ((getline line < "build/config-table.md") > 0) print line; skipping = 1 }
  skipping && /^\|/ { next }
  { skipping = 0; print }
' docs/operate.md >build/operate.md
keep build/operate.md docs/operate.md
rm build/config-table.md

(cd scripts/protocol && go run . ../../sdk/proto outrider/plugin/v1/plugin.proto)

# Types of the events that plugins emit and consume, from the schemas in the emitters' folders.
for plugin in plugins/*/manifest.json; do
  id=$(basename "$(dirname "$plugin")")
  if [ -d "remotes/$id/src/api" ]; then
    build/bin/outrider plugin events -from plugins -ts "remotes/$id/src/api/eventdata.d.ts" "plugins/$id"
  else
    build/bin/outrider plugin events -from plugins "plugins/$id"
  fi
done
build/bin/outrider plugin events -from plugins -go=false docs/examples/logbook

if [ "${1:-}" != -keep-documents ]; then
  documented=$(find host plugins docs/examples -name '*_test.go' -exec grep -l '^func TestOpenAPI(' {} + | xargs -n 1 dirname | sed 's|^|./|')
  go test $documented -run '^TestOpenAPI$' -update >build/openapi.log || { cat build/openapi.log >&2; exit 1; }
  rm build/openapi.log
fi
types_of() { # types_of <OpenAPI document> <file>
  npx --no-install openapi-typescript "$1" --output build/api.d.ts >/dev/null
  keep build/api.d.ts "$2"
}
for types in remotes/*/src/api/*-api.d.ts; do
  types_of "plugins/$(basename "$types" -api.d.ts)/openapi.json" "$types"
done
types_of host/internal/app/openapi.json sdk/ui/src/host-api.ts
types_of docs/examples/logbook/openapi.json docs/examples/logbook/web/src/api/logbook-api.d.ts
