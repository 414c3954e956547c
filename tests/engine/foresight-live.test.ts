import { createEdgeStack, type EdgeStack } from "../support/edge-stack";

const CUSTOM = "http_request_firewall_custom";
const FREE = "5".repeat(32);
const STACK_TRACE = /^\s+at .+:\d+:\d+\)?$/m;

/** What the engine makes of it; tests/contract/lifecycle/foresight-*.test.ts have every single fault. */
describe("a preview that reads what is live", () => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": "" } });
    await fetch(new URL("/_platform/seed", stack.ready.baseUrl), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ zones: [{ id: FREE, name: "free.example", plan: "free" }] }),
    });
    const rule = (ref: string) => ({ ref, action: "log", expression: "not ssl" });
    await stack.api.call("PUT", `/zones/${FREE}/rulesets/phases/http_request_transform/entrypoint`, {
      body: { rules: [{ ...rewrite("theirs~shop/other~0000000000000aaaaaaa") }] },
    });
    await stack.api.call("PUT", `/zones/${FREE}/rulesets/phases/${CUSTOM}/entrypoint`, {
      body: { rules: ["a", "1", "2"].map(rule) },
    });
    // The zone of the resource "new" is unknown at preview.
    stack.write(
      "index.js",
      `const edge = require("pulumi-edge-platform");
      const block = (ref) => ({ ref, action: "block", expression: "ssl" });
      const first = new edge.ZoneEntrypointRuleset("first", {
        zoneId: "${FREE}",
        phase: "http_request_transform",
        rules: [{ ref: "x", action: "rewrite", actionParameters: { uri: { path: { value: "/x" } } }, expression: "ssl" }],
        position: "first",
      });
      new edge.ZoneEntrypointRuleset("new", { zoneId: first.rulesetId, phase: "${CUSTOM}", rules: [block("n")] });
      new edge.ZoneEntrypointRuleset("faulty", {
        zoneId: "${FREE}",
        phase: "${CUSTOM}",
        rules: [block("a"), block("b"), block("c")],
        position: { after: "contry" },
      }, { dependsOn: first });
      const misplaced = { zoneId: "${stack.ready.accountId}", paranoiaLevel: 1, scoreThreshold: 40 };
      new edge.OwaspConfig("misplaced", misplaced, { dependsOn: first });`,
    );
  });
  afterAll(() => stack.dispose());

  function rewrite(ref: string) {
    const parameters = { uri: { path: { value: "/y" } } };
    return { ref, action: "rewrite", action_parameters: parameters, expression: "ssl" };
  }

  it("reports all errors of all resources at once, warns below the stack, and writes nothing", async () => {
    const { value: result, requests, writes } = await stack.api.watch(() => stack.preview());
    const output = result.stdout + result.stderr;
    expect(result.code).not.toBe(0);
    expect(writes).toEqual([]);
    expect(output).not.toMatch(STACK_TRACE);
    expect(output).toContain("resource 'faulty' has a problem: position names \"contry\"");
    expect(output).toContain(
      `resource 'faulty' has a problem: rules["a"]: the entry point has a rule with ref "a"`,
    );
    expect(output).toContain("resource 'faulty' has a problem: rules: the entry point would have 6 rules");
    expect(output).toContain('warning: position: is "first", where the rule "theirs", owned by shop/other');
    expect(output).toContain(
      "resource 'misplaced' has a problem: zoneId: is the id of the account \"Example Account\"",
    );
    const zone = `GET /zones/${FREE}/rulesets`;
    // tests/engine/dry-run.test.ts counts the dry runs.
    const lines = requests
      .filter(({ path }) => !path.includes("dry_run="))
      .map(({ method, path }) => `${method} ${path}`.replace(/tokens\/[0-9a-f]{32}/, "tokens/<id>"));
    expect([...lines.slice(0, 5), ...lines.slice(5).sort()]).toEqual([
      "GET /user/tokens/verify",
      "GET /user/tokens/<id>",
      "GET /zones?page=1&per_page=50",
      zone,
      `${zone}/phases/http_request_transform/entrypoint`,
      // The engine checks the other two in any order. A zone that is refused is read, since it may be gone.
      ...[
        `${zone}/phases/${CUSTOM}/entrypoint`,
        `GET /zones/${stack.ready.accountId}`,
        `GET /zones/${stack.ready.accountId}/rulesets`,
      ].sort(),
    ]);
  });

  it("continues with one warning if the API cannot be reached", async () => {
    const env = { EDGE_BASE_URL: "http://127.0.0.1:9/client/v4" };
    const { code, stdout, stderr } = await stack.pulumi(["preview"], env);
    const output = stdout + stderr;
    expect(code).toBe(0);
    expect(output.match(/warning: the preview goes on without what is live/g)?.length).toBeLessThanOrEqual(2);
    expect(output).toContain("cannot connect to http://127.0.0.1:9");
  });
});
