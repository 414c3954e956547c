import { writeFileSync } from "node:fs";
import path from "node:path";
import { registerAdopt } from "../../../cli/adopt/adopt";
import type { Members } from "../../../provider/api";
import { firstUpdate, registeredBy } from "../../support/adopted-program";
import { runCommand, type CommandRun } from "../../support/command";
import { diagnosticsOf } from "../../support/compile";
import { temporaryFolder } from "../../support/fake-commands";
import { ask, testEngine } from "../../support/lifecycle";
import { HOSTILE } from "../../support/odd-zones";
import { newZone, OWASP, useTestPlatform } from "../../support/platform";
import {
  rulesetValues,
  STATE_FORMS,
  STATE_SECRET,
  stateText,
  tokenValues,
  type StateForm,
  type StateResource,
} from "../../support/terraform-state";

const platform = useTestPlatform({ plan: "enterprise" });
const before = process.env;
const folder = temporaryFolder();
beforeAll(() => {
  process.env = { ...before, EDGE_BASE_URL: platform.baseUrl, EDGE_API_TOKEN: platform.token };
});
afterAll(() => {
  process.env = before;
});

const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";
const [V4] = STATE_FORMS as readonly [StateForm];

async function adoptState(text: string, ...args: string[]): Promise<CommandRun> {
  const file = path.join(folder, "state.json");
  writeFileSync(file, text);
  return runCommand(registerAdopt, ["adopt", "--terraform", file, ...args]);
}

/** What is live: a zone and an account with rulesets, and a token of each. */
interface Live {
  readonly zoneId: string;
  readonly entrypoint: Members;
  readonly managed: Members;
  readonly custom: Members;
  readonly root: Members;
  readonly userToken: Members;
  readonly accountToken: Members;
}
let live: Live;

beforeAll(async () => {
  const { accountId } = platform;
  const account = `/accounts/${accountId}`;
  const post = (place: string, body: object) => ask<Members & { id: string }>(platform, "POST", place, body);
  const { id: zoneId } = await post("/zones", { name: "moving.example", account: { id: accountId } });
  const zone = (phase: string, rules: object[]) =>
    post(`/zones/${zoneId}/rulesets`, { name: "default", kind: "zone", phase, rules });
  const response = { status_code: 403, content: "no", content_type: "text/plain" };
  const entrypoint = await zone(CUSTOM, [
    { ref: "admin", action: "block", expression: "ssl", action_parameters: { response } },
    { action: "log", expression: "not ssl", enabled: false, description: HOSTILE[0] },
    { ref: "by-hand", action: "log", expression: "ip.src eq 192.0.2.1" },
  ]);
  const scoring = { id: "6179ae15870a4bb7b2d480d4843b323c", score_threshold: 60, action: "log" };
  const managed = await zone(MANAGED, [
    {
      action: "skip",
      expression: "ssl",
      action_parameters: { rulesets: [OWASP] },
      logging: { enabled: true },
    },
    {
      action: "execute",
      expression: "true",
      action_parameters: { id: OWASP, overrides: { rules: [scoring] } },
    },
  ]);
  const rules = [{ ref: "env", action: "block", expression: 'ends_with(http.request.uri.path, "/.env")' }];
  const custom = await post(`${account}/rulesets`, { name: "shared", kind: "custom", phase: CUSTOM, rules });
  const root = await post(`${account}/rulesets`, {
    name: "default",
    kind: "root",
    phase: CUSTOM,
    rules: [{ action: "execute", expression: 'cf.zone.plan eq "ENT"', action_parameters: { id: custom.id } }],
  });
  const policies = [
    {
      effect: "allow",
      resources: {
        [`com.cloudflare.api.account.${accountId}`]: { "com.cloudflare.api.account.zone.*": "*" },
      },
      permission_groups: [{ id: "fb6778dc191143babbfaa57993f1d275" }],
    },
  ];
  const userToken = await post("/user/tokens", { name: "deploy", policies });
  const accountToken = await post(`${account}/tokens`, { name: "deploy", policies });
  live = { zoneId, entrypoint, managed, custom, root, userToken, accountToken };
});

/** The state of a program that made what is live, but for the rule `by-hand`. */
function stateOf(form: StateForm): StateResource[] {
  const { zoneId, entrypoint, managed, custom, root, userToken, accountToken } = live;
  const zone = { zone_id: zoneId };
  const account = { account_id: platform.accountId };
  const rules = (entrypoint["rules"] as readonly unknown[]).slice(0, 2);
  return [
    {
      module: 'module.edge["eu.west"]',
      type: "cloudflare_ruleset",
      name: "waf_custom",
      key: "prod",
      values: rulesetValues({ ...entrypoint, rules }, zone, form),
    },
    { type: "cloudflare_ruleset", name: "managed", key: 0, values: rulesetValues(managed, zone, form) },
    { type: "cloudflare_ruleset", name: "Shared", values: rulesetValues(custom, account, form) },
    { type: "cloudflare_ruleset", name: "account", values: rulesetValues(root, account, form) },
    { type: "cloudflare_api_token", name: "deploy", values: tokenValues(userToken, {}, form) },
    { type: "cloudflare_account_token", name: "deploy", values: tokenValues(accountToken, account, form) },
    { type: "cloudflare_record", name: "www", key: "a", values: { content: STATE_SECRET } },
    { type: "cloudflare_record", name: "www", key: "b", values: {} },
  ];
}

