#!/usr/bin/env bash
# cloudflare 7.3.0 (the vendor's SDK for Node) and cloudflare 5.9.0 (the vendor's SDK for Python), against a server on loopback.
# Guess: both SDKs send the same form for one call, because both are generated from one description of the API. The description of the Node
# method promises "an optional JSON `metadata` part".
# Seen: Python sends one part with JSON. Node sends no part of that name. It sends one part for each key, such as metadata[team], and the
# number 1, true and the texts "1" and "true" look the same there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --ignore-scripts cloudflare@7.3.0
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check cloudflare==5.9.0
cat >program.py <<'PROGRAM'
import sys
from cloudflare import Cloudflare

client = Cloudflare(api_token="example", base_url=sys.argv[1], max_retries=0)
client.kv.namespaces.values.update(
    "key", account_id="a", namespace_id="n", value=b"text", metadata={"team": "edge", "level": 1, "on": True}
)
PROGRAM
cat >program.mjs <<'PROGRAM'
import { execFile } from "node:child_process";
import http from "node:http";
import Cloudflare from "cloudflare";

let sender = "node";
const server = http.createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const form = await new Response(Buffer.concat(chunks), { headers: request.headers }).formData();
  const parts = {};
  for (const [name, part] of form) if (name !== "value") parts[name] = typeof part === "string" ? part : await part.text();
  console.log(`${sender}: ${JSON.stringify(parts)}`);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ success: true, errors: [], messages: [], result: {} }));
});
server.listen(0, "127.0.0.1", async () => {
  const baseURL = `http://127.0.0.1:${server.address().port}/client/v4`;
  const client = new Cloudflare({ apiToken: "example", baseURL, maxRetries: 0 });
  const metadata = { team: "edge", level: 1, on: true };
  await client.kv.namespaces.values.update("key", { account_id: "a", namespace_id: "n", value: "text", metadata });
  sender = "python";
  execFile("packages/bin/python", ["program.py", baseURL], (error) => {
    if (error) throw error;
    server.close();
    server.closeAllConnections();
  });
});
PROGRAM
output=$(node program.mjs)
printf '%s\n' "$output"
expected='node: {"metadata[team]":"edge","metadata[level]":"1","metadata[on]":"true"}
python: {"metadata":"{\"team\": \"edge\", \"level\": 1, \"on\": true}"}'
[ "$output" = "$expected" ] || { printf 'changed: expected\n%s\n' "$expected" >&2; exit 1; }
