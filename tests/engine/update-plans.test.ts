import fs from "node:fs";
import path from "node:path";
import { outputOf, type EdgeStack } from "../support/edge-stack";
import { liveObjects } from "../support/live";
import { BOTH_PROVIDERS } from "../support/native-stack";
import { casesOf } from "../support/nightly";
import { EXAMPLE_COM } from "../support/platform";
import { upUnchanged } from "../support/settled";

/** One resource of each kind that draws a name or writes rules. Step 2 changes each, and step 3 replaces all but one token. */
const programOf = (module: string) => `
const pulumi = require("@pulumi/pulumi");
const edge = require("${module}");
const { ACCOUNT: accountId, OTHER_ZONE, STEP } = process.env;
const step = Number(STEP);
const zoneId = step === 3 ? OTHER_ZONE : "${EXAMPLE_COM}";
const policies = [{ resources: edge.allZones(), permissionGroups: [{ name: step > 1 ? "Zone WAF Read" : "Zone Read" }] }];
const scanners = { ref: "scanners", action: "block", expression: 'http.user_agent contains "nikto"' };
const files = { ref: "files", action: "block", expression: 'ends_with(http.request.uri.path, ".env")' };
const rules = step > 1 ? [files, scanners] : [scanners];
const items = [{ ip: "192.0.2.1" }, ...(step > 1 ? [{ ip: "192.0.2.2" }] : [])];

const token = new edge.ApiToken("deploy", { policies, ...(step === 3 && { accountId }) });
new edge.ApiToken("rotated", {
  policies,
  rotation: { every: "90d", overlap: "7d" },
  rotationTrigger: step > 1 ? "leaked" : "first",
});
const phase = step === 3 ? "http_ratelimit" : "http_request_firewall_custom";
const limit = { characteristics: ["ip.src", "cf.colo.id"], period: 60, requestsPerPeriod: 100, mitigationTimeout: 60 };
const custom = new edge.Ruleset("shared", {
  phase,
  rules: rules.map((rule) => ({ ...rule, ...(step === 3 && { ratelimit: limit }) })),
});
const office = new edge.List("office", { name: step === 3 ? "offices" : "office", kind: "ip", items });
new edge.ZoneEntrypointRuleset("custom", {
  zoneId,
  phase: "http_request_firewall_custom",
  rules: [...rules, { ref: "office", action: "block", expression: pulumi.interpolate\`not ip.src in $\${office.name}\` }],
});
new edge.OwaspConfig("owasp", { zoneId, paranoiaLevel: 2, scoreThreshold: step > 1 ? "high" : "low" });
new edge.ValidatedFilter("admin", {
  expression: STEP === "wrong" ? "http.hots eq 1" : \`http.host eq "admin\${step === 3 ? 3 : ""}.example.com"\`,
  mode: "local",
});
exports.name = token.name;
exports.value = token.value;
`;

const SCANNERS = 'scanners: block if http.user_agent contains "nikto"';
const FILES = 'files: block if ends_with(http.request.uri.path, ".env")';
const owasp = (from: number) => [
  `owasp-core-ruleset: execute Cloudflare OWASP Core Ruleset (block from ${from}) if true`,
];

/** What is live after each step. Tokens of accounts are not among the tokens. */
const LIVE = {
  "1": {
    'account custom "shared"': [SCANNERS],
    "example.com http_request_firewall_custom": [SCANNERS, "office: block if not ip.src in $office"],
    "example.com http_request_firewall_managed": owasp(60),
    tokens: ["deploy", "rotated"],
  },
  "2": {
    'account custom "shared"': [FILES, SCANNERS],
    "example.com http_request_firewall_custom": [FILES, SCANNERS, "office: block if not ip.src in $office"],
    "example.com http_request_firewall_managed": owasp(25),
    // The predecessor of a rotation ends later.
    tokens: ["deploy", "rotated", "rotated"],
  },
  "3": {
    'account custom "shared"': [FILES, SCANNERS],
    "example.org http_request_firewall_custom": [FILES, SCANNERS, "office: block if not ip.src in $offices"],
    "example.org http_request_firewall_managed": owasp(25),
    tokens: ["rotated", "rotated"],
  },
};

const PROVIDERS = casesOf(BOTH_PROVIDERS, ([door]) => door === "native plugin");

describe.each(PROVIDERS)("an update plan of the %s", (door, module, create) => {
  let stack: EdgeStack;
  let plan: string;

  beforeAll(async () => {
    stack = await create(programOf(module));
    plan = path.join(stack.directory, "plan.json");
    const [, other] = await stack.api.zones();
    const { accountId } = stack.ready;
    Object.assign(stack.env, { EDGE_ACCOUNT_ID: accountId, ACCOUNT: accountId, OTHER_ZONE: other?.id });
  });
  afterAll(() => stack.dispose());

  const save = (step: string) => stack.pulumi(["preview", "--diff", `--save-plan=${plan}`], { STEP: step });
  const carryOut = (step: string) =>
    stack.watch(() => stack.pulumi(["up", "--yes", "--skip-preview", `--plan=${plan}`], { STEP: step }));

  async function expectCarriedOut(step: keyof typeof LIVE): Promise<string> {
    const shown = outputOf(await save(step));
    outputOf((await carryOut(step)).result);
    stack.env["STEP"] = step;
    const { tokens = [], ...live } = await liveObjects(stack);
    expect({ ...live, tokens: tokens.map((name) => name.split("-")[0]) }).toEqual(LIVE[step]);
    const { writes } = await stack.watch(() => upUnchanged(stack));
    expect(writes).toEqual([]);
    return shown;
  }

  it("is not written if the preview finds a problem, which it shows", async () => {
    const output = outputOf(await save("wrong"), 1);
    expect(output).toContain("unknown identifier");
    expect(output).toMatch(/^ +(?:│ )?http\.hots eq 1$/m);
    expect(fs.existsSync(plan)).toBe(false);
  });

  it("makes everything new, and its preview prints what the change means", async () => {
    const shown = await expectCarriedOut("1");
    expect(shown).toContain("example.com, http_request_firewall_custom: rules in order: scanners, office");
    expect(shown).toContain("OWASP of zone example.com: turns 42 managed rules on");
    // A name that is drawn again in the update is unknown before it.
    const { name } = await stack.outputs();
    expect(shown.includes(String(name))).toBe(door === "native plugin");
    expect(shown).toMatch(/generationSince: \[unknown\]/);
  });

  it("changes everything, and rotates a token", async () => {
    const shown = await expectCarriedOut("2");
    expect(shown).toContain("rules in order: files (new), scanners, office");
    expect(shown).toMatch(/~ generation\s*: 1 => 2/);
  });

  it("does nothing else: another program is refused, and nothing is written", async () => {
    outputOf(await save("2"));
    const { result, writes } = await carryOut("3");
    expect(outputOf(result, 1)).toContain("violates plan");
    expect(writes).toEqual([]);
  });

  it("replaces everything", async () => {
    const shown = await expectCarriedOut("3");
    expect(shown).toContain("rules in order: files, scanners, office");
    const { value } = await stack.outputs();
    const headers = { Authorization: `Bearer ${String(value)}` };
    const verify = `${stack.ready.baseUrl}/accounts/${stack.ready.accountId}/tokens/verify`;
    expect((await fetch(verify, { headers })).status).toBe(200);
  });
});
