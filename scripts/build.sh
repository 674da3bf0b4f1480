#!/bin/sh
# Builds what changed: host, plugins, Keto and fleetsim with Go's own cache, remotes and shell when a source is newer than the
# last build of them, the SDK's packages, then the packages of the plugins. Web and Go are built side by side.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/bin build/plugin-bin build/stamps
echo 'module built' >build/go.mod # what is packed here is no part of the product's module

# newer <stamp> <path>…: whether anything below the paths is newer than the stamp.
newer() {
  stamp=$1
  shift
  [ ! -e "$stamp" ] || [ -n "$(find "$@" -name node_modules -prune -o -name dist -prune -o -type f -newer "$stamp" -print 2>/dev/null | head -n 1)" ]
}

go_build() {
  go build -o build/bin/outrider ./host
  go build -ldflags='-s -w' -o build/bin/outrider-confined ./host/confined
  (cd fleetsim && go build -o ../build/bin/fleetsim ./cmd/fleetsim)
  if newer build/stamps/keto host/keto || [ ! -x build/bin/keto ]; then
    (cd host/keto && go build -o ../../build/bin/keto .)
    touch build/stamps/keto
  fi
  for plugin in plugins/*/manifest.json; do
    [ -e "$plugin" ] || continue
    go build -ldflags='-s -w' -o build/plugin-bin/ ./plugins/... # without symbols: a start copies and hashes the file
    break
  done
}

web_build() {
  shared="sdk/ui package-lock.json"
  for workspace in shell remotes/*; do
    [ -e "$workspace/webpack.config.cjs" ] || [ -e "$workspace/webpack.config.ts" ] || continue
    stamp=build/stamps/$(echo "$workspace" | tr / -)
    # shellcheck disable=SC2086 # a list of paths
    if newer "$stamp" "$workspace" $shared; then
      touch "$stamp.begun"
      npm run build --silent --workspace "$workspace" >"build/stamps/web.log" 2>&1 || { cat build/stamps/web.log >&2; exit 1; }
      mv "$stamp.begun" "$stamp" # what changed meanwhile is newer
      echo "  built $workspace"
    fi
  done
}

# What plugins outside this repository are written with; a host serves it under /sdk/.
sdk_pack() {
  if newer build/stamps/sdk-pack sdk docs package.json tsconfig.base.json scripts/pack-sdk.mjs scripts/pack-sdk-page.mjs || [ ! -e build/web/sdk/sdk.json ]; then
    touch build/stamps/sdk-pack.begun
    node scripts/pack-sdk.mjs
    mv build/stamps/sdk-pack.begun build/stamps/sdk-pack
  fi
}

pack() {
  for manifest in plugins/*/manifest.json; do
    [ -e "$manifest" ] || continue
    id=$(basename "$(dirname "$manifest")")
    ui=""
    [ -d "remotes/$id/dist" ] && ui="-ui remotes/$id/dist"
    # shellcheck disable=SC2086 # two words or none
    build/bin/outrider plugin pack -source "plugins/$id" -binary "build/plugin-bin/$id" $ui -out "build/plugins/$id"
  done
}

{ web_build; sdk_pack; } & web=$!
go_build || { kill "$web" 2>/dev/null; wait "$web" 2>/dev/null; exit 1; }
echo "  built host, plugins and Keto"
wait "$web"
pack
