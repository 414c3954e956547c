import Cloudflare, { BadRequestError, NotFoundError, PermissionDeniedError } from "cloudflare";
import { EXAMPLE_COM, OWASP, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const connect = (apiToken = platform.token) =>
  new Cloudflare({ apiToken, baseURL: platform.baseUrl, apiEmail: null, apiKey: null });

const WAF_READ = { id: "dbc512b354774852af2b5a5f4ba3d470" };

const policies: Parameters<Cloudflare["user"]["tokens"]["create"]>[0]["policies"] = [
  {
    effect: "allow",
    resources: { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" },
    permission_groups: [WAF_READ],
  },
];

interface Shown {
  readonly id: string;
  readonly version: string;
  readonly description: string;
  readonly rules: readonly { readonly id: string; readonly action: string; readonly ref: string }[];
}

/** The client types the answers of writes as unknown, because a dry run answers null. */
async function shown(answer: PromiseLike<unknown>): Promise<Shown> {
  return (await answer) as Shown;
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("the vendor's client", () => {
  it("creates, reads, replaces, rolls, verifies and deletes a token of the user", async () => {
    const { user } = connect();
    const condition = { request_ip: { in: ["127.0.0.0/8"], not_in: ["127.0.0.9/32"] } };
    const made = await user.tokens.create({
      name: "sdk",
      policies,
      condition,
      expires_on: "2099-01-01T00:00:00Z",
    });
    const id = made.id ?? "";
    expect(await user.tokens.get(id)).toMatchObject({ id, name: "sdk", status: "active", condition });
    expect((await connect(made.value).user.tokens.verify()).id).toBe(id);
    expect((await user.tokens.update(id, { name: "sdk 2", policies })).condition).toBeUndefined();
    const rolled = await user.tokens.value.update(id);
    expect((await connect(rolled).user.tokens.verify()).status).toBe("active");
    expect((await collect(user.tokens.list())).map((token) => token.name)).toContain("sdk 2");
    expect(await user.tokens.delete(id)).toEqual({ id });
    await expect(user.tokens.get(id)).rejects.toBeInstanceOf(NotFoundError);
  });

  it("does the same with a token of the account", async () => {
    const { accounts } = connect();
    const account = { account_id: platform.accountId };
    const made = await accounts.tokens.create({ ...account, name: "sdk", policies });
    const id = made.id ?? "";
    expect((await connect(made.value).accounts.tokens.verify(account)).id).toBe(id);
    expect((await accounts.tokens.update(id, { ...account, name: "new", policies })).name).toBe("new");
    expect(await accounts.tokens.value.update(id, account)).toMatch(/^cfat_/);
    expect((await collect(accounts.tokens.list(account))).map((token) => token.id)).toEqual([id]);
    expect((await accounts.tokens.get(id, account)).name).toBe("new");
    expect(await accounts.tokens.delete(id, account)).toEqual({ id });
  });

  it("finds permission groups by name and scope", async () => {
    const query = { name: "Zone WAF Read", scope: "com.cloudflare.api.account.zone" };
    const { user, accounts } = connect();
    expect(await collect(user.tokens.permissionGroups.list(query))).toMatchObject([WAF_READ]);
    const ofAccount = accounts.tokens.permissionGroups.list({ account_id: platform.accountId, ...query });
    expect(await collect(ofAccount)).toMatchObject([WAF_READ]);
  });

  it("creates, changes and deletes a ruleset with its rules and versions", async () => {
    const { rulesets } = connect();
    const zone = { zone_id: EXAMPLE_COM };
    const made = await shown(
      rulesets.create({
        ...zone,
        name: "default",
        kind: "zone",
        phase: "http_request_firewall_custom",
        rules: [{ action: "block", expression: "ip.src eq 192.0.2.1", ref: "one" }],
      }),
    );
    const added = await shown(
      rulesets.rules.create(made.id, {
        ...zone,
        action: "log",
        expression: "true",
        position: { before: "" },
      }),
    );
    const [log, block] = added.rules;
    expect([log?.action, block?.ref]).toEqual(["log", "one"]);
    const edited = await shown(
      rulesets.rules.edit(log?.id ?? "", {
        ...zone,
        ruleset_id: made.id,
        action: "managed_challenge",
        expression: "true",
      }),
    );
    expect(edited.version).toBe("3");
    const less = await shown(rulesets.rules.delete(log?.id ?? "", { ...zone, ruleset_id: made.id }));
    expect(less.rules).toHaveLength(1);
    const updated = await shown(rulesets.update(made.id, { ...zone, description: "ours", rules: [] }));
    expect(updated.description).toBe("ours");
    const versions = await collect(rulesets.versions.list(made.id, zone));
    expect(versions.map(({ version }) => version)).toEqual(["1", "2", "3", "4", "5"]);
    const second = await rulesets.versions.get("2", { ...zone, ruleset_id: made.id });
    expect(second.rules).toHaveLength(2);
    await rulesets.versions.delete("2", { ...zone, ruleset_id: made.id });
    expect((await collect(rulesets.list(zone))).map(({ id }) => id)).toContain(made.id);
    expect((await rulesets.get(made.id, zone)).version).toBe("5");
    await rulesets.delete(made.id, zone);
    await expect(rulesets.get(made.id, zone)).rejects.toBeInstanceOf(NotFoundError);
  });

  it("creates a zone and reads what it does not send", async () => {
    const { zones } = connect();
    const made = await zones.create({
      name: "sdk.example",
      account: { id: platform.accountId },
      type: "partial",
    });
    expect(made.name_servers).toBeUndefined();
    expect(await zones.edit({ zone_id: made.id, paused: true })).toMatchObject({
      paused: true,
      type: "partial",
    });
    expect(await zones.delete({ zone_id: made.id })).toEqual({ id: made.id });
  });

  it("creates a rule that transforms HTML", async () => {
    const { rulesets } = connect();
    const zone = { zone_id: EXAMPLE_COM };
    const rule = {
      action: "transform_response_html" as const,
      action_parameters: { link_maze: {} },
      expression: "true",
    };
    const phase = "http_response_headers_transform";
    const made = await shown(
      rulesets.create({ ...zone, name: "default", kind: "zone", phase, rules: [rule] }),
    );
    expect(made.rules).toMatchObject([rule]);
    await rulesets.delete(made.id, zone);
  });

  it("deploys the OWASP ruleset in an entry point, and reads its versions", async () => {
    const { phases } = connect().rulesets;
    const zone = { zone_id: EXAMPLE_COM };
    const phase = "http_request_firewall_managed";
    await expect(phases.get(phase, zone)).rejects.toBeInstanceOf(NotFoundError);
    const made = await shown(
      phases.update(phase, {
        ...zone,
        rules: [
          {
            action: "execute",
            action_parameters: {
              id: OWASP,
              overrides: { categories: [{ category: "paranoia-level-4", enabled: false }] },
            },
            expression: "true",
          },
        ],
      }),
    );
    expect((await phases.get(phase, zone)).id).toBe(made.id);
    expect(await collect(phases.versions.list(phase, zone))).toHaveLength(1);
    expect((await phases.versions.get("1", { ...zone, ruleset_phase: phase })).rules).toHaveLength(1);
  });

  it("reads all pages of zones, and creates and deletes a zone", async () => {
    const { zones, accounts } = connect();
    const account = { id: platform.accountId };
    const made = await Promise.all(
      Array.from({ length: 23 }, (_, i) => zones.create({ name: `sdk-${i}.example`, account })),
    );
    const listed = await collect(zones.list({ name: "starts_with:sdk-", per_page: 5 }));
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)));
    const zone = { zone_id: made[0]?.id ?? "" };
    expect((await zones.get(zone)).name).toBe("sdk-0.example");
    expect((await zones.edit({ ...zone, paused: true })).paused).toBe(true);
    expect((await zones.delete(zone))?.id).toBe(zone.zone_id);
    expect((await collect(accounts.list())).map(({ id }) => id)).toEqual([account.id]);
    expect((await accounts.get({ account_id: account.id })).name).toBe("Example Account");
    expect((await connect().user.get()).id).toBe(platform.userId);
  });

  it("creates zones of every form, and changes one member of each", async () => {
    const { zones } = connect();
    const made = await zones.create({ name: "bücher.example", account: {}, type: "partial" });
    expect(made).toMatchObject({ name: "bücher.example", type: "partial", cname_suffix: "cdn.edge.example" });
    const zone = { zone_id: made.id };
    const vanity = ["ns1.bücher.example", "ns2.example.com"];
    expect((await zones.edit({ ...zone, vanity_name_servers: vanity })).vanity_name_servers).toEqual([
      "ns1.xn--bcher-kva.example",
      "ns2.example.com",
    ]);
    expect((await zones.edit({ ...zone, type: "full" })).verification_key).toBeUndefined();
    expect((await zones.edit(zone)).type).toBe("full");
    expect((await zones.delete(zone))?.id).toBe(made.id);
  });

  it("creates, changes and deletes an account, and changes the user", async () => {
    const { accounts, user } = connect();
    const made = await accounts.create({ name: "second", type: "standard", unit: { id: "f".repeat(32) } });
    expect(made.managed_by?.parent_org_id).toBe("f".repeat(32));
    const account = { account_id: made.id };
    const settings = { enforce_twofactor: true };
    const changed = await accounts.update({
      ...account,
      id: made.id,
      name: "new",
      type: "enterprise",
      settings,
    });
    expect(changed).toMatchObject({ name: "new", type: "enterprise", settings });
    expect((await accounts.get(account)).name).toBe("new");
    expect(await accounts.delete(account)).toEqual({ id: made.id });
    expect((await user.edit({ first_name: "Ada" })).first_name).toBe("Ada");
  });

  it("reads one item of a list, and the accounts of the user as memberships", async () => {
    const { memberships, rules } = connect();
    const account = { account_id: platform.accountId };
    const { id: list_id } = await rules.lists.create({ ...account, name: "office", kind: "ip" });
    await rules.lists.items.create(list_id, { ...account, body: [{ ip: "192.0.2.1" }, { ip: "192.0.2.2" }] });
    await platform.control("PUT", "/clock", { advance: "1s" });
    const [, second] = await collect(rules.lists.items.list(list_id, account));
    const item = { ...account, list_id };
    expect(await rules.lists.items.get(second?.id ?? "", item)).toEqual(second);
    await expect(rules.lists.items.get("0".repeat(32), item)).rejects.toBeInstanceOf(NotFoundError);
    expect(await collect(memberships.list({ name: "Example Account" }))).toMatchObject([
      { account: { id: platform.accountId }, status: "accepted" },
    ]);
    expect(await collect(memberships.list({ status: "pending" }))).toEqual([]);
    const made = await connect().user.tokens.create({ name: "reads a zone", policies });
    const reader = connect(made.value);
    await expect(collect(reader.memberships.list())).rejects.toBeInstanceOf(PermissionDeniedError);
  });

  it("works with email and key", async () => {
    const client = new Cloudflare({
      apiToken: null,
      apiEmail: platform.email,
      apiKey: platform.apiKey,
      baseURL: platform.baseUrl,
    });
    expect((await client.zones.get({ zone_id: EXAMPLE_COM })).name).toBe("example.com");
  });

  it("distinguishes errors", async () => {
    const made = await connect().user.tokens.create({ name: "reads one zone", policies });
    const reader = connect(made.value);
    const rulesets = reader.rulesets.create({
      zone_id: EXAMPLE_COM,
      name: "x",
      kind: "zone",
      phase: "http_ratelimit",
    });
    await expect(rulesets).rejects.toBeInstanceOf(PermissionDeniedError);
    const invalid = connect().rulesets.create({
      zone_id: EXAMPLE_COM,
      name: "x",
      kind: "managed",
      phase: "ddos_l7",
    });
    await expect(invalid).rejects.toBeInstanceOf(BadRequestError);
  });

  it.each([
    ["429 with Retry-After", { kind: "status", status: 429, retryAfter: 0 }],
    ["503", { kind: "status", status: 503, retryAfter: 0 }],
    ["an HTML page of the edge", { kind: "html", status: 522 }],
    ["a connection that breaks before the work", { kind: "drop-before" }],
    ["a connection that breaks after the work", { kind: "drop-after" }],
  ])("recovers from %s by its own retries", async (_, fault) => {
    await platform.control("PUT", "/faults", [{ path: "^/zones/", times: 1, ...fault }]);
    await platform.control("DELETE", "/requests");
    expect((await connect().zones.get({ zone_id: EXAMPLE_COM })).name).toBe("example.com");
    const log = (await platform.control("GET", "/requests")).body as { requests: unknown[] };
    expect(log.requests).toHaveLength(2);
    expect((await platform.control("GET", "/faults")).body).toMatchObject([{ times: 0 }]);
  });
});
