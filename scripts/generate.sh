#!/bin/sh
# Writes everything that is generated: the table of the configuration in docs/operate.md, the protocol's Go code (needs protoc with
# protoc-gen-go and protoc-gen-go-grpc), and what the web workspaces generate.
set -eu
cd "$(dirname "$0")/.."

go run ./host config -markdown >build/config-table.md
awk '
  /^\| key \| variable \|/ { while ((getline line < "build/config-table.md") > 0) print line; skipping = 1 }
  skipping && /^\|/ { next }
  { skipping = 0; print }
' docs/operate.md >build/operate.md
mv build/operate.md docs/operate.md
rm build/config-table.md

if command -v protoc >/dev/null 2>&1; then
  protoc -I sdk/proto --go_out=sdk/proto --go_opt=paths=source_relative --go-grpc_out=sdk/proto --go-grpc_opt=paths=source_relative \
    sdk/proto/outrider/plugin/v1/plugin.proto
else
  echo "generate: protoc is missing, the protocol's Go code stays as it is" >&2
fi
npm run generate --workspaces --if-present
