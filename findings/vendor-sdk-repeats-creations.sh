#!/usr/bin/env bash
# cloudflare 7.3.0 (the vendor's SDK for Node), against a server on loopback.
# Guess: the SDK repeats requests that can be repeated, and reports an answer of 500 to the creation of a token.
# Seen: it sends the POST again by itself, without an idempotency key. The first request may have been carried out, so a program that made
# one call may have made two tokens, and it knows the id of the second alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --ignore-scripts cloudflare@7.3.0
cat >program.mjs <<'PROGRAM'
import http from "node:http";
import Cloudflare from "cloudflare";

const seen = [];
const server = http.createServer((request, response) => {
  request.resume().on("end", () => {
    seen.push(`${request.method} ${request.headers["idempotency-key"] ?? "without a key"}`);
    // It made the token, and then something failed.
    const first = seen.length === 1;
    response.writeHead(first ? 500 : 200, { "content-type": "application/json" });
    const result = first ? null : { id: `token ${seen.length}` };
    response.end(JSON.stringify({ success: !first, errors: [], messages: [], result }));
  });
});
server.listen(0, "127.0.0.1", async () => {
  const baseURL = `http://127.0.0.1:${server.address().port}/client/v4`;
  const client = new Cloudflare({ apiToken: "example", baseURL });
  const { id } = await client.user.tokens.create({ name: "deploy", policies: [] });
  console.log(JSON.stringify({ seen, id }));
  server.close();
  server.closeAllConnections();
});
PROGRAM
output=$(node program.mjs)
printf '%s\n' "$output"
expected='{"seen":["POST without a key","POST without a key"],"id":"token 2"}'
[ "$output" = "$expected" ] || { printf 'changed: expected %s\n' "$expected" >&2; exit 1; }
