#!/usr/bin/env bash
# @pulumi/pulumi 3.276.0, under mocks.
# Guess: a mock receives the plain value of a secret, so a list that contains a secret is a list for the mock.
# Seen: newResource receives an object with a signature and the value. A secret deep inside a list or an object replaces the whole property,
# so a list has no length and no items for the mock. call receives the plain list for the same secret.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --ignore-scripts @pulumi/pulumi@3.276.0
cat >program.js <<'PROGRAM'
const pulumi = require("@pulumi/pulumi");
const describe = (value) => (Array.isArray(value) ? "list " : "object ") + JSON.stringify(value);
pulumi.runtime.setMocks({
  newResource: ({ name, type, inputs }) => {
    if (type === "test:index:Thing") {
      console.log(`newResource list: ${describe(inputs.list)}`);
      console.log(`newResource deep: ${describe(inputs.deep)}`);
    }
    return { id: name, state: inputs };
  },
  call: ({ inputs }) => {
    console.log(`call list: ${describe(inputs.list)}`);
    return inputs;
  },
});
class Thing extends pulumi.CustomResource {
  constructor(name, args) {
    super("test:index:Thing", name, args);
  }
}
const list = ["a", pulumi.secret("b")];
const thing = new Thing("one", { list, deep: { left: { right: pulumi.secret("b") }, other: 1 } });
thing.urn.apply(() => pulumi.runtime.invoke("test:index:getThing", { list }));
PROGRAM
output=$(node program.js)
printf '%s\n' "$output"
expected='newResource list: object {"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","value":["a","b"]}
newResource deep: object {"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","value":{"left":{"right":"b"},"other":1}}
call list: list ["a","b"]'
[ "$output" = "$expected" ] || { printf 'changed: expected\n%s\n' "$expected" >&2; exit 1; }
