import { outputOf, type EdgeStack } from "../support/edge-stack";
import { liveObjects, liveTokens } from "../support/live";
import { BOTH_PROVIDERS } from "../support/native-stack";
import { casesOf } from "../support/nightly";
import { EXAMPLE_COM } from "../support/platform";
import { upUnchanged } from "../support/settled";

const CUSTOM = "http_request_firewall_custom";
/** A name that a person chose, and that looks like a mark of earlier versions. */
const STAMPED = "deploy-20261123045100123456";

const POLICIES = `[{ resources: { "zone.${EXAMPLE_COM}": "*" }, permissionGroups: [{ name: "Zone Read" }] }]`;
const rules = (
  name: string,
) => `new edge.ZoneEntrypointRuleset("${name}", { zoneId: "${EXAMPLE_COM}", phase: "${CUSTOM}", rules: [
  { ref: "a", action: "log", expression: 'http.request.uri.path eq "/a"' },
  { ref: "b", action: "block", expression: 'http.request.uri.path eq "/b"' },
] });`;
const owasp = (name: string) =>
  `new edge.OwaspConfig("${name}", { zoneId: "${EXAMPLE_COM}", paranoiaLevel: 2, scoreThreshold: 40 });`;
const token = (name: string, more = "") =>
  `new edge.ApiToken("${name}", { policies: ${POLICIES}, ${more} });`;

const PROVIDERS = casesOf(BOTH_PROVIDERS, ([door]) => door === "dynamic provider");

describe.each(PROVIDERS)("a stack of the %s that is renamed", (_, module, create) => {
  const program = (...parts: string[]) => [`const edge = require("${module}");`, ...parts, ""].join("\n");
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await create(
      program(rules("waf"), owasp("owasp"), token("ci"), token("stamped", `name: "${STAMPED}"`)),
    );
    outputOf(await stack.up());
    outputOf(await stack.pulumi(["stack", "rename", "former"]));
  });
  afterAll(() => stack.dispose());

  it("keeps a token whose explicit name ends like a mark", async () => {
    await upUnchanged(stack);
    expect(JSON.stringify(await liveTokens(stack))).toContain(STAMPED);
  });

  it("keeps its objects when resources are renamed, since its state proves who owns the marks", async () => {
    const before = await liveObjects(stack);
    stack.write(
      "index.js",
      program(rules("shield"), owasp("core"), token("ci"), token("stamped", `name: "${STAMPED}"`)),
    );
    outputOf(await stack.up());
    expect(await liveObjects(stack)).toEqual(before);
    await upUnchanged(stack);
  });

  it("loses nothing to a new stack of its old name, which lists the objects that it leaves alone", async () => {
    const before = await liveTokens(stack);
    outputOf(await stack.pulumi(["stack", "init", "test"]));
    stack.write("index.js", program(rules("shield"), token("ci")));
    // The first stack of this name made the token "ci", and the state of the new stack is empty.
    const preview = outputOf(await stack.preview());
    expect(preview).toMatch(/token "ci-\w{36}" \([0-9a-f]{32}, from .* ago\) is a suspected orphan/);
    expect(outputOf(await stack.up())).toContain("is a suspected orphan");
    stack.write("index.js", program(rules("shield"), token("ci"), owasp("owasp")));
    const refused = outputOf(await stack.preview(), 1);
    expect(refused).toContain("already deploys");
    expect(refused).toContain("EDGE_TAKE_OVER=");
    outputOf(await stack.up(), 1);
    expect(outputOf(await stack.destroy())).toContain("is a suspected orphan");
    expect(await liveTokens(stack)).toEqual(before);
    outputOf(await stack.pulumi(["stack", "rm", "--yes"]));

    outputOf(await stack.pulumi(["stack", "select", "former"]));
    stack.write(
      "index.js",
      program(rules("shield"), owasp("core"), token("ci"), token("stamped", `name: "${STAMPED}"`)),
    );
    await upUnchanged(stack);
  });

  it("removes all of its objects, and nothing else", async () => {
    const names = async () => JSON.stringify(await liveTokens(stack));
    outputOf(await stack.destroy());
    expect(await names()).not.toContain("ci-");
    expect(await names()).not.toContain(STAMPED);
    expect((await liveObjects(stack))[`example.com ${CUSTOM}`] ?? []).toEqual([]);
  });
});
