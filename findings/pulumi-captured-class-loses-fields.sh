#!/usr/bin/env bash
# @pulumi/pulumi 3.276.0: the serialization of functions, which dynamic providers use.
# Guess: a class that a serialized function captures makes the same instances there as here, or the serialization is an error.
# Seen: the fields of the class are lost without an error or a warning, also in a derived class and in a class with a constructor. A static
# field is kept, and so is a value that the constructor assigns.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --ignore-scripts @pulumi/pulumi@3.276.0
cat >program.js <<'PROGRAM'
const pulumi = require("@pulumi/pulumi");
class Client {
  static version = 1;
  retries = 3;
}
class ZoneClient extends Client {
  kind = "zone";
}
class RecordClient {
  kind = "record";
  constructor(zone) {
    this.zone = zone;
  }
}
const compare = async (name, make) => {
  const { text } = await pulumi.runtime.serializeFunction(make);
  const loaded = { exports: {} };
  new Function("exports", "require", text)(loaded.exports, require);
  console.log(`${name}: here ${JSON.stringify(make())} there ${JSON.stringify(loaded.exports.handler())}`);
};
(async () => {
  await compare("field", () => new Client());
  await compare("derived", () => new ZoneClient());
  await compare("constructor", () => new RecordClient("a.example"));
  await compare("static", () => Client.version);
})();
PROGRAM
output=$(node program.js)
printf '%s\n' "$output"
expected='field: here {"retries":3} there {}
derived: here {"retries":3,"kind":"zone"} there {}
constructor: here {"kind":"record","zone":"a.example"} there {"zone":"a.example"}
static: here 1 there 1'
[ "$output" = "$expected" ] || { printf 'changed: expected\n%s\n' "$expected" >&2; exit 1; }
