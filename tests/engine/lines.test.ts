import { outputOf, type EdgeStack } from "../support/edge-stack";
import { BOTH_PROVIDERS } from "../support/native-stack";

/** Three zones with equal rules and one with others. Each is a component, which `NAMED` renames with an alias. */
const programOf = (module: string) => `
const pulumi = require("@pulumi/pulumi");
const { ZoneEntrypointRuleset, OwaspConfig, getZones } = require("${module}");
const { STEP, NAMED, ENDS } = process.env;
const rules = [
  { ref: "scanners", action: "block", expression: 'http.user_agent contains "nikto"' },
  { ref: "files", action: "block", expression: 'ends_with(http.request.uri.path, ".env")' },
];
module.exports = async () => {
  const made = [];
  for (const { id, name } of (await getZones()).filter(({ name }) => /^(odd|[abc])\\.example$/.test(name))) {
    const alias = NAMED ? { aliases: [{ name }] } : {};
    const parent = new pulumi.ComponentResource("shop:Zone", (NAMED ?? "") + name, {}, alias);
    const php = { ref: "php", action: "block", expression: 'ends_with(http.request.uri.path, ".php")' };
    const own = name === "odd.example" ? [rules[1], rules[0]] : rules;
    const custom = new ZoneEntrypointRuleset("custom-" + name, {
      zoneId: id,
      phase: "http_request_firewall_custom",
      rules: STEP === "2" ? [...own, php] : STEP === "3" ? [php, ...own] : own,
    }, { parent });
    made.push(custom);
    if (name !== "a.example") continue;
    made.push(new OwaspConfig("owasp", { zoneId: id, paranoiaLevel: STEP === "2" ? 1 : 2, scoreThreshold: "low" }, { parent }));
  }
  if (!ENDS) return;
  const check = async (olds, inputs) => ({ inputs, failures: [{ property: "", reason: "is no bucket" }] });
  class Bucket extends pulumi.dynamic.Resource { constructor(name, opts) { super({ check }, name, {}, opts); } }
  new Bucket("bucket", { dependsOn: made });
};
`;
const ZONES = ["b.example", "odd.example", "a.example", "c.example"];
const CUSTOM = "http_request_firewall_custom";
const MANY = "3 zones (a.example, b.example and 1 more)";
const ALL = "4 zones (a.example, b.example and 2 more)";
/** What a line about requests says if a rule is new. */
const blocksMore = (rule: string, request: string, zone = "a.example") =>
  `blocks more: requests change from "passes" to "block by ${rule}", for example GET https://www.${zone}${request}`;
const LEVELS = "28 of 28 of level 1, 14 of 14 of level 2, 0 of 8 of level 3, 0 of 5 of level 4";

/** Returns what the CLI prints at the end under each resource, with ids in place of numbers. */
function diagnosticsOf(output: string): Record<string, string[]> {
  const [, text = ""] = /^Diagnostics:\n(.*?)^(?:Resources|Duration|Outputs):/ms.exec(output) ?? [];
  const found: Record<string, string[]> = {};
  for (const section of text.split(/\n\n/)) {
    const [, name] = /^ {2}\S+ \((.*)\):$/m.exec(section) ?? [];
    if (name === undefined) continue;
    const lines = section.split("\n").filter((line) => line.startsWith("    "));
    found[name] = [
      ...(found[name] ?? []),
      ...lines.map((line) => line.trim().replace(/\/[0-9a-f]{32}/g, "/…")),
    ];
  }
  return found;
}

