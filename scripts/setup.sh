#!/bin/sh
# Installs what is missing, and nothing twice. Needs Go, Node, npm, git and make.
set -eu
cd "$(dirname "$0")/.."

need() {
  command -v "$1" >/dev/null 2>&1 || { echo "setup: $1 is missing: $2" >&2; exit 1; }
}
need go "install Go 1.26 or newer from https://go.dev/dl/"
need node "install Node 20.19 or newer from https://nodejs.org/"
need npm "it comes with Node"
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
  { echo "setup: Node $(node --version) is too old: 20.19 or newer is needed" >&2; exit 1; }

# npm packages, when the lock file is not the one that was installed last.
stamp=node_modules/.outrider-lock
if [ ! -e "$stamp" ] || ! cmp -s package-lock.json "$stamp"; then
  echo "  npm packages"
  # Not `npm ci`: it refuses a lock file that leaves out optional packages of platforms that nobody here could install.
  npm install --no-save --no-audit --no-fund --loglevel=error
  cp package-lock.json "$stamp"
fi
node scripts/native-packages.mjs

echo "  Go modules"
go mod download
(cd sdk && go mod download)
(cd fleetsim && go mod download)
(cd host/keto && go mod download)
