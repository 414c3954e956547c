#!/usr/bin/env bash
# @pulumi/policy 1.21.0 with @pulumi/pulumi 3.276.0, TypeScript 5.9.3 and 6.0.3.
# Guess: a program that imports the types of a published package compiles with strict options, whether or not skipLibCheck is set.
# Seen: without skipLibCheck it does not: the package's index.d.ts exports two names that the declarations of its own module do not have
# (TS2305), while the compiled JavaScript has both. So a library that promises that its own declarations compile cannot test that beside
# this package without naming these two errors.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --ignore-scripts @pulumi/policy@1.21.0 @pulumi/pulumi@3.276.0 @types/node@20.19.43 \
  typescript@5.9.3 typescript6@npm:typescript@6.0.3 --legacy-peer-deps
printf 'import { PolicyPack } from "@pulumi/policy";\nexport const pack = PolicyPack;\n' >program.ts
compile() {
  node "node_modules/$1/lib/tsc.js" --noEmit --strict --module node16 --moduleResolution node16 --types node --target es2022 "${@:2}" \
    program.ts >log 2>&1 || true
  lacking=$(sed -n "s/.*@pulumi\/policy.*TS2305.*no exported member '\([A-Za-z]*\)'.*/\1/p" log | paste -sd ' ')
  printf '%s %s: %s\n' "$1" "${2:-without skipLibCheck}" "${lacking:-compiles}"
}
output=$(
  compile typescript
  compile typescript --skipLibCheck
  compile typescript6
  node -p 'const policy = require("@pulumi/policy"); [policy.unknownCheckingProxy, policy.UnknownValueError].map((one) => typeof one).join(" ")'
)
printf '%s\n' "$output"
expected='typescript without skipLibCheck: unknownCheckingProxy UnknownValueError
typescript --skipLibCheck: compiles
typescript6 without skipLibCheck: unknownCheckingProxy UnknownValueError
function function'
[ "$output" = "$expected" ] || { printf 'changed: expected\n%s\n' "$expected" >&2; exit 1; }
