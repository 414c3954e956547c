#!/usr/bin/env bash
# @pulumi/pulumi 3.276.0, under mocks.
# Guess: an input that is no plain object, such as a Map, a Set, a Date or a URL, is refused, or converted to what it holds.
# Seen: each of them reaches the provider as {}, without an error or a warning, so what it held is lost. A Buffer becomes an object of
# its bytes by index. In arrays, undefined becomes null; in objects, it is left out.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --ignore-scripts @pulumi/pulumi@3.276.0
cat >program.js <<'PROGRAM'
const pulumi = require("@pulumi/pulumi");
let seen;
pulumi.runtime.setMocks({
  newResource: ({ name, type, inputs }) => {
    if (type === "test:index:Thing") seen = inputs;
    return { id: name, state: inputs };
  },
  call: ({ inputs }) => inputs,
});
class Thing extends pulumi.CustomResource {
  constructor(name, args) {
    super("test:index:Thing", name, args);
  }
}
const thing = new Thing("one", {
  map: new Map([["host", "a.example"]]),
  set: new Set(["a.example"]),
  date: new Date("2026-01-01T00:00:00Z"),
  url: new URL("https://a.example/"),
  buffer: Buffer.from("ab"),
  list: [1, undefined, 3],
  object: { left: undefined },
});
thing.urn.apply(() => console.log(JSON.stringify(seen)));
PROGRAM
output=$(node program.js)
printf '%s\n' "$output"
expected='{"buffer":{"0":97,"1":98},"date":{},"list":[1,null,3],"map":{},"object":{},"set":{},"url":{}}'
[ "$output" = "$expected" ] || { printf 'changed: expected %s\n' "$expected" >&2; exit 1; }
