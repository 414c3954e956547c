import { spawn } from "node:child_process";
import path from "node:path";

const ROOT = path.resolve(__dirname, "../../..");
const COMPILE = path.join(ROOT, "tests/support/run-typescript.cjs");

/** Reads stdin as the commands do, after `process.stdin` was used, and says when it begins. */
const CHILD = `
const { readText } = require(${JSON.stringify(path.join(ROOT, "cli/read-text.ts"))});
void process.stdin.isTTY;
require("node:fs").writeSync(1, "reading\\n");
process.stdout.write(readText("-"));
`;

it("reading stdin waits for a command that prints later", async () => {
  // What Node opens for a child is a socket; a shell opens a pipe.
  const child = spawn("sh", ["-c", 'cat | "$0" -r "$1" -e "$2"', process.execPath, COMPILE, CHILD], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let printed = "";
  const code = await new Promise<number | null>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      if (printed === "reading\n") child.stdin.end('{"late":true}');
    });
    child.on("error", reject);
    child.on("close", resolve);
  });
  expect({ code, printed }).toEqual({ code: 0, printed: 'reading\n{"late":true}' });
});
