import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";

const RULES = `[
  { ref: "env-files", action: "block", expression: 'ends_with(http.request.uri.path, "/.env")' },
  { ref: "scanners", action: "log", expression: 'http.user_agent contains "scanner"' },
]`;

const PROGRAM = `
const edge = require("pulumi-edge-platform");

const shared = new edge.Ruleset("no-scanners", {
  name: "No scanners",
  phase: "http_request_firewall_custom",
  rules: ${RULES},
});
const deployment = new edge.AccountEntrypointRuleset("deployment", {
  phase: "http_request_firewall_custom",
  rules: [
    {
      ref: "no-scanners",
      action: "execute",
      actionParameters: { id: shared.rulesetId },
      expression: '(cf.zone.plan eq "ENT")',
    },
  ],
});
exports.rulesetId = shared.rulesetId;
exports.entrypoint = deployment.id;
`;

/** A custom ruleset of an account and the rule that deploys it, from creation to removal. */
describe("a custom ruleset of an account", () => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": PROGRAM } });
    stack.env["EDGE_ACCOUNT_ID"] = stack.ready.accountId;
    outputOf(await stack.up());
  });
  afterAll(() => stack.dispose());

  it("is deployed to the account's zones by an execute rule that names it", async () => {
    const { rulesetId, entrypoint } = await stack.outputs();
    expect(entrypoint).toBe(`${stack.ready.accountId}/http_request_firewall_custom`);
    const live = await stack.api.call(
      "GET",
      `/accounts/${stack.ready.accountId}/rulesets/phases/http_request_firewall_custom/entrypoint`,
    );
    expect(live.result).toMatchObject({
      kind: "root",
      rules: [
        {
          ref: expect.stringMatching(/^no-scanners~/) as string,
          action: "execute",
          action_parameters: { id: rulesetId },
        },
      ],
    });
  });

  it("is unchanged in a second up, and a refresh shows no difference", async () => {
    const { result, writes } = await stack.watch(() => stack.up("--expect-no-changes"));
    outputOf(result);
    expect(writes).toEqual([]);
    outputOf(await stack.refresh("--expect-no-changes"));
  });

  it("changes one rule with one PATCH and keeps the rule that deploys it", async () => {
    stack.write("index.js", PROGRAM.replace('action: "log"', 'action: "block"'));
    const { result, writes } = await stack.watch(() => stack.up("--diff"));
    expect(outputOf(result)).toMatch(/~ action *: "log" => "block"/);
    expect(writes).toEqual([expect.stringMatching(/^PATCH \/accounts\/[0-9a-f]{32}\/rulesets\//)]);
    stack.write("index.js", PROGRAM);
    outputOf(await stack.up());
  });

  it("reports a parameter of another action at preview, with its path, and writes nothing", async () => {
    const faulty = PROGRAM.replace('action: "log",', 'action: "log", actionParameters: { uri: {} },');
    stack.write("index.js", faulty);
    const { result, writes } = await stack.watch(() => stack.preview());
    expect(outputOf(result, 1)).toContain(
      'rules["scanners"].actionParameters.uri: is not a parameter of "log", which accepts none; it belongs to rewrite',
    );
    expect(writes).toEqual([]);
    stack.write("index.js", PROGRAM);
  });

  it("is removed after the rule that deploys it, and leaves nothing", async () => {
    const { result, writes } = await stack.watch(() => stack.destroy());
    outputOf(result);
    const account = `/accounts/${stack.ready.accountId}/rulesets`;
    expect(writes).toEqual([
      expect.stringMatching(new RegExp(`^DELETE ${account}/`)),
      expect.stringMatching(new RegExp(`^DELETE ${account}/`)),
    ]);
    const left = (await stack.api.call("GET", account)).result as { kind: string }[];
    expect(left.filter(({ kind }) => kind !== "managed")).toEqual([]);
  });
});
