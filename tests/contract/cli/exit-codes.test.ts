import { spawnSync } from "node:child_process";
import path from "node:path";

const ROOT = path.resolve(__dirname, "../../..");
const ARGUMENTS = ["-r", path.join(ROOT, "tests/support/run-typescript.cjs"), path.join(ROOT, "cli/main.ts")];

describe("the exit code of edge-platform", () => {
  it.each([
    ["an unknown option", ["--nope"]],
    ["an unknown command", ["nope"]],
    ["a command without its subcommand", ["platform"]],
    ["an unknown subcommand", ["filter", "nope"]],
    ["an option with an invalid value", ["serve", "--port", "abc"]],
  ])("is 2 for %s", (_, args) => {
    const { status, stderr } = spawnSync(process.execPath, [...ARGUMENTS, ...args], { encoding: "utf8" });
    expect({ status, isTrace: stderr.includes("    at ") }).toEqual({ status: 2, isTrace: false });
  });

  it("is that of SIGPIPE, without a trace, if the reader of the output has gone", () => {
    const command = [process.execPath, ...ARGUMENTS, "platform", "openapi"];
    const script = '"$@" | head -c 100 > /dev/null; echo "${PIPESTATUS[0]}"';
    const { stdout, stderr } = spawnSync("bash", ["-c", script, "bash", ...command], { encoding: "utf8" });
    expect({ stdout, stderr }).toEqual({ stdout: "141\n", stderr: "" });
  });

  it("is 1 if a line of a stream has an expression that is not valid, and all lines are answered", () => {
    const input = ['{"a":"ssl","b":"not ssl"}', '{"a":"ssl","b":"sslx"}', '{"a":"ssl","b":"ssl"}'].join("\n");
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...ARGUMENTS, "filter", "compare", "--json"],
      { input, encoding: "utf8" },
    );
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { relation?: string });
    expect({ status, stderr, relations: answers.map(({ relation }) => relation) }).toEqual({
      status: 1,
      stderr: "",
      relations: ["disjoint", undefined, "equal"],
    });
  });

  it("is 0 for the help", () => {
    expect(spawnSync(process.execPath, [...ARGUMENTS, "--help"]).status).toBe(0);
  });
});