describe("edge-platform adopt --terraform", () => {
  it("declares what the state manages, under the names of Terraform, and writes nothing", async () => {
    const run = await adoptState(stateText(stateOf(V4), V4));
    expect(run).toMatchObject({ code: 0 });
    expect(diagnosticsOf([{ name: "adopted.ts", source: run.stdout }])).toEqual([]);
    const registered = registeredBy(run.stdout);
    expect(registered.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "Ruleset Shared",
      "AccountEntrypointRuleset account",
      "ApiToken deploy",
      "ApiToken deploy-2",
      "ZoneEntrypointRuleset edge-eu.west-waf_custom-prod",
      "ZoneEntrypointRuleset managed-0",
      "OwaspConfig managed-0-owasp",
    ]);
    expect(run.stdout).toContain(
      '// In Terraform: module.edge["eu.west"].cloudflare_ruleset.waf_custom["prod"]',
    );
    expect(run.stdout).toContain('// - "by-hand": is not in the Terraform state');
    expect(run.stdout).toContain(
      "// - 2 resources of other types: this package has no resource for cloudflare_record (2)",
    );
    const { writes } = await firstUpdate(platform, testEngine(platform), registered);
    expect(writes).toEqual([]);
  });

  it.each(STATE_FORMS)(
    "reads the state of provider $provider from `terraform $command`, and prints no value of a token",
    async (form) => {
      const run = await adoptState(stateText(stateOf(form), form));
      expect(run.stdout + run.stderr).not.toContain(STATE_SECRET);
      expect(run).toEqual(await adoptState(stateText(stateOf(V4), V4)));
      expect(run.stderr).toContain("7 resources adopted");
    },
  );

  it("finds rules again that have another id or ref than in the state, and names those that are not live", async () => {
    const { zoneId, entrypoint } = live;
    const [admin, second] = entrypoint["rules"] as readonly [Members, Members];
    const id = "0".repeat(32);
    const rules = [
      { ...admin, id },
      { ...second, id, ref: id },
      { id, ref: "removed", action: "block", expression: "true" },
    ];
    const values = rulesetValues({ ...entrypoint, id, rules }, { zone_id: zoneId }, V4);
    const run = await adoptState(stateText([{ type: "cloudflare_ruleset", name: "waf", values }], V4));
    const [waf] = registeredBy(run.stdout);
    expect((waf?.args["rules"] as readonly Members[]).map(({ ref }) => ref)).toEqual([
      "admin",
      second["ref"],
    ]);
    expect(run.stdout).toContain('// - "removed": is in the Terraform state, and not live');
  });

  it("declares a custom ruleset of a zone, and refers to it where the entry point of the zone executes it", async () => {
    const zoneId = await newZone(platform);
    const zone = { zone_id: zoneId };
    const post = (body: Members) => ask<Members>(platform, "POST", `/zones/${zoneId}/rulesets`, body);
    const rules = [{ ref: "env", action: "block", expression: "ssl" }];
    const own = await post({ name: "of the zone", kind: "custom", phase: CUSTOM, rules });
    const entry = await post({
      name: "default",
      kind: "zone",
      phase: CUSTOM,
      rules: [{ ref: "own", action: "execute", expression: "ssl", action_parameters: { id: own["id"] } }],
    });
    const state = [
      { type: "cloudflare_ruleset", name: "scanners", values: rulesetValues(own, zone, V4) },
      { type: "cloudflare_ruleset", name: "waf", values: rulesetValues(entry, zone, V4) },
    ];
    const run = await adoptState(stateText(state, V4));
    const registered = registeredBy(run.stdout);
    expect(registered.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "ZoneCustomRuleset scanners",
      "ZoneEntrypointRuleset waf",
    ]);
    expect(run.stdout).toContain("actionParameters: { id: scannersRuleset.rulesetId }");
    expect((await firstUpdate(platform, testEngine(platform), registered)).writes).toEqual([]);
  });

  it("names what has no live counterpart, and what it cannot declare", async () => {
    const { zoneId, custom } = live;
    const ruleset = (name: string, values: Members): StateResource => ({
      type: "cloudflare_ruleset",
      name,
      values: { kind: "zone", phase: "http_ratelimit", rules: [], ...values },
    });
    const gone = "0123456789abcdef0123456789abcdef";
    const state = [
      ruleset("no_entry_point", { zone_id: zoneId }),
      ruleset("no_zone", { zone_id: gone }),
      ruleset("not_an_id", { zone_id: "../../user" }),
      ruleset("deleted", { account_id: platform.accountId, kind: "custom", id: gone }),
      ruleset("in_zone", { zone_id: zoneId, kind: "custom", id: custom["id"] }),
      ruleset("root_in_zone", { zone_id: zoneId, kind: "root" }),
      ruleset("managed", { account_id: platform.accountId, kind: "managed" }),
      { type: "cloudflare_api_token", name: HOSTILE[1] ?? "", values: { id: gone } },
    ];
    const run = await adoptState(stateText(state, V4), "--json");
    expect(run.code).toBe(0);
    const { resources, leftOut } = JSON.parse(run.stdout) as {
      resources: unknown[];
      leftOut: { subject: string; why: string }[];
    };
    expect(resources).toEqual([]);
    const notLive = "nothing live corresponds to it, or another resource of the state manages the same";
    expect(leftOut.map(({ subject, why }) => [subject, why])).toEqual([
      ["cloudflare_ruleset.no_entry_point", notLive],
      ["cloudflare_ruleset.no_zone", notLive],
      ["cloudflare_ruleset.deleted", notLive],
      ["cloudflare_ruleset.in_zone", notLive],
      [expect.stringMatching(/^cloudflare_api_token\.line next line/), notLive],
      [
        "cloudflare_ruleset.not_an_id",
        "the state names neither a zone nor an account by an id of 32 hexadecimal digits",
      ],
      [
        "cloudflare_ruleset.root_in_zone",
        "this package has no resource for a ruleset of the kind root in a zone",
      ],
      ["cloudflare_ruleset.managed", "it is neither an entry point nor a custom ruleset"],
    ]);
  });

  it("prints a summary as JSON and nothing else on stdout, with the files that it wrote", async () => {
    const { zoneId, entrypoint } = live;
    const values = rulesetValues(entrypoint, { zone_id: zoneId }, V4);
    const out = path.join(folder, "project");
    const text = stateText([{ type: "cloudflare_ruleset", name: "waf", values }], V4);
    const run = await adoptState(text, "--json", "--language", "yaml", "--out", out);
    expect(JSON.parse(run.stdout)).toEqual({
      format: "edge-platform-adopt",
      version: 1,
      language: "yaml",
      resources: [
        {
          type: "ZoneEntrypointRuleset",
          name: "waf",
          id: `${zoneId}/${CUSTOM}`,
          terraform: "cloudflare_ruleset.waf",
          terraformItems: [],
          protected: true,
          notImported: null,
        },
      ],
      leftOut: [],
      files: [path.join(out, "Pulumi.yaml"), path.join(out, "import.json")],
    });
  });

  const EXPECTED =
    "expected the output of `terraform show -json` without a plan, or of `terraform state pull`";
  it.each([
    ["an empty file", "", `the document is empty; ${EXPECTED}`],
    [
      "a file that is cut",
      `{"version": 4, "resources": [{"type": "${STATE_SECRET}`,
      "in the middle of a value: the file is cut",
    ],
    ["a file that is not JSON", STATE_SECRET, `the document is not JSON`],
    ["a list", `["${STATE_SECRET}"]`, `${EXPECTED}; found a list`],
    ["another object", '{"a": 1}', `${EXPECTED}; found an object with "a"`],
    ["a plan", '{"format_version": "1.2", "planned_values": {}}', `found a plan; ${EXPECTED}`],
    ["a state of Pulumi", '{"deployment": {}}', `found the state of a Pulumi stack; ${EXPECTED}`],
    [
      "a state file of Terraform 0.11",
      '{"version": 3, "modules": []}',
      "the state file has version 3; this release reads version 4, which Terraform 0.12 and later and OpenTofu write",
    ],
    [
      "another format",
      '{"format_version": "9.0"}',
      'the state has the format "9.0"; this release reads the formats 0 and 1',
    ],
    [
      "a state file of another form",
      '{"version": 4, "resources": [{"mode": "managed", "type": 7}]}',
      "the state file has a form that this release cannot read, at resources.0.type",
    ],
    ["an encrypted state", '{"encrypted_data": "x", "encryption_version": "v0"}', "the state is encrypted"],
    [
      "a state that is nested too deeply",
      stateText([{ type: "cloudflare_ruleset", name: "deep", values: {} }], V4).replace(
        '"values":{}',
        `"values":{"kind":"zone","zone_id":"${"0".repeat(32)}","rules":[{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}]}`,
      ),
      "is nested too deeply for a state of Terraform",
    ],
  ])("refuses %s", async (_, text, said) => {
    const run = await adoptState(text);
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(said) as string });
    expect(run.stderr).not.toContain(STATE_SECRET);
  });

  it("refuses a state beside another selection", async () => {
    expect(await adoptState("{}", "--all-zones")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("remove --zone, --all-zones, --account and --user") as string,
    });
  });
});
