#!/bin/sh
# Runs every test: Go's of the host with its plugins and of the SDK, the web's, and the journeys in a browser. What fails runs once more;
# what passes then counts, and is listed as flaky above the closing line.
set -eu
cd "$(dirname "$0")/.."

# The browser tests use the system's Chromium: CHROMIUM names it, else one of the usual names is looked for. The one without windows comes first: the
# same engine costs a third less of the processors so.
find_chromium() {
  for name in "${CHROMIUM:-}" "$@"; do
    [ -n "$name" ] && command -v "$name" && return 0
  done
  return 1
}
install_chromium() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
  echo "  $1"
  apt-get update -qq && apt-get install -qq -y "$1" >/dev/null
}
if ! CHROMIUM=$(find_chromium chromium-headless-shell); then
  install_chromium chromium-headless-shell || true
  if ! CHROMIUM=$(find_chromium chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable); then
    if install_chromium chromium; then
      CHROMIUM=$(find_chromium chromium)
    else
      echo "test: no Chromium is found: install it (Debian: apt-get install chromium), or name it in CHROMIUM" >&2
      exit 1
    fi
  fi
fi
export CHROMIUM

# What devices send is decoded by a maintained ffmpeg only; the npm package's is of 2018 and draws the simulated cameras' pictures alone.
if ! command -v ffmpeg >/dev/null 2>&1; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "  ffmpeg"
    apt-get update -qq && apt-get install -qq -y --no-install-recommends ffmpeg >/dev/null
  else
    echo "test: no ffmpeg is found: install it (Debian: apt-get install ffmpeg)" >&2
    exit 1
  fi
fi

# Tests make and remove hundreds of databases of a thousand files each: in memory that takes a third of the processors' time. Where there is much of it,
# and programs may be run from it, temporary folders are there.
memory=/dev/shm
enough() { # enough <KiB that are free> <KiB that are needed>
  [ "${1:-0}" -ge "$2" ]
}
runs_programs() {
  printf '#!/bin/sh\n' >"$1/try" && chmod +x "$1/try" && "$1/try" 2>/dev/null
}
if [ -z "${TMPDIR:-}" ] && [ -w "$memory" ] && enough "$(df -k "$memory" | awk 'END { print $4 }')" 6000000 &&
  enough "$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo)" 12000000; then
  folder=$memory/t$(pwd | cksum | cut -d ' ' -f 1) # of this clone; always the same, so that Go believes earlier results
  mkdir -p "$folder" && chmod 755 "$folder"
  trap 'rm -rf "$folder"' EXIT
  trap 'exit 1' INT TERM
  if runs_programs "$folder"; then
    export TMPDIR="$folder"
  fi
fi

counts=build/test-counts
rm -rf "$counts"
mkdir -p "$counts"
failed=0

# The journeys take longest, one after the other, and mostly wait: they run beside all others. What runs beside is said when it is over.
journeys() {
  PLAYWRIGHT_JSON_OUTPUT_NAME="$PWD/$counts/playwright.json" npm test --workspace e2e -- --reporter=list,json
}
(journeys) >build/test-journeys.log 2>&1 & journeys=$!
for module in . fleetsim; do
  node scripts/go-test.mjs "$module" "$counts/go-$(basename "$module").json" || failed=1
done
# These read files above their own folder, which Go does not look at before it believes an earlier result.
for module in sdk deploy/check deploy/s3; do
  node scripts/go-test.mjs "$module" "$counts/go-$(basename "$module").json" -count=1 || failed=1
done
{ npm run types && node scripts/web-test.mjs "$counts/web.json"; } || failed=1
wait "$journeys" || failed=1
cat build/test-journeys.log
node scripts/test-counts.mjs "$counts"
exit $failed
