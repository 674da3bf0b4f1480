#!/bin/sh
# Writes everything that is generated and kept: the table of the configuration in docs/operate.md, the protocol's Go code, the
# OpenAPI documents of the host and the plugins, and the TypeScript types made of them. All it needs are Go modules and npm packages, whose versions are
# pinned; no host and no database runs.
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

# Types of the events that plugins emit and consume, from the schemas in the emitters' folders.
for plugin in plugins/*/manifest.json; do
  id=$(basename "$(dirname "$plugin")")
  if [ -d "remotes/$id/src/api" ]; then
    go run ./host plugin events -from plugins -ts "remotes/$id/src/api/eventdata.d.ts" "plugins/$id"
  else
    go run ./host plugin events -from plugins "plugins/$id"
  fi
done
go run ./host plugin events -from plugins -go=false docs/examples/logbook

documented=$(find host plugins docs/examples -name '*_test.go' -exec grep -l '^func TestOpenAPI(' {} + | xargs -n 1 dirname | sed 's|^|./|')
go test $documented -run '^TestOpenAPI$' -update >build/openapi.log || { cat build/openapi.log >&2; exit 1; }
rm build/openapi.log
for types in remotes/*/src/api/*-api.d.ts; do
  id=$(basename "$types" -api.d.ts)
  npx --no-install openapi-typescript "plugins/$id/openapi.json" --output "$types" >/dev/null
done
npx --no-install openapi-typescript host/internal/app/openapi.json --output sdk/ui/src/host-api.ts >/dev/null
npx --no-install openapi-typescript docs/examples/logbook/openapi.json --output docs/examples/logbook/web/src/api/logbook-api.d.ts >/dev/null
