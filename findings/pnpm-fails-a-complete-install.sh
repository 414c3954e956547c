#!/usr/bin/env bash
# pnpm 12.21.0 and 10.34.9, with @pulumi/pulumi 3.276.0, of which one dependency (protobufjs) has a build script.
# Guess: pnpm does not run the build script, warns, and the installation succeeds, as with pnpm 10 and as npm 11 does.
# Seen: with pnpm 12, the same installation ends with exit code 1 (ERR_PNPM_IGNORED_BUILDS) although every package is there and the SDK
# loads: a pipeline stops at its first step, and a program that is installed by hand runs. pnpm 10 ends with 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --ignore-scripts --prefix tools pnpm12@npm:pnpm@12.21.0 pnpm10@npm:pnpm@10.34.9
printf '{"name":"program","version":"1.0.0","dependencies":{"@pulumi/pulumi":"3.276.0"}}' >package.json
output=$(
  for major in 10 12; do
    rm -rf node_modules pnpm-lock.yaml
    command=$(find "tools/node_modules/pnpm$major/bin" -name 'pnpm.*js' | head -1)
    code=0
    node "$command" install --store-dir "$folder/store" >log 2>&1 || code=$?
    printf 'pnpm %s: exit code %s, %s, the SDK %s\n' "$major" "$code" \
      "$(grep -qi 'ERR_PNPM_IGNORED_BUILDS' log && echo an error || { grep -qi 'ignored build scripts' log && echo a warning || echo nothing; })" \
      "$(node -p 'typeof require("@pulumi/pulumi").CustomResource === "function" ? "loads" : "is cut"' 2>/dev/null || echo 'is missing')"
  done
)
printf '%s\n' "$output"
expected='pnpm 10: exit code 0, a warning, the SDK loads
pnpm 12: exit code 1, an error, the SDK loads'
[ "$output" = "$expected" ] || { printf 'changed: expected\n%s\n' "$expected" >&2; exit 1; }
