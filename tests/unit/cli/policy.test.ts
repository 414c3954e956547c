import fs from "node:fs";
import path from "node:path";
import { registerPolicy } from "../../../cli/policy/policy";
import { EDGE_POLICIES } from "../../../review/policies";
import { runCommand } from "../../support/command";
import { temporaryFolder } from "../../support/fake-commands";

describe("edge-platform policy", () => {
  let folder: string;
  beforeEach(() => (folder = temporaryFolder()));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it("lists each policy with level, severity and description", async () => {
    const { code, stdout } = await runCommand(registerPolicy, ["policy", "list"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^limit-token-makers +mandatory +critical\n {4}A token that can create tokens must/m,
    );
    const { stdout: json } = await runCommand(registerPolicy, ["policy", "list", "--json"]);
    const names = (JSON.parse(json) as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual([...EDGE_POLICIES.map(({ name }) => name), "hide-secrets", "report-unjudged"]);
  });

  it("checks a configuration, with suggestions", async () => {
    const good = write({ all: "advisory", "require-owasp": { minimumLevel: 3 } });
    expect(await runCommand(registerPolicy, ["policy", "check", good])).toMatchObject({
      code: 0,
      stdout: `${good}: valid\n`,
    });
    const bad = write({
      "requre-owasp": "mandatory",
      "no-hazards": { alowances: [] },
      "report-unjudged": "mandatry",
    });
    const { code, stdout } = await runCommand(registerPolicy, ["policy", "check", bad]);
    expect(code).toBe(1);
    expect(stdout.split("\n").slice(1, -1)).toEqual([
      '"requre-owasp" is not a policy; did you mean "require-owasp"?',
      'no-hazards has no setting "alowances": it has "allowances" and "resourceAllowances"; did you mean "allowances"?',
      'report-unjudged: the level must be "advisory", "disabled", "mandatory" or "remediate"; found "mandatry"; did you mean "mandatory"?',
    ]);
  });

  it("makes hidden characters of a configuration visible", async () => {
    const { stdout } = await runCommand(registerPolicy, [
      "policy",
      "check",
      write({ "no\u202ehazards": "off" }),
    ]);
    expect(stdout).toContain('"no<U+202E>hazards" is not a policy');
    expect(stdout).not.toContain("\u202e");
  });

  it.each([["[]"], ["{"]])("reports a file with %s", async (text) => {
    const file = path.join(folder, "bad.json");
    fs.writeFileSync(file, text);
    const { code, stdout, stderr } = await runCommand(registerPolicy, ["policy", "check", file]);
    expect(code).toBe(text === "{" ? 2 : 1);
    expect(stdout + stderr).toContain(file);
  });

  it("names the file that it cannot write", async () => {
    const file = path.join(folder, "taken");
    fs.writeFileSync(file, "");
    const { code, stderr } = await runCommand(registerPolicy, ["policy", "init", file]);
    expect(code).toBe(1);
    expect(stderr).toContain(`edge-platform policy init: ${file} cannot be written: `);
  });

  function write(config: object): string {
    const file = path.join(folder, "config.json");
    fs.writeFileSync(file, JSON.stringify(config));
    return file;
  }
});
