import path from "node:path";
import type { Members } from "../../../provider/api";
import { registerProve } from "../../../cli/prove/prove";
import { ROOT } from "../../../scripts/prepare";
import { runCommand } from "../../support/command";
import { useCommandLine } from "../../support/command-line";
import { ask } from "../../support/lifecycle";
import { EXAMPLE_COM, newZone } from "../../support/platform";
import { rulesetValues, STATE_FORMS, type StateForm, stateText } from "../../support/terraform-state";

const { platform, write } = useCommandLine();
const sample = (name: string) => path.join(ROOT, "tests/data/reviews", name);
const prove = (...args: string[]) => runCommand(registerProve, ["prove", ...args]);

const OUTSIDE = 'starts_with(http.request.uri.path, "/admin") and not ip.src in {192.0.2.0/24}';
const ADMIN = { ref: "admin", action: "block", expression: OUTSIDE };
const PARTNERS = {
  ref: "partners",
  action: "skip",
  action_parameters: { ruleset: "current" },
  expression: 'ip.src in {198.51.100.0/24} and http.request.uri.path eq "/admin"',
};
const ALLOWED = "  Assuming that no IP Access rule allows such requests past the rules.\n";
const OFFICE = { name: "office only", requests: OUTSIDE, outcome: "blocked" };

/** Writes a plan of Terraform that changes the rules of a zone, and returns the name of its file. */
function plan(before: readonly object[], after: readonly object[]): string {
  const values = (rules: readonly object[]) => ({
    zone_id: EXAMPLE_COM,
    kind: "zone",
    name: "waf",
    phase: "http_request_firewall_custom",
    rules,
  });
  return write("plan.json", {
    format_version: "1.2",
    resource_changes: [
      {
        address: "cloudflare_ruleset.waf",
        type: "cloudflare_ruleset",
        change: { actions: ["update"], before: values(before), after: values(after) },
      },
    ],
  });
}

/** Writes a state of Pulumi, and returns the name of its file. */
function state(rules: unknown): string {
  const type = "pulumi-nodejs:dynamic/edge:ZoneEntrypointRuleset";
  const urn = `urn:pulumi:prod::shop::${type}::waf`;
  const inputs = { zoneId: EXAMPLE_COM, phase: "http_request_firewall_custom", rules };
  return write("state.json", { deployment: { resources: [{ urn, type, custom: true, id: "1", inputs }] } });
}

const SHOWN: StateForm = { provider: 5, command: "show -json" };

/** Returns the values of a ruleset of Terraform with one rule. */
function entrypointValues(rule: object, form: StateForm): Members {
  const ruleset = { kind: "zone", name: "waf", phase: "http_request_firewall_custom", rules: [rule] };
  return rulesetValues(ruleset, { zone_id: EXAMPLE_COM }, form);
}

/** Writes a state of Terraform, and returns the name of its file. */
function terraformState(values: Members, form: StateForm): string {
  const waf = { type: "cloudflare_ruleset", name: "waf", values };
  return write("terraform.tfstate", JSON.parse(stateText([waf], form)));
}

