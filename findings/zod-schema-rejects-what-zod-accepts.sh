#!/usr/bin/env bash
# zod 4.6.7 and ajv 8.20.0, which checks values against the JSON schema that zod makes.
# Guess: the schema for inputs accepts each value that zod accepts. For what JSON Schema cannot express, such as a set, z.toJSONSchema throws
# an error.
# Seen: the schema drops the flags of a regular expression without an error or a warning. Its pattern for an IPv6 address rejects an address
# that ends in an IPv4 address, and z.ipv6() accepts that address.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --ignore-scripts zod@4.6.7 ajv@8.20.0
cat >program.js <<'PROGRAM'
const { z } = require("zod");
const Ajv = require("ajv/dist/2020").default;
const cases = {
  "no flag": [z.string().regex(/^get$/), "get"],
  "flag i": [z.string().regex(/^get$/i), "GET"],
  "flag s": [z.string().regex(/^a.b$/s), "a\nb"],
  ipv6: [z.ipv6(), "::ffff:192.0.2.1"],
};
for (const [name, [schema, value]] of Object.entries(cases)) {
  // Without formats, the keywords of JSON Schema alone decide.
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(z.toJSONSchema(schema, { io: "input" }));
  console.log(`${name}: zod ${schema.safeParse(value).success}, ajv ${validate(value)}`);
}
PROGRAM
output=$(node program.js)
printf '%s\n' "$output"
expected='no flag: zod true, ajv true
flag i: zod true, ajv false
flag s: zod true, ajv false
ipv6: zod true, ajv false'
[ "$output" = "$expected" ] || { printf 'changed: expected\n%s\n' "$expected" >&2; exit 1; }