describe.each(BOTH_PROVIDERS)("the lines of the %s", (_, module, create) => {
  let stack: EdgeStack;
  let least: string;
  beforeAll(async () => {
    stack = await create(programOf(module));
    for (const name of ZONES)
      await stack.api.call("POST", "/zones", { body: { name, account: { id: stack.ready.accountId } } });
    const groups = await stack.api.call("GET", "/user/tokens/permission_groups");
    const idOf = (named: string) =>
      (groups.result as { id: string; name: string }[]).find(({ name }) => name === named)?.id;
    const policies = [
      {
        effect: "allow",
        resources: { "com.cloudflare.api.account.zone.*": "*" },
        permission_groups: [{ id: idOf("Zone Read") }, { id: idOf("Zone WAF Read") }],
      },
      {
        effect: "allow",
        resources: { [`com.cloudflare.api.user.${stack.ready.userId}`]: "*" },
        permission_groups: [{ id: idOf("API Tokens Read") }],
      },
    ];
    const made = await stack.api.call("POST", "/user/tokens", { body: { name: "reads", policies } });
    least = (made.result as { value: string }).value;
  });
  afterAll(() => stack.dispose());

  it("of a preview are one for many zones, and at their resources for few", async () => {
    expect(diagnosticsOf(outputOf(await stack.preview()))).toEqual({
      "engine-test-test": [
        `${MANY}, ${CUSTOM}: ${blocksMore("files", "/.env")}`,
        `${MANY}, ${CUSTOM}: rules in order: scanners, files`,
      ],
      "custom-odd.example": [
        `odd.example, ${CUSTOM}: ${blocksMore("scanners", "/ with agent nikto", "odd.example")}`,
        `odd.example, ${CUSTOM}: rules in order: files, scanners`,
      ],
      owasp: [
        `OWASP of zone a.example: turns 42 managed rules on; then 42 of 55 are on (${LEVELS}); EDGE_LOG=info names them`,
      ],
    });
  });

  it("about the permissions that the update needs are one for all resources", async () => {
    const output = outputOf(await stack.pulumi(["preview"], { EDGE_API_TOKEN: least }));
    const { "engine-test-test": lines = [] } = diagnosticsOf(output);
    expect(lines.filter((line) => line.includes("credential needs"))).toEqual([
      expect.stringMatching(
        /The deployment's credential needs "Zone WAF Write" on 4 zones \(a\.example, b\.example and 2 more\); `edge-platform preflight` lists/,
      ),
    ]);
  });

  it("of an update are at their resources, and call a zone by its name", async () => {
    const created = (count: number) =>
      `created a ruleset with ${count} rule${count === 1 ? "" : "s"}: POST /zones/…/rulesets`;
    const diagnostics = diagnosticsOf(outputOf(await stack.up()));
    expect(diagnostics).toMatchObject(
      Object.fromEntries(ZONES.map((name) => [`custom-${name}`, [`${name}, ${CUSTOM}: ${created(2)}`]])),
    );
    expect(diagnostics["owasp"]).toEqual([
      `a.example, http_request_firewall_managed: ${created(1)}; turns 42 managed rules on; then 42 of 55 are on (${LEVELS})`,
    ]);
    expect(diagnostics).not.toHaveProperty("engine-test-test");
  });

  it("of a change are those of its preview, and none is about a resource with another parent", async () => {
    Object.assign(stack.env, { NAMED: "zone-" });
    const renamed = outputOf(await stack.preview("--expect-no-changes"));
    expect(diagnosticsOf(renamed)).toEqual({});
    Object.assign(stack.env, { STEP: "2" });
    expect(diagnosticsOf(outputOf(await stack.preview()))).toEqual({
      "engine-test-test": [
        `${MANY}, ${CUSTOM}: rules in order: scanners, files, php (new)`,
        `${ALL}, ${CUSTOM}: ${blocksMore("php", "/index.php")}`,
      ],
      "custom-odd.example": [`odd.example, ${CUSTOM}: rules in order: files, scanners, php (new)`],
      owasp: [
        expect.stringMatching(/^OWASP of zone a\.example: weaker: the paranoia level falls from 2 to 1; /),
      ],
    });
    const diagnostics = diagnosticsOf(outputOf(await stack.up()));
    expect(Object.keys(diagnostics).sort()).toEqual([
      ...ZONES.map((name) => `custom-${name}`).sort(),
      "owasp",
    ]);
    expect(diagnostics["owasp"]).toEqual([
      expect.stringMatching(/: PATCH \S+; weaker: the paranoia level falls from 2 to 1; /),
    ]);
  });

  it("are not lost if the engine ends the preview", async () => {
    const ended = await stack.pulumi(["preview"], { STEP: "3", ENDS: "yes" });
    const { bucket, ...others } = diagnosticsOf(outputOf(ended, 1));
    expect(bucket).toEqual([expect.stringContaining("is no bucket")]);
    // The engine interrupts a program that has not ended by itself: then the lines are under the stack.
    expect(Object.values(others).flat().sort()).toEqual([
      `${MANY}, ${CUSTOM}: rules in order: php (moved), scanners, files`,
      `${ALL}, ${CUSTOM}: no request changes (proved)`,
      expect.stringMatching(/^OWASP of zone a\.example: stronger: /),
      `odd.example, ${CUSTOM}: rules in order: php (moved), files, scanners`,
    ]);
  });

  it("of a destroy are at their resources", async () => {
    const diagnostics = diagnosticsOf(outputOf(await stack.destroy()));
    expect(Object.keys(diagnostics).sort()).toEqual([
      ...ZONES.map((name) => `custom-${name}`).sort(),
      "owasp",
    ]);
  });
});
