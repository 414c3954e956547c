import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { createNativeStack } from "../support/native-stack";

const ZONE = "8792051aba8a6d2f17833905d155bcad";
const CUSTOM = "http_request_firewall_custom";

const program = (library: string, path: string) => `
  const edge = require("${library}");
  const block = (ref, path) => ({ ref, action: "block", expression: 'http.request.uri.path eq "' + path + '"' });
  new edge.ZoneEntrypointRuleset("custom", {
    zoneId: "${ZONE}",
    phase: "${CUSTOM}",
    rules: [block("stays", "/stays"), block("changes", "${path}")],
  });
  new edge.ZoneEntrypointRuleset("other", { zoneId: "${ZONE}", phase: "http_request_origin", rules: [] });`;

/** The platform refuses what the rule book does not know, only in a dry run. */
const REFUSAL = {
  path: "(rulesets|[0-9a-f]*[1-9a-f][0-9a-f]*(/rules)?)\\?dry_run=true$",
  kind: "status",
  status: 400,
  errors: [{ code: 20_999, message: "this word is not allowed here", source: { pointer: "/expression" } }],
};

const DOORS: readonly [string, string, (index: string) => Promise<EdgeStack>][] = [
  [
    "the dynamic provider",
    "pulumi-edge-platform",
    (index) => createEdgeStack({ program: { "index.js": index } }),
  ],
  ["the plugin", "pulumi-edge-platform/native", (index) => createNativeStack(index)],
];

describe.each(DOORS)("a preview by %s", (_, library, create) => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await create(program(library, "/before"));
    outputOf(await stack.up());
    stack.write("index.js", program(library, "/after"));
  });
  afterAll(() => stack.dispose());

  const inject = (faults: readonly object[]) =>
    fetch(new URL("/_platform/faults", stack.ready.baseUrl), {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(faults),
    });
  const preview = async () => {
    const { value: result, requests, writes } = await stack.api.watch(() => stack.preview());
    const dryRuns = requests.filter(({ path }) => path.includes("dry_run="));
    return { result, writes, dryRuns: dryRuns.map(({ method, path }) => `${method} ${path}`) };
  };

  it("asks the API about the ruleset that changes, and about no other", async () => {
    const { result, writes, dryRuns } = await preview();
    outputOf(result);
    expect(writes).toEqual([]);
    expect(dryRuns).toEqual([
      expect.stringMatching(/^PATCH .*\/0{32}\/rules\/0{32}\?dry_run=invalid$/),
      expect.stringMatching(/^PATCH .*\/0{32}\/rules\/0{32}\?dry_run=true$/),
      expect.stringMatching(/^PATCH .*\/rules\/[0-9a-f]{32}\?dry_run=true$/),
    ]);
  });

  it("fails at the rule that the API refuses, and changes nothing", async () => {
    await inject([REFUSAL]);
    const { result, writes } = await preview();
    await inject([]);
    expect(result.code).not.toBe(0);
    const output = result.stdout + result.stderr;
    expect(output).toMatch(
      /rules\["changes"\]\.expression: the API refuses[^]*this word is not allowed here/,
    );
    expect(output).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
    expect(writes).toEqual([]);
  });

  it("passes with a warning if the API does not answer, and asks nothing if it is turned off", async () => {
    await inject([{ path: "dry_run", kind: "html", status: 502 }]);
    const unanswered = await preview();
    await inject([]);
    expect(outputOf(unanswered.result)).toMatch(/warning: the preview goes on without the API's answer/);
    await stack.setConfig("edge:dryRun", "false");
    const off = await preview();
    outputOf(off.result);
    expect(off.dryRuns).toEqual([]);
  });
});
