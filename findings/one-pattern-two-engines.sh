#!/usr/bin/env bash
# re2js 2.10.0 (RE2's syntax) and the Rust crate regex 1.11.1: both match in linear time and refuse look-around, so patterns are carried
# from one to the other.
# Guess: a pattern that both accept means the same, and a small repetition is accepted by both or by none.
# Seen: a set operation in a class, [a-z&&[^aeiou]], is a class and a literal bracket for RE2, which matches nothing here, and the consonants
# for Rust. A repetition without a lower bound, a{,3}, is literal text for RE2 and an error for Rust. a{1001} is an error for RE2 alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --ignore-scripts re2js@2.10.0
cat >program.cjs <<'PROGRAM'
const { RE2JS } = require("re2js");
const texts = ["xyz", "a", "aa", "a{,3}"];
for (const pattern of ["^[a-z&&[^aeiou]]+$", "^a{,3}$", "^a{1001}$"]) {
  let found = "error";
  try {
    const compiled = RE2JS.compile(pattern);
    found = texts.filter((text) => compiled.matcher(text).find()).join(" ") || "nothing";
  } catch {}
  console.log(`re2 ${pattern}: ${found}`);
}
PROGRAM
mkdir -p rust/src
cat >rust/Cargo.toml <<'MANIFEST'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
regex = "=1.11.1"
MANIFEST
cat >rust/src/main.rs <<'PROGRAM'
fn main() {
    let texts = ["xyz", "a", "aa", "a{,3}"];
    for pattern in ["^[a-z&&[^aeiou]]+$", "^a{,3}$", "^a{1001}$"] {
        let found = match regex::Regex::new(pattern) {
            Err(_) => "error".to_string(),
            Ok(compiled) => texts.iter().filter(|text| compiled.is_match(text)).copied().collect::<Vec<_>>().join(" "),
        };
        println!("rust {pattern}: {}", if found.is_empty() { "nothing" } else { &found });
    }
}
PROGRAM
output=$(node program.cjs; cd rust && cargo run --quiet)
printf '%s\n' "$output"
expected='re2 ^[a-z&&[^aeiou]]+$: nothing
re2 ^a{,3}$: a{,3}
re2 ^a{1001}$: error
rust ^[a-z&&[^aeiou]]+$: xyz
rust ^a{,3}$: error
rust ^a{1001}$: nothing'
[ "$output" = "$expected" ] || { printf 'changed: expected\n%s\n' "$expected" >&2; exit 1; }
