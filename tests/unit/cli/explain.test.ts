import { registerExplain } from "../../../cli/explain/explain";
import { entries } from "../../../review/registry/registry";
import { runCommand } from "../../support/command";

const explain = (...args: string[]) => runCommand(registerExplain, ["explain", ...args]);

describe("edge-platform explain", () => {
  it("says what an id means, with both examples, what a preview reports, and what to do", async () => {
    const { code, stdout } = await explain("blocks-everything");
    expect(code).toBe(0);
    expect(stdout).toBe(
      `blocks-everything (hazard, warning)

Meaning: A rule blocks every request, or every request of an address family.

Bad: The expression of a rule that blocks, in the entry point of a zone in
http_request_firewall_custom:
  true

Reported:
  rules[0].expression is true for every request, so the rule blocks them all: narrow it, or put a skip rule with ruleset: "current" before the rule for the requests to allow

Good: The expression of a rule that blocks, in the entry point of a zone in
http_request_firewall_custom:
  http.host eq "old.example"

What to do: Narrow the expression. To allow only some requests, skip the ruleset for them in a rule
before this one.

How to allow it: It only warns. An item of the resource's \`allowances\` with this id and a reason
lets it pass. The policy no-hazards, which is disabled by default, allows it with
{"no-hazards":{"allowances":[{"id":"blocks-everything","reason":"CHG-17: why it is right here"}]}}.

Source: this project.
`,
    );
  });

  it("explains several ids, and finds a hazard under the id that SARIF has", async () => {
    const { stdout } = await explain("phase-level", "hazard-skips-everything", "UnknownIdentifier", "length");
    expect(stdout.match(/^\S+ \(.*\)$/gm)).toEqual([
      "phase-level (constraint, error)",
      "skips-everything (hazard, warning)",
      "UnknownIdentifier (parse error, error)",
      "length (lint, warning)",
    ]);
  });

  it("suggests an id in place of an unknown one, and exits with 2", async () => {
    expect(await explain("skips-everythin")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: 'edge-platform explain: There is no id "skips-everythin"; did you mean "skips-everything"?\n',
    });
    expect((await explain("qqqqqqqqqqqq")).stderr).toContain("run edge-platform explain for the list");
  });

  it("lists all ids by kind, or those of one kind", async () => {
    const { code, stdout } = await explain();
    expect(code).toBe(0);
    expect(stdout).toContain("\nhazard (25)\n  and-instead-of-or\n");
    expect(stdout.match(/^ {2}\S+$/gm)).toHaveLength(entries().length);
    expect((await explain("--kind", "shape")).stdout).toBe(
      "shape (3)\n  shape\n  ref-repeated\n  rule-limit\n",
    );
    expect((await explain("--kind", "nonsense")).code).toBe(2);
  });

  it("prints JSON: facts of each id, and the sections of those that are named", async () => {
    const all = JSON.parse((await explain("--json")).stdout) as { id: string; kind: string }[];
    expect(all.map(({ id }) => id)).toEqual(entries().map(({ id }) => id));
    const [one] = JSON.parse((await explain("logging-action", "--json")).stdout) as object[];
    expect(one).toMatchObject({
      id: "logging-action",
      kind: "constraint",
      level: "error",
      meaning: "Only rules with the action `skip` have `logging`.",
      source: "the vendor's Terraform provider, pull request 2851 (observed; the API's code is 20018)",
      sections: expect.arrayContaining([
        {
          title: "Reported",
          code: 'rules[0].logging cannot be set for the action "block": only skip rules have it; remove it',
        },
      ]) as object[],
    });
  });
});
