#!/usr/bin/env bash
# @libsql/client 0.18.0, sql.js 1.16.0 and node-sqlite3-wasm 0.8.60: three drivers of one SQL dialect.
# Guess: a whole number of JavaScript is bound as an INTEGER, so the three drivers agree.
# Seen: libsql binds each number as a REAL. There 5 / ? is 2.5 for 2, and a TEXT column holds "1.0" for 1. sql.js does so only from 2 ** 31,
# so an id changes its form when it grows. node-sqlite3-wasm binds an INTEGER for both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --ignore-scripts @libsql/client@0.18.0 sql.js@1.16.0 node-sqlite3-wasm@0.8.60
cat >program.js <<'PROGRAM'
const { createClient } = require("@libsql/client");
const initSqlJs = require("sql.js");
const { Database } = require("node-sqlite3-wasm");
(async () => {
  const libsql = createClient({ url: ":memory:" });
  const sqlJs = new (await initSqlJs()).Database();
  const wasm = new Database(":memory:");
  const drivers = {
    libsql: async (sql, args) => Object.values((await libsql.execute({ sql, args })).rows[0] ?? {}),
    "sql.js": async (sql, args) => sqlJs.exec(sql, args)[0]?.values[0],
    "node-sqlite3-wasm": async (sql, args) => Object.values(wasm.all(sql, args)[0] ?? {}),
  };
  for (const [name, query] of Object.entries(drivers)) {
    const [half] = await query("select 5 / ?", [2]);
    await query("create table records (small text, large text)", []);
    await query("insert into records values (?, ?)", [1, 2 ** 31]);
    const texts = await query("select small, large from records", []);
    console.log(`${name}: 5 / 2 = ${half}, texts ${texts.join(" ")}`);
  }
  libsql.close();
  wasm.close();
})();
PROGRAM
output=$(node program.js)
printf '%s\n' "$output"
expected='libsql: 5 / 2 = 2.5, texts 1.0 2147483648.0
sql.js: 5 / 2 = 2, texts 1 2147483648.0
node-sqlite3-wasm: 5 / 2 = 2, texts 1 2147483648'
[ "$output" = "$expected" ] || { printf 'changed: expected\n%s\n' "$expected" >&2; exit 1; }