describe("edge-platform prove", () => {
  it("proves that nobody outside a network reaches a path, and exits with 0", async () => {
    const { code, stdout, stderr } = await prove(
      plan([], [ADMIN]),
      "--requests",
      OUTSIDE,
      "--outcome",
      "blocked",
      "--phase",
      "http_request_firewall_custom",
    );
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stderr: "",
      stdout: `zone ${EXAMPLE_COM}: ${JSON.stringify(OUTSIDE)}: proved\n${ALLOWED}`,
    });
  });

  it.each([
    'http.request.uri.path eq "admin"',
    'http.host eq "WWW.example.com"',
    "ip.src in {192.0.2.0/24} and ip.src in {198.51.100.0/24}",
  ])(
    "answers a question about requests that do not exist, %s, as a mistake in the question",
    async (requests) => {
      const { code, stdout, stderr } = await prove(
        plan([], [ADMIN]),
        "--requests",
        requests,
        "--outcome",
        "blocked",
        "--phase",
        "http_request_firewall_custom",
      );
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain("no request matches it");
    },
  );

  it("shows the request that one more rule lets through, and exits with 1", async () => {
    const { code, stdout } = await prove(
      plan([ADMIN], [PARTNERS, ADMIN]),
      "--invariants",
      write("invariants.json", [OFFICE, { ...OFFICE, outcome: "same as before" }]),
    );
    expect(code).toBe(1);
    expect(stdout).toBe(
      [
        `zone ${EXAMPLE_COM}: "office only": broken`,
        "  GET https://www.example.com/admin from 198.51.100.7",
        "  In cloudflare_ruleset.waf, this request is let through by rules[0], and must be blocked: narrow rules[0], or put a rule that blocks such requests in front of it.",
        `zone ${EXAMPLE_COM}: "office only": broken`,
        "  GET https://www.example.com/admin from 198.51.100.7",
        "  In cloudflare_ruleset.waf, this request gets block by rules[0] before, and passes all rules now, and must be treated as before: leave such requests out of the change.",
        "",
      ].join("\n"),
    );
  });

  it("reads a state, in which nothing is before", async () => {
    const file = write("policies.json", {
      "hold-invariants": { invariants: [OFFICE, { ...OFFICE, outcome: "same as before" }] },
    });
    const { code, stdout } = await prove(state([ADMIN]), "--invariants", file, "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      answers: [
        { zone: EXAMPLE_COM, answer: "proved", invariant: OFFICE },
        { zone: EXAMPLE_COM, answer: "undecided", why: "the version before is not known" },
      ],
      unread: [],
    });
  });

  it.each(STATE_FORMS)(
    "reads a state of Terraform, written by $command, provider $provider",
    async (form) => {
      const args = ["--requests", OUTSIDE, "--outcome", "blocked", "--phase", "http_request_firewall_custom"];
      const holds = await prove(terraformState(entrypointValues(ADMIN, form), form), ...args);
      expect(holds).toMatchObject({
        code: 0,
        stdout: `zone ${EXAMPLE_COM}: ${JSON.stringify(OUTSIDE)}: proved\n${ALLOWED}`,
      });
      const open = await prove(terraformState(entrypointValues(PARTNERS, form), form), ...args);
      expect(open.code).toBe(1);
      expect(open.stdout).toContain(
        "In cloudflare_ruleset.waf, this request passes all rules, and must be blocked",
      );
    },
  );

  it("reads no sensitive rule of a state of Terraform, and proves nothing of it", async () => {
    const values = entrypointValues({ ...ADMIN, expression: 'http.host eq "hidden.example.com"' }, SHOWN);
    const whole = JSON.parse(stateText([{ type: "cloudflare_ruleset", name: "waf", values }], SHOWN)) as {
      values: { root_module: { resources: [object] } };
    };
    Object.assign(whole.values.root_module.resources[0], {
      sensitive_values: { rules: [{ expression: true }] },
    });
    const { code, stdout } = await prove(
      write("state.json", whole),
      "--requests",
      'http.host eq "a.example.com"',
      "--outcome",
      "not blocked",
    );
    expect([code, stdout]).toEqual([
      1,
      `zone ${EXAMPLE_COM}: ${JSON.stringify('http.host eq "a.example.com"')}: undecided\n  It is not proved: a condition is not known, or contains what cannot be analysed.\n`,
    ]);
  });

  it("refuses a state of Terraform that does not say what rules there are", async () => {
    const deposed = { instances: [{ deposed: "ab12", attributes: {} }] };
    const { code, stderr } = await prove(
      write("terraform.tfstate", {
        version: 4,
        resources: [{ mode: "managed", type: "cloudflare_ruleset", name: "waf", ...deposed }],
      }),
      "--requests",
      OUTSIDE,
      "--outcome",
      "blocked",
    );
    expect(code).toBe(2);
    expect(stderr).toContain(
      'the state does not say what rules "cloudflare_ruleset.waf" has: it is deposed: Terraform deletes it at the next apply',
    );
  });

  it("reads what is live, also of a zone without rules", async () => {
    const live = ["--live", "--zone", "example.com", "--requests", OUTSIDE, "--outcome", "blocked"];
    const open = await prove(...live);
    expect(open.code).toBe(1);
    expect(open.stdout).toContain("this request passes all rules, and must be blocked");
    await ask(platform, "POST", `/zones/${EXAMPLE_COM}/rulesets`, {
      name: "default",
      kind: "zone",
      phase: "http_request_firewall_custom",
      rules: [ADMIN],
    });
    expect(await prove(...live)).toMatchObject({
      code: 0,
      stdout: `zone example.com: ${JSON.stringify(OUTSIDE)}: proved\n${ALLOWED}`,
    });
  });

  it("says that all requests are redirected before the rules that a proof seems to be about", async () => {
    await ask(platform, "POST", `/zones/${EXAMPLE_COM}/rulesets`, {
      name: "default",
      kind: "zone",
      phase: "http_request_dynamic_redirect",
      rules: [
        {
          ref: "old",
          action: "redirect",
          expression: 'http.host contains "example.com"',
          action_parameters: { from_value: { target_url: { value: "https://example.org/" } } },
        },
      ],
    });
    const live = ["--live", "--zone", "example.com", "--requests", OUTSIDE];
    const { code, stdout } = await prove(...live, "--outcome", "blocked", "--not-in-use", "ip-access-rules");
    expect([code, stdout]).toEqual([
      0,
      `zone example.com: ${JSON.stringify(OUTSIDE)}: proved
  All of these requests are redirected by rules["old"] of zone example.com, http_request_dynamic_redirect, so the proof says nothing about later rules.
  Assuming that requests of the zone have example.com, or a name below it, as host.
`,
    ]);
    const json = await prove(...live, "--outcome", "not challenged", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      answers: [{ answer: "proved", note: expect.stringMatching(/^all of these requests/) as string }],
    });
  });

  it("proves that requests are not challenged, or shows one that is", async () => {
    const args = ["--requests", 'http.request.uri.path eq "/health"', "--outcome", "not challenged"];
    const rule = (expression: string) => ({ ref: "bots", action: "managed_challenge", expression });
    const inPhase = ["--phase", "http_request_firewall_custom"];
    const { code, stdout } = await prove(plan([], [rule('http.user_agent contains "bot"')]), ...args);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "GET https://www.example.com/health with agent bot\n  In cloudflare_ruleset.waf, this request gets managed_challenge by rules[0], and must not be challenged: narrow rules[0]",
    );
    const others = plan([], [{ ...rule('http.request.uri.path eq "/login"'), action: "js_challenge" }]);
    expect(await prove(others, ...args, ...inPhase)).toMatchObject({ code: 0 });
    expect((await prove(others, ...args)).stdout).toContain("rules of other owners, which may challenge");
    const whole = await prove("--live", "--zone", "example.com", ...args);
    expect([whole.code, whole.stdout.split("\n  ").slice(1)]).toEqual([
      0,
      [
        "Assuming that no IP Access rule, User Agent Blocking, bot protection, DDoS protection or Security Level, such as Under Attack mode, challenges such requests.\n",
      ],
    ]);
  });

  it("reads the live rules of the account, which run before those of the zone", async () => {
    const rulesets = `/accounts/${platform.accountId}/rulesets`;
    const phase = "http_request_firewall_custom";
    const { id } = await ask<{ id: string }>(platform, "POST", rulesets, {
      name: "shared",
      kind: "custom",
      phase,
      rules: [{ action: "block", expression: 'http.user_agent contains "nikto"' }],
    });
    await ask(platform, "POST", rulesets, {
      name: "default",
      kind: "root",
      phase,
      rules: [{ action: "execute", expression: 'cf.zone.plan eq "ENT"', action_parameters: { id } }],
    });
    const live = (requests: string) =>
      prove("--live", "--zone", "example.com", "--requests", requests, "--outcome", "not blocked");
    expect(await live('http.user_agent eq "curl"')).toMatchObject({ code: 0 });
    const { code, stdout } = await live('http.user_agent eq "nikto"');
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/undecided\n {2}It is not proved: .* may block before/),
    ]);
  });

  it("follows a custom ruleset that the entry point of the zone executes", async () => {
    const zoneId = await newZone(platform);
    const { name } = await ask<{ name: string }>(platform, "GET", `/zones/${zoneId}`);
    const phase = "http_request_firewall_custom";
    const rulesets = `/zones/${zoneId}/rulesets`;
    const custom = { name: "shared", kind: "custom", phase, rules: [ADMIN] };
    const { id } = await ask<{ id: string }>(platform, "POST", rulesets, custom);
    const asked = (...more: string[]) => prove(...more, "--requests", OUTSIDE, "--outcome", "blocked");
    expect(await asked("--live", "--zone", name)).toMatchObject({ code: 1 });
    const run = { ref: "run", action: "execute", expression: "true" };
    await ask(platform, "POST", rulesets, {
      name: "default",
      kind: "zone",
      phase,
      rules: [{ ...run, action_parameters: { id } }],
    });
    expect(await asked("--live", "--zone", name)).toMatchObject({ code: 0 });

    const resource = (kind: string, of: string, inputs: object) => {
      const type = `edge:index:${kind}`;
      const urn = `urn:pulumi:prod::shop::${type}::${kind}`;
      return { urn, type, custom: true, id: of, inputs: { zoneId, phase, ...inputs } };
    };
    const stateWith = (rule: object) =>
      write("custom.json", {
        deployment: {
          resources: [
            resource("ZoneCustomRuleset", `zone/${zoneId}/${id}`, { name: "shared", rules: [rule] }),
            resource("ZoneEntrypointRuleset", `${zoneId}/${phase}`, {
              ownership: "exclusive",
              rules: [{ ...run, actionParameters: { id } }],
            }),
          ],
        },
      });
    expect(await asked(stateWith(ADMIN))).toMatchObject({ code: 0 });
    const { code, stdout } = await asked(stateWith({ ...ADMIN, enabled: false }));
    expect([code, stdout]).toEqual([1, expect.stringContaining("passes all rules, and must be blocked")]);
  });

  it("decides rules of the account that name zones by the name of the zone", async () => {
    const rulesets = `/accounts/${platform.accountId}/rulesets`;
    const phase = "http_request_firewall_custom";
    const { id } = await ask<{ id: string }>(platform, "POST", rulesets, {
      name: "shared",
      kind: "custom",
      phase,
      rules: [{ action: "block", expression: "true" }],
    });
    const deployFor = (zone: string) => ({
      action: "execute",
      action_parameters: { id },
      expression: `cf.zone.name eq "${zone}" and cf.zone.plan eq "ENT"`,
    });
    const live = () =>
      prove("--live", "--zone", "example.com", "--requests", "ssl", "--outcome", "not blocked");
    const entry = { name: "default", kind: "root", phase };
    const root = await ask<{ id: string }>(platform, "POST", rulesets, {
      ...entry,
      rules: [deployFor("example.org")],
    });
    expect(await live()).toMatchObject({ code: 0 });
    await ask(platform, "PUT", `${rulesets}/${root.id}`, { ...entry, rules: [deployFor("example.com")] });
    expect((await live()).stdout).toContain("may block before the rules of the zone");
  });

  it("names an account whose rules the credential may not read as an assumption of each proof", async () => {
    const [zoneRead, zoneWafRead] = ["c8fed203ed3043cba015a93ad1616f1f", "dbc512b354774852af2b5a5f4ba3d470"];
    const { value } = await ask<{ value: string }>(platform, "POST", "/user/tokens", {
      name: "reads zones",
      policies: [
        {
          effect: "allow",
          resources: { "com.cloudflare.api.account.zone.*": "*" },
          permission_groups: [{ id: zoneRead }, { id: zoneWafRead }],
        },
      ],
    });
    const args = ["--live", "--zone", "example.com", "--requests", "ssl", "--outcome", "not blocked"];
    expect((await prove(...args)).stdout).not.toContain("may not read");
    process.env["EDGE_API_TOKEN"] = value;
    const { code, stdout } = await prove(...args);
    expect(code).toBe(0);
    expect(stdout).toContain(
      `no rule of account ${platform.accountId}, whose rulesets this credential may not read, acts on such requests before.`,
    );
  });

  describe("about several zones", () => {
    const OTHER = "example.org";
    const live = (requests: string, ...more: string[]) =>
      prove("--live", ...more, "--requests", requests, "--outcome", "blocked");
    beforeEach(async () => {
      const { id } = await ask<{ id: string }>(platform, "POST", "/zones", {
        name: OTHER,
        account: { id: platform.accountId },
      });
      const phase = "http_request_firewall_custom";
      const entrypoint = { name: "default", kind: "zone", phase };
      await ask(platform, "POST", `/zones/${id}/rulesets`, {
        ...entrypoint,
        rules: [{ action: "block", expression: 'http.host eq "www.example.org"' }],
      });
      await ask(platform, "POST", `/zones/${EXAMPLE_COM}/rulesets`, { ...entrypoint, rules: [ADMIN] });
    });

    it("answers an invariant about a host for the zone of the host, and says of another zone that it has no such request", async () => {
      const { code, stdout } = await live('http.host eq "www.example.org"', "--json");
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        answers: [
          {
            zoneName: "example.com",
            answer: "no request",
            assumptions: ["requests of the zone have example.com, or a name below it, as host"],
          },
          { zoneName: OTHER, answer: "proved" },
        ],
      });
      expect(await live('http.host eq "www.example.org"', "--zone", "example.com")).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("no request of this zone") as string,
      });
    });

    it("shows a request to the zone that it is asked about", async () => {
      const { code, stdout } = await live('http.request.uri.path eq "/"', "--zone", OTHER);
      expect(code).toBe(1);
      expect(stdout).toMatch(/^ {2}GET https:\/\/(\w+\.)?example\.org\/$/m);
    });

    it("proves for the hosts of a zone what does not hold for others, and says so", async () => {
      const { code, stdout } = await live('not http.host eq "example.org"', "--zone", OTHER);
      expect(stdout).toContain("GET https://");
      expect(code).toBe(1);
      const alone = await live(
        'http.host in {"www.example.org" "www.example.com"} and not ssl',
        "--zone",
        OTHER,
      );
      expect(alone.code).toBe(0);
      expect(alone.stdout).toContain("requests of the zone have example.org, or a name below it, as host");
    });

    it.each([
      ["a host", 'http.host eq "www.exmaple.org"', [], 'did you mean "example.org"?'],
      ["a zone", "ssl", ["--zone", "exmaple.org"], 'did you mean "example.org"?'],
      ["a host like none", 'http.host eq "other.test"', [], "has such a request. Correct the expression."],
    ])(
      "exits with 2 and the nearest that exists for %s that does not exist",
      async (_what, requests, more, text) => {
        const { code, stdout, stderr } = await live(requests, ...more);
        expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
        expect(stderr).toContain(text);
      },
    );
  });

  it.each([
    [`${EXAMPLE_COM.slice(0, -1)}0`, `did you mean "${EXAMPLE_COM}"?`],
    ["example.com", `write one of ${EXAMPLE_COM}.`],
  ])("exits with 2 and the nearest id for --zone %s, of which the files have nothing", async (zone, text) => {
    const args = ["--zone", zone, "--requests", OUTSIDE, "--outcome", "blocked"];
    const { code, stdout, stderr } = await prove(state([ADMIN]), ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(text);
  });

  describe("about files that say the names of their zones", () => {
    const OTHER = "5".repeat(32);
    const ZONE_TYPE = "cloudflare:index/zone:Zone";
    const NAMES: Readonly<Record<string, string>> = { [EXAMPLE_COM]: "example.com", [OTHER]: "example.org" };
    const ids = Object.keys(NAMES);

    /** Writes a state of Pulumi with zones of another package, and rules of this package in each. */
    const pulumiState = (named: readonly string[] = ids) => {
      const zoneOf = (id: string) => ({
        urn: `urn:pulumi:prod::shop::${ZONE_TYPE}::${id}`,
        type: ZONE_TYPE,
        custom: true,
        id,
        inputs: { name: NAMES[id] },
        outputs: { name: NAMES[id], status: "active" },
      });
      const type = "pulumi-nodejs:dynamic/edge:ZoneEntrypointRuleset";
      const rulesOf = (zoneId: string) => ({
        urn: `urn:pulumi:prod::shop::${type}::${zoneId}`,
        type,
        custom: true,
        id: zoneId,
        inputs: { zoneId, phase: "http_request_firewall_custom", ownership: "exclusive", rules: [] },
      });
      const zones = ids.filter((id) => named.includes(id)).map(zoneOf);
      return write("state.json", { deployment: { resources: [...zones, ...ids.map(rulesOf)] } });
    };
    /** Writes a plan of Terraform 4, in which a name is the member `zone`. */
    const terraformPlan = () => {
      const changed = (address: string, type: string, values: object) => ({
        address,
        type,
        change: { actions: ["no-op"], before: values, after: values },
      });
      return write("plan.json", {
        format_version: "1.2",
        resource_changes: ids.flatMap((id, index) => [
          changed(`cloudflare_zone.z${index}`, "cloudflare_zone", { id, zone: NAMES[id] }),
          changed(`cloudflare_ruleset.r${index}`, "cloudflare_ruleset", {
            zone_id: id,
            kind: "zone",
            name: "waf",
            phase: "http_request_firewall_custom",
            rules: [],
          }),
        ]),
      });
    };
    const asked = (file: string, requests: string, ...more: string[]) =>
      prove(file, "--requests", requests, "--outcome", "blocked", ...more);

    it.each([
      ["a state of Pulumi", () => pulumiState()],
      ["a plan of Terraform", terraformPlan],
    ])("answers for %s by the hosts of each zone", async (_what, file) => {
      const { code, stdout } = await asked(file(), 'http.host eq "www.example.org"', "--json");
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({
        answers: expect.arrayContaining(
          [
            {
              zone: EXAMPLE_COM,
              zoneName: "example.com",
              answer: "no request",
              assumptions: ["requests of the zone have example.com, or a name below it, as host"],
            },
            { zone: OTHER, zoneName: "example.org", answer: "broken" },
          ].map((answer) => expect.objectContaining(answer) as unknown),
        ) as unknown,
      });
      const one = await asked(file(), 'http.request.uri.path eq "/"', "--zone", "example.org");
      expect(one.stdout).toMatch(
        /^zone example\.org: .*: broken\n {2}GET https:\/\/(\w+\.)?example\.org\/\n/,
      );
      expect(one.stdout).not.toContain("example.com");
    });

    it("exits with 2 and the nearest that exists for a host or zone that no zone of the files has", async () => {
      const unknownHost = await asked(pulumiState(), 'http.host eq "www.exmaple.org"');
      expect(unknownHost).toMatchObject({ code: 2, stdout: "" });
      expect(unknownHost.stderr).toContain(
        'no zone of the files has such a request; did you mean "example.org"?',
      );
      const unknownZone = await asked(pulumiState(), "ssl", "--zone", "exmaple.org");
      expect(unknownZone).toMatchObject({ code: 2, stdout: "" });
      expect(unknownZone.stderr).toContain('did you mean "example.org"?');
    });

    it("asks about any host of a zone whose name the files do not say", async () => {
      const { code, stdout } = await asked(pulumiState([OTHER]), 'http.host eq "www.exmaple.com"');
      expect(code).toBe(1);
      expect(stdout).toContain(`zone ${EXAMPLE_COM}: "http.host eq \\"www.exmaple.com\\"": broken`);
      expect(stdout).toContain("zone example.org: ");
      expect(stdout).toContain(": no request of this zone");
    });
  });

  describe("about products that act outside of rulesets", () => {
    const assumed = async (requests: string, outcome: string, ...more: string[]): Promise<string> => {
      const rules = [{ ...ADMIN, expression: "true" }];
      const file = plan(rules, outcome === "not blocked" ? [] : rules);
      const args = ["--requests", requests, "--outcome", outcome];
      const { code, stdout } = await prove(file, ...args, ...more);
      expect([code, stdout.includes(": proved\n")]).toEqual([0, true]);
      return stdout;
    };
    const inPhase = ["--phase", "http_request_firewall_custom"];

    it("names what can break a proof", async () => {
      expect(await assumed("ssl", "blocked")).toContain(
        "no IP Access rule allows such requests past the rules, and no certificate is pending, since custom and managed rules are off on its validation paths until then",
      );
      expect(await assumed('http.request.uri.path eq "/admin"', "blocked")).not.toContain("certificate");
      const acme = 'http.request.uri.path eq "/.well-known/acme-challenge/a"';
      expect(await assumed(acme, "challenged or blocked", ...inPhase)).toContain("certificate");
      expect(await assumed("ssl", "not blocked", ...inPhase)).not.toContain("Assuming");
      expect(await assumed("ssl", "same as before", ...inPhase)).not.toContain("IP Access");
    });

    it("leaves out what an option or a setting says not to use", async () => {
      const most = ["ip-access-rules", "pending-certificates"].flatMap((one) => ["--not-in-use", one]);
      expect(await assumed("ssl", "blocked", ...inPhase, ...most)).not.toContain("Assuming");
      const settings = { notInUse: ["ip-access-rules"], invariants: [{ ...OFFICE, phase: inPhase[1] }] };
      const file = write("policies.json", { "hold-invariants": settings });
      expect(await prove(plan([], [ADMIN]), "--invariants", file)).toMatchObject({
        code: 0,
        stdout: `zone ${EXAMPLE_COM}: "office only": proved\n`,
      });
    });

    it("exits with 2 for what it does not know", async () => {
      const args = ["--requests", "ssl", "--outcome", "blocked", "--not-in-use", "ip-acess-rules"];
      const { code, stderr } = await prove(plan([], [ADMIN]), ...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining("ip-access-rules")]);
    });
  });

  it("reads previews of this package", async () => {
    const { code, stdout } = await prove(
      sample("shop.preview.json"),
      "--requests",
      'http.request.uri.path eq "/health"',
      "--outcome",
      "not blocked",
    );
    expect(code).toBe(1);
    expect(stdout).toContain("GET https://www.example.com/health from 203.0.113.9, agent sqlmap");
  });

  it("proves nothing if no zone has rules", async () => {
    const empty = write("state.json", { deployment: {} });
    const { code, stdout } = await prove(empty, "--requests", OUTSIDE, "--outcome", "blocked");
    expect([code, stdout]).toEqual([1, "No zone with rules was found, so nothing is proved.\n"]);
  });

  it.each([
    ["no invariant", [], "Give --invariants, or both --requests and --outcome."],
    ["requests without an outcome", ["--requests", OUTSIDE], "both --requests and --outcome"],
    ["an invalid expression", ["--requests", "http.hots", "--outcome", "blocked"], "  ^^^^^^^^^"],
    ["files and --live", ["--requests", OUTSIDE, "--outcome", "blocked", "--live"], "takes no files"],
  ])("exits with 2 for %s", async (_what, args, message) => {
    const { code, stderr } = await prove(state([ADMIN]), ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it("refuses a plan that is not complete", async () => {
    const { code, stderr } = await prove(
      sample("failed.preview.json"),
      "--requests",
      OUTSIDE,
      "--outcome",
      "blocked",
    );
    expect(code).toBe(2);
    expect(stderr).toContain("the plan has failed, so it is not complete");
  });
});
