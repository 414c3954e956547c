import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { registerRulesets } from "../../../cli/rulesets/rulesets";
import { runCommand } from "../../support/command";
import { useCommandLine } from "../../support/command-line";
import { ask } from "../../support/lifecycle";
import { EXAMPLE_COM, OWASP } from "../../support/platform";

const ROOT = path.resolve(__dirname, "../../..");
const ARGUMENTS = ["-r", path.join(ROOT, "tests/support/run-typescript.cjs"), path.join(ROOT, "cli/main.ts")];
const CUSTOM = ["--phase", "http_request_firewall_custom"];
const BLOCK = { ref: "old", action: "block", expression: 'http.host eq "old.example.com"' };

const { platform, write, pathOf } = useCommandLine();

/** Runs the command in a process of its own that has no connection. */
function check(args: readonly string[], input: string | Buffer = "") {
  const { PATH } = process.env;
  const command = [...ARGUMENTS, "rulesets", "check", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    input,
    encoding: "utf8",
    env: { PATH, NO_COLOR: "1" },
    cwd: pathOf(),
  });
  return { status, stdout, stderr };
}

/** Runs the command in this process, which is faster. */
const checkHere = (args: readonly string[]) => runCommand(registerRulesets, ["rulesets", "check", ...args]);

describe("edge-platform rulesets check", () => {
  it("reports errors with path, rule and constraint, warnings apart, and counts at the end", () => {
    const file = write("rules.json", [
      { ...BLOCK, expression: 'http.path eq "/old"' },
      {
        action: "block",
        description: "Nobody may read this",
        expression: "true",
        logging: { enabled: true },
      },
    ]);
    expect(check([file, ...CUSTOM])).toEqual({
      status: 1,
      stderr: "",
      stdout: `Errors:
  rules[0].expression ("old", expression-condition)
    The filter expression is not valid: unknown identifier (line 1, column 1).
      http.path eq "/old"
      ^^^^^^^^^
      Expected the name of a field or function; found "http.path".
      Did you mean http.request.uri.path?
  rules[1].logging ("Nobody may read this", logging-action)
    cannot be set for the action "block": only skip rules have it; remove it

Warnings:
  rules[1].expression ("Nobody may read this", blocks-everything)
    is true for every request, so the rule blocks them all: narrow it, or put a skip rule with
    ruleset: "current" before the rule for the requests to allow

For examples: edge-platform explain expression-condition logging-action blocks-everything

2 errors and 1 warning in 2 rules of http_request_firewall_custom.
`,
    });
  });

  it("exits with 0 for warnings alone", () => {
    const { status, stdout } = check(["-", ...CUSTOM], JSON.stringify([{ ...BLOCK, expression: "true" }]));
    expect({ status, last: stdout.trimEnd().split("\n").at(-1) }).toEqual({
      status: 0,
      last: "0 errors and 1 warning in 1 rule of http_request_firewall_custom.",
    });
  });

  it("prints one JSON document", async () => {
    const file = write("rules.json", { rules: [{ ...BLOCK, action: "rout" }] });
    const args = [file, "--phase", "http_request_origin", "--plan", "pro", "--json"];
    const { code, stdout } = await checkHere(args);
    expect({ code, document: JSON.parse(stdout) as unknown }).toEqual({
      code: 1,
      document: {
        phase: "http_request_origin",
        kind: "zone",
        level: "zone",
        plan: "pro",
        rules: 1,
        errors: 1,
        warnings: 0,
        information: 0,
        findings: [
          {
            severity: "error",
            id: "shape",
            rule: 0,
            path: "rules[0].action",
            message: 'must be "route", found "rout"; did you mean "route"?',
          },
        ],
      },
    });
  });

  it("checks many files, also by pattern, and shows those with errors or warnings", async () => {
    const good = write("many-good.json", { phase: CUSTOM[1], rules: [BLOCK] });
    const bad = write("many-bad.json", {
      phase: CUSTOM[1],
      rules: [BLOCK, { ...BLOCK, ref: "all", expression: "true" }],
    });
    const pattern = bad.replace("bad", "*");
    expect(await checkHere([pattern])).toMatchObject({
      code: 0,
      stdout: `${bad}:
Warnings:
  rules[1].expression ("all", blocks-everything)
    is true for every request, so the rule blocks them all: narrow it, or put a skip rule with
    ruleset: "current" before the rule for the requests to allow

For examples: edge-platform explain blocks-everything

0 errors and 1 warning in 2 rules of http_request_firewall_custom.

0 errors and 1 warning in 3 rules of 2 files.
`,
    });
    const { stdout } = await checkHere([good, bad, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      files: [
        { file: good, rules: 1, warnings: 0 },
        { file: bad, rules: 2, warnings: 1, findings: [{ id: "blocks-everything" }] },
      ],
    });
  });

  it("leaves rulesets of the vendor out if there are many files", async () => {
    const ours = write("ours.json", { phase: CUSTOM[1], rules: [BLOCK] });
    const theirs = write("theirs.json", { phase: CUSTOM[1], kind: "managed", rules: [BLOCK] });
    expect((await checkHere([ours, theirs])).stdout).toBe(
      "0 errors and 0 warnings in 1 rule of 1 file. 1 file with rules of a managed ruleset left out: only the vendor writes them.\n",
    );
  });

  it("checks the other files if one cannot be checked, and names it", async () => {
    const good = write("good.json", { phase: CUSTOM[1], rules: [BLOCK] });
    const bad = write("no-phase.json", [BLOCK]);
    const { code, stdout } = await checkHere([good, bad]);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: `Not checked: Name the phase of the rules: --phase <phase>. (${bad})\n0 errors and 0 warnings in 1 rule of 1 file.\n`,
    });
    expect(JSON.parse((await checkHere([good, bad, "--json"])).stdout)).toMatchObject({
      files: [{ file: good }, { file: bad, error: `Name the phase of the rules: --phase <phase>. (${bad})` }],
    });
    expect((await checkHere([good, bad, "--sarif"])).stdout).toContain("Name the phase of the rules");
  });

  it("prints SARIF with the places in the files", async () => {
    const file = write(
      "places.json",
      // The second line has a character of two code units before the expression.
      `{ "result": { "phase": "http_request_firewall_custom", "rules": [
  { "description": "\u{1F600}", "action": "block", "ref": "a", "expression": "not ip.src in {10.0.0.0/8} and http.host eq \\"\\u0061\\"" },
  { "action": "blok", "ref": "b", "expression": "http.hots" }
] } }`,
    );
    const { code, stdout } = await checkHere([file, "--sarif"]);
    expect(code).toBe(1);
    const { runs } = JSON.parse(stdout) as { runs: { results: unknown[]; tool: object }[] };
    expect(runs).toHaveLength(1);
    expect(runs[0]?.tool).toMatchObject({ driver: { name: "edge-platform rulesets check" } });
    const at = (region: object) => [{ physicalLocation: { region } }];
    expect(runs[0]?.results).toMatchObject([
      {
        ruleId: "shape",
        level: "error",
        locations: at({ startLine: 3, startColumn: 15, endLine: 3, endColumn: 21 }),
      },
      {
        ruleId: "expression-condition",
        level: "error",
        locations: at({ startLine: 3, startColumn: 50, endLine: 3, endColumn: 59 }),
      },
      {
        ruleId: "reserved-address",
        level: "warning",
        locations: at({ startLine: 2, startColumn: 86, endLine: 2, endColumn: 96 }),
      },
    ]);
  });

  it("links each rule of SARIF to its page with --docs-url", async () => {
    const file = write("linked.json", [{ ...BLOCK, expression: "http.hots" }]);
    const { stdout } = await checkHere([
      file,
      ...CUSTOM,
      "--sarif",
      "--docs-url",
      "https://docs.example/edge/",
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      runs: [
        {
          tool: {
            driver: {
              rules: [
                {
                  id: "expression-condition",
                  helpUri: "https://docs.example/edge/reference/expression-condition.md",
                },
              ],
            },
          },
        },
      ],
    });
  });

  it("judges for a zone, an account or a custom ruleset, as --level and --kind say", async () => {
    const skip = { action: "skip", action_parameters: { ruleset: "current" }, expression: "ssl" };
    const file = write("skip.json", [skip]);
    const judged = async (...args: string[]): Promise<unknown> =>
      JSON.parse((await checkHere([file, ...CUSTOM, "--json", ...args])).stdout);
    const atAccount = [{ id: "skip-account" }];
    expect(await judged()).toMatchObject({ kind: "zone", level: "zone", findings: [] });
    expect(await judged("--level", "account")).toMatchObject({
      kind: "root",
      level: "account",
      findings: atAccount,
    });
    expect(await judged("--kind", "root")).toMatchObject({ kind: "root", level: "account" });
    expect(await judged("--kind", "custom")).toMatchObject({ kind: "custom", level: "account" });
    expect(await judged("--kind", "custom", "--level", "zone")).toMatchObject({
      kind: "custom",
      level: "zone",
      findings: [],
    });
  });

  it("accepts what the API answers: a ruleset names its phase, and the server has added members", async () => {
    const rules = [
      { action: "skip", action_parameters: { ruleset: "current" }, expression: 'ip.src.country eq "NL"' },
      {
        ...BLOCK,
        action_parameters: { response: { status_code: 410, content: "gone", content_type: "text/html" } },
      },
      { action: "managed_challenge", expression: 'http.host eq "example.com"', enabled: false },
    ];
    const phase = "http_request_firewall_custom";
    const body = { name: "default", kind: "zone", phase, rules };
    await ask(platform, "POST", `/zones/${EXAMPLE_COM}/rulesets`, body);
    const url = `/zones/${EXAMPLE_COM}/rulesets/phases/${phase}/entrypoint`;
    const answer = await platform.api("GET", url);
    expect(check(["-"], JSON.stringify(answer.body))).toEqual({
      status: 0,
      stdout: "0 errors and 0 warnings in 3 rules of http_request_firewall_custom.\n",
      stderr: "",
    });
  });

  it("refuses the rules of a managed ruleset", async () => {
    const ruleset = await ask(platform, "GET", `/accounts/${platform.accountId}/rulesets/${OWASP}`);
    const { status, stderr } = check(["-"], JSON.stringify(ruleset));
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        "edge-platform rulesets: These are the rules of a managed ruleset: only the vendor writes them.\n",
    });
  });

  it("sends no request", async () => {
    const before = await platform.control("GET", "/requests");
    await checkHere([write("rules.json", [BLOCK]), ...CUSTOM]);
    const after = await platform.control("GET", "/requests");
    expect(after.body).toEqual(before.body);
  });

  it.each([
    [
      "null among rules",
      [null, BLOCK],
      "rules[0] (shape)\n    must be an object with action and expression, found null",
    ],
    [
      "a rule as text",
      ["block", BLOCK],
      "rules[0] (shape)\n    must be an object with action and expression, found a string",
    ],
    [
      "invisible characters, which it shows",
      [{ ref: "a\u202eb\u0007", action: "block", expression: "ssl", "x\u001b[2Jy": 1 }],
      'rules[0].x␛[2Jy ("a<U+202E>b\\u0007", shape)',
    ],
  ])("reports %s", async (_, rules, text) => {
    const { code, stdout, stderr } = await checkHere([write("rules.json", rules), ...CUSTOM]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain(text);
  });

  it("reads 10 MB of description, and names the rule by its beginning", async () => {
    const description = "why ".repeat(2_500_000);
    const rule = { action: "block", description, expression: "http.path" };
    const { code, stdout } = await checkHere([write("rules.json", [rule]), ...CUSTOM]);
    expect(code).toBe(1);
    expect(stdout).toContain('("why why why why why why why why why why why why why why why…", ');
    expect(stdout.length).toBeLessThan(1000);
  });

  it("exits with 2, without a trace, for a phase that does not exist", () => {
    const { status, stdout, stderr } = check(["-", "--phase", "http_ratelimt"], JSON.stringify([BLOCK]));
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: "",
      stderr: `edge-platform rulesets: There is no phase "http_ratelimt"; did you mean "http_ratelimit"?\n`,
    });
  });

  it.each<[string, string | Buffer, string]>([
    ["that is not JSON", "rules: []", "cannot be read: Unexpected token"],
    ["that is empty", "", "cannot be read: Unexpected end of JSON input"],
    [
      "that is not UTF-8",
      Buffer.from('[{"ref":"\xe9"}]', "latin1"),
      "cannot be read: the text is not UTF-8: found the byte 0xe9 at line 1, byte 10; save it as UTF-8",
    ],
    ["with an empty list", "[]", "has no rules: its list is empty"],
    [
      "of an answer without a result",
      '{"success":false,"result":null}',
      'has no list of rules: expected an array of rules, or an object with a member "rules" or "result"',
    ],
    ["with text in place of rules", '{"rules":"block"}', "has no list of rules: expected an array of rules"],
    ["with a number", "7", "has no list of rules: expected an array of rules"],
    [
      "with 100,000 levels",
      "[".repeat(100_000) + "]".repeat(100_000),
      "cannot be read: it has more than 100 levels of objects and arrays",
    ],
  ])("exits with 2 for a file %s", async (_, content, message) => {
    const file = pathOf("rules.json");
    fs.writeFileSync(file, content);
    const { code, stdout, stderr } = await checkHere([file, ...CUSTOM]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`edge-platform rulesets: ${file} ${message}`);
  });

  it.each([
    ["no phase", [], "Name the phase of the rules: --phase <phase>."],
    [
      "the entry point of an account in a zone",
      [...CUSTOM, "--kind", "root", "--level", "zone"],
      "--kind root is the entry point of an account. For that of a zone, leave --kind out.",
    ],
    [
      "an unknown plan",
      [...CUSTOM, "--plan", "gold"],
      "error: option '--plan <name>' argument 'gold' is invalid. Allowed choices are free, pro, business, enterprise.",
    ],
  ])("exits with 2 for %s", async (_, args, message) => {
    const { code, stdout, stderr } = await checkHere([write("rules.json", [BLOCK]), ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  it.each([
    ["a missing file", "nope.json", "ENOENT"],
    ["a folder", ".", "EISDIR"],
  ])("exits with 2 for %s", async (_, name, cause) => {
    const { code, stderr } = await checkHere([pathOf(name), ...CUSTOM]);
    expect(code).toBe(2);
    expect(stderr).toContain(`edge-platform rulesets: ${pathOf(name)} cannot be read: `);
    expect(stderr).toContain(cause);
  });
});
