import { outputOf, type EdgeStack } from "../support/edge-stack";
import { BOTH_PROVIDERS } from "../support/native-stack";
import { EXAMPLE_COM } from "../support/platform";
import { expectSettled } from "../support/settled";

/** Resources whose option names arguments as a whole, and one whose option names a part of an argument. */
const programOf = (module: string) => `
const edge = require("${module}");
const zoneId = "${EXAMPLE_COM}";
const isChanged = process.env.STEP === "2";
const action = isChanged ? "log" : "block";
const scanners = { ref: "scanners", action, expression: 'http.user_agent contains "nikto"' };
const login = { ref: "login", action: "managed_challenge", expression: 'http.request.uri.path eq "/login"' };
const replaced = (...replaceOnChanges) => ({ replaceOnChanges });

new edge.ZoneEntrypointRuleset(
  "custom",
  { zoneId, phase: "http_request_firewall_custom", rules: [scanners, login] },
  replaced("rules"),
);
new edge.ZoneEntrypointRuleset(
  "exclusive",
  {
    zoneId,
    phase: "http_request_origin",
    ownership: "exclusive",
    rules: [{ ref: "port", action: "route", actionParameters: { origin: { port: isChanged ? 8443 : 443 } }, expression: "ssl" }],
  },
  replaced("*"),
);
new edge.OwaspConfig("owasp", { zoneId, paranoiaLevel: 2, scoreThreshold: isChanged ? 25 : 40 }, replaced("*"));
new edge.ApiToken(
  "deploy",
  { policies: [{ resources: edge.allZones(), permissionGroups: [{ name: isChanged ? "Zone WAF Read" : "Zone Read" }] }] },
  replaced("policies"),
);
const shared = new edge.Ruleset(
  "shared",
  { name: "No scanners", phase: "http_request_firewall_custom", rules: [scanners] },
  replaced("rules"),
);
new edge.AccountEntrypointRuleset("deployment", {
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
new edge.ZoneEntrypointRuleset(
  "part",
  {
    zoneId,
    phase: "http_request_transform",
    rules: [
      { ref: "kept", action: "rewrite", actionParameters: { uri: { path: { value: "/a" } } }, expression: 'http.host eq "a"' },
      {
        ref: "named",
        action: "rewrite",
        actionParameters: { uri: { path: { value: "/b" } } },
        expression: 'http.host eq "' + (isChanged ? "c" : "b") + '"',
      },
    ],
  },
  replaced('rules["named"].expression'),
);
`;

const live = (action: "log" | "block", threshold: number, host: string) => ({
  "account http_request_firewall_custom": ['no-scanners: execute No scanners if (cf.zone.plan eq "ENT")'],
  'account custom "No scanners"': [`scanners: ${action} if http.user_agent contains "nikto"`],
  "example.com http_request_firewall_custom": [
    `scanners: ${action} if http.user_agent contains "nikto"`,
    'login: managed_challenge if http.request.uri.path eq "/login"',
  ],
  "example.com http_request_firewall_managed": [
    `owasp-core-ruleset: execute Cloudflare OWASP Core Ruleset (block from ${threshold}) if true`,
  ],
  "example.com http_request_origin": ["port: route if ssl"],
  "example.com http_request_transform": [
    'kept: rewrite if http.host eq "a"',
    `named: rewrite if http.host eq "${host}"`,
  ],
  tokens: ["deploy"],
});

interface Step {
  readonly op: string;
  readonly urn: string;
}

describe.each(BOTH_PROVIDERS)("the option replaceOnChanges of the %s", (door, module, create) => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await create(programOf(module));
    stack.env["EDGE_ACCOUNT_ID"] = stack.ready.accountId;
    outputOf(await stack.up());
  });
  afterAll(() => stack.dispose());

  it("changes nothing by itself", async () => {
    await expectSettled(stack, live("block", 40, "b"));
  });

  it("replaces what it names, and a part of an argument by the native plugin only", async () => {
    stack.env["STEP"] = "2";
    const { json } = await stack.preview("--json");
    // The engine prints one object.
    const { steps } = json as { readonly steps: readonly Step[] };
    const operations = steps.map(({ op, urn }) => [urn.split("::").at(-1), op]);
    expect(Object.fromEntries(operations)).toMatchObject({
      custom: "replace",
      exclusive: "replace",
      owasp: "replace",
      deploy: "replace",
      shared: "replace",
      part: door === "native plugin" ? "replace" : "update",
    });
  });

  it("leaves the rules of the program live", async () => {
    const output = outputOf(await stack.up());
    expect(
      output.includes("has no effect: only the native plugin compares parts of an argument; write rules"),
    ).toBe(door !== "native plugin");
    await expectSettled(stack, live("log", 25, "c"));
  });
});
