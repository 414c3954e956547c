import fs from "node:fs";
import path from "node:path";
import { registerReview } from "../../cli/review/review";
import type { Review } from "../../review/changes/review";
import { runCommand } from "../support/command";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { NATIVE_PROJECT } from "../support/native-stack";
import { casesOf } from "../support/nightly";
import { EXAMPLE_COM } from "../support/platform";

const CUSTOM = "http_request_firewall_custom";
const PATH = `/zones/${EXAMPLE_COM}/rulesets`;
const RULES = [
  { ref: "admin", action: "block", expression: 'http.request.uri.path eq "/admin"' },
  { ref: "login", action: "managed_challenge", expression: 'http.request.uri.path eq "/login"' },
];

/** An entry point with exact refs under a name, as the module declares it. */
const program = (module: string, name: string, rules: readonly object[] = RULES, options: object = {}) => `
const { ZoneEntrypointRuleset } = require(${JSON.stringify(module)});
const args = { zoneId: "${EXAMPLE_COM}", phase: "${CUSTOM}", refs: "exact", rules: ${JSON.stringify(rules)} };
new ZoneEntrypointRuleset(${JSON.stringify(name)}, args, ${JSON.stringify(options)});
`;

interface LiveRule {
  readonly ref: string;
  readonly action: string;
  readonly expression: string;
}

const PROVIDERS = casesOf(
  [
    ["dynamic provider", "pulumi-edge-platform", "index.js"],
    ["plugin", "pulumi-edge-platform/native", "Pulumi.yaml"],
  ],
  ([door]) => door === "plugin",
);

/** What is said of a replacement, or of an import, must be what the engine then does: its steps change between releases. */
describe.each(PROVIDERS)("the review of a preview of the real engine, by the %s", (_, module, project) => {
  let stack: EdgeStack;
  const isPlugin = project === "Pulumi.yaml";
  beforeAll(async () => {
    stack = await createEdgeStack({
      program: { "index.js": program(module, "custom"), ...(isPlugin && { [project]: NATIVE_PROJECT }) },
      env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
    });
  });
  afterAll(() => stack.dispose());

  async function live(): Promise<LiveRule[]> {
    const { result } = await stack.api.call("GET", `${PATH}/phases/${CUSTOM}/entrypoint`);
    const { rules = [] } = (result ?? {}) as { rules?: LiveRule[] };
    return rules.map(({ ref, action, expression }) => ({ ref, action, expression }));
  }

  /** Previews, reviews and updates. Returns the review, the lines of the preview, and the writes of the update. */
  async function reviewed(...flags: string[]) {
    const preview = await stack.preview("--json", "--show-sames", "--show-replacement-steps", ...flags);
    const file = path.join(stack.directory, "preview.json");
    fs.writeFileSync(file, preview.stdout);
    const { code, stdout } = await runCommand(registerReview, ["review", file, "--json", "-"]);
    expect(code).toBe(0);
    const { diagnostics = [], steps } = preview.json as {
      diagnostics?: readonly { message: string }[];
      steps: readonly { op: string; urn: string }[];
    };
    const { value, writes } = await stack.api.watch(() => stack.up(...flags));
    outputOf(value);
    return {
      review: JSON.parse(stdout) as Review,
      lines: diagnostics.map(({ message }) => message.trim()),
      operations: steps.flatMap(({ op, urn }) => (urn.includes("Ruleset") ? [op] : [])),
      writes,
    };
  }

  async function urn(): Promise<string> {
    const { deployment } = await stack.exportState();
    return deployment.resources?.find(({ type }) => type.endsWith(":ZoneEntrypointRuleset"))?.urn ?? "";
  }

  const refsNamed = ({ places }: Review) => [
    ...new Set(
      places.flatMap(({ rulesets }) => rulesets.flatMap(({ after }) => after.map(({ ref }) => ref))),
    ),
  ];
  const directions = ({ places }: Review) =>
    places.flatMap(({ rulesets }) => rulesets.map(({ requests }) => requests?.direction));

  it("says of a rename that no request changes, and the rules stay live", async () => {
    outputOf(await stack.up());
    expect(await live()).toEqual(RULES);
    stack.write("index.js", program(module, "edge"));
    const { review, operations } = await reviewed();
    expect(operations.sort()).toEqual(["create", "delete"]);
    expect(new Set(directions(review))).toEqual(new Set(["equal"]));
    expect(refsNamed(review)).toEqual(["admin", "login"]);
    expect(await live()).toEqual(RULES);
  });

  it.each([
    ["a taint", true],
    ["--target-replace", false],
  ])("names the rules that %s writes again, and the rules stay live", async (__, isTainted) => {
    const named = await urn();
    if (isTainted) outputOf(await stack.pulumi(["state", "taint", named, "--yes"]));
    const { review, lines, operations } = await reviewed(...(isTainted ? [] : ["--target-replace", named]));
    expect(operations).toEqual(["create-replacement", "replace", "delete-replaced"]);
    expect(review.reasons.find(({ id }) => id === "ruleset-replaced")?.text).toBe(
      'ZoneEntrypointRuleset "edge": the ruleset is replaced: the new one is made before the old one is deleted. It writes 2 rules again: ' +
        "admin, login.",
    );
    expect(directions(review)).not.toContain("opens");
    expect(lines.join("\n")).not.toContain("foreign");
    expect(await live()).toEqual(RULES);
  });

  // The SDK imports no dynamic resource.
  if (!isPlugin) return;
  it("counts an import that the update changes once, and names what changes", async () => {
    outputOf(await stack.destroy());
    await stack.api.call("POST", PATH, {
      body: { name: "default", kind: "zone", phase: CUSTOM, rules: RULES },
    });
    const [admin, login] = RULES;
    const changed = [{ ...admin, action: "log" }, login ?? {}];
    stack.write("index.js", program(module, "taken", changed, { import: `${EXAMPLE_COM}/${CUSTOM}` }));
    const { review, operations, writes } = await reviewed();
    expect(operations).toEqual(["import", "update"]);
    expect(writes).toEqual([expect.stringMatching(/^PATCH .*\/rules\/[0-9a-f]{32}$/)]);
    expect(review.counts).toMatchObject({ create: 0, update: 1, rulesAdded: 0, rulesChanged: 1 });
    expect(await live()).toEqual(changed);
  });
});
