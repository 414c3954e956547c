#!/usr/bin/env bash
# cloudflare 7.3.0 (the vendor's SDK for Node), against a server on loopback.
# Guess: an answer whose envelope says "success": false is an error, whatever its status.
# Seen: with status 200, the SDK returns null for one object, and an empty list for a list, without a word. A script that removes what is
# not in the list takes that for "there is none".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --ignore-scripts cloudflare@7.3.0
cat >program.mjs <<'PROGRAM'
import http from "node:http";
import Cloudflare from "cloudflare";

const errors = [{ code: 7003, message: "refused" }];
const server = http.createServer((request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ success: false, errors, messages: [], result: null }));
});
server.listen(0, "127.0.0.1", async () => {
  const baseURL = `http://127.0.0.1:${server.address().port}/client/v4`;
  const client = new Cloudflare({ apiToken: "example", baseURL });
  const zones = [];
  for await (const zone of client.zones.list()) zones.push(zone);
  console.log(JSON.stringify({ one: await client.zones.get({ zone_id: "a" }), zones }));
  server.close();
  server.closeAllConnections();
});
PROGRAM
output=$(node program.mjs)
printf '%s\n' "$output"
expected='{"one":null,"zones":[]}'
[ "$output" = "$expected" ] || { printf 'changed: expected %s\n' "$expected" >&2; exit 1; }
