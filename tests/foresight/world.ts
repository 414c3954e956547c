import { startPlatform, type LocalPlatform } from "../../cli/local-platform";
import { runProgram } from "./run-program";

/** Ids and values that programs use. Every value of a token is a secret that no message may show. */
export interface World {
  readonly accountId: string;
  readonly otherAccountId: string;
  readonly userId: string;
  /** The address of the API, without the path of its version. */
  readonly origin: string;
  /** Ids of zones without rules by plan, and of zones with a history. */
  readonly zones: {
    readonly enterprise: string;
    readonly business: string;
    readonly pro: string;
    readonly free: string;
    /** Of plan free, with five custom rules, one rate limit and ten redirects, all made by hand. */
    readonly full: string;
    /** Custom rules `hand-made` and, first of all, `billing-first` and `billing-second` of the stack billing/prod. */
    readonly shared: string;
    /** The vendor's managed ruleset deployed by hand, and OWASP by the stack billing/prod. */
    readonly managed: string;
    /** In the other account. */
    readonly elsewhere: string;
  };
  /** Ids of custom rulesets of the account, and one of the other account. */
  readonly rulesets: { readonly firewall: string; readonly rateLimit: string; readonly elsewhere: string };
  /** Values of tokens. */
  readonly tokens: {
    readonly bootstrap: string;
    readonly disabled: string;
    readonly expired: string;
    readonly elsewhere: string;
    readonly readsZones: string;
    readonly editsFree: string;
    /** Of the user: only makes tokens of the account. */
    readonly makes: string;
    /** Of the account: makes tokens of the account and reads all zones of the account. */
    readonly ofAccount: string;
    readonly unknown: string;
  };
}

export interface OpenWorld {
  readonly world: World;
  readonly platform: LocalPlatform;
  /** Variables of the environment with the value of a credential. */
  env(token: string): Record<string, string>;
}

const GROUP = {
  accountTokensWrite: "5bc3f8b21c554832afc660159ab75fa4",
  zoneRead: "c8fed203ed3043cba015a93ad1616f1f",
  zoneWafWrite: "fb6778dc191143babbfaa57993f1d275",
};
const MANAGED = "efb7b8c949ac4650a09736fc376e9aee";
const OTHER_ACCOUNT = "0a7c0000000000000000000000000001";

/** Starts a platform and fills it with what other people have made. */
export async function openWorld(): Promise<OpenWorld> {
  const platform = await startPlatform({ strictLimits: true });
  const env = (token: string) => ({ ...platform.environment, EDGE_API_TOKEN: token });
  const seeded = await platform.control.seed({
    accounts: [{ id: OTHER_ACCOUNT, name: "Other Company" }],
    zones: [
      { name: "enterprise.example", plan: "enterprise" },
      { name: "business.example", plan: "business" },
      { name: "pro.example", plan: "pro" },
      { name: "free.example", plan: "free" },
      { name: "full.example", plan: "free" },
      { name: "shared.example", plan: "enterprise" },
      { name: "managed.example", plan: "enterprise" },
      { name: "elsewhere.example", plan: "enterprise", accountId: OTHER_ACCOUNT },
    ],
    lists: [
      { name: "bad_actors_2026", kind: "ip" },
      { name: "moved", kind: "redirect" },
      { name: "moved_pages", kind: "redirect" },
    ],
    rulesets: [
      ...["firewall_custom", "ratelimit"].map((what) => customRuleset(what)),
      { ...customRuleset("firewall_custom"), accountId: OTHER_ACCOUNT },
      {
        ...handMade("full.example", "http_request_firewall_custom"),
        rules: [1, 2, 3, 4, 5].map((n) => ({
          action: "block" as const,
          expression: `http.request.uri.path eq "/old/${n}"`,
        })),
      },
      {
        ...handMade("shared.example", "http_request_firewall_custom"),
        rules: [{ ref: "hand-made", action: "block", expression: 'http.request.uri.path eq "/hand"' }],
      },
      {
        ...handMade("managed.example", "http_request_firewall_managed"),
        rules: [{ action: "execute", expression: "true", action_parameters: { id: MANAGED } }],
      },
    ],
  });
  const zone = (name: string) => seeded.zones.find((one) => one.name === `${name}.example`)?.id ?? "";
  const [firewall = "", rateLimit = "", elsewhere = ""] = seeded.rulesets.map(({ id }) => id);
  const zones = {
    enterprise: zone("enterprise"),
    business: zone("business"),
    pro: zone("pro"),
    free: zone("free"),
    full: zone("full"),
    shared: zone("shared"),
    managed: zone("managed"),
    elsewhere: zone("elsewhere"),
  };
  await deployOtherStack(env(platform.token), zones);
  return {
    platform,
    env,
    world: {
      accountId: platform.accountId,
      otherAccountId: OTHER_ACCOUNT,
      userId: platform.userId,
      origin: new URL(platform.baseUrl).origin,
      zones,
      rulesets: { firewall, rateLimit, elsewhere },
      tokens: await makeTokens(platform, zones),
    },
  };
}

function customRuleset(product: string) {
  const phase = `http_${product === "ratelimit" ? product : `request_${product}`}`;
  // The phases of the two custom rulesets above.
  return { name: `Shared ${product}`, kind: "custom" as const, phase: phase as "http_ratelimit", rules: [] };
}

function handMade(zone: string, phase: "http_request_firewall_custom" | "http_request_firewall_managed") {
  return { name: "default", kind: "zone" as const, phase, zone };
}

/** What the stack billing/prod has in the zones. */
async function deployOtherStack(
  env: Record<string, string>,
  { shared, managed }: Pick<World["zones"], "shared" | "managed">,
): Promise<void> {
  const { messages } = await runProgram({
    project: "billing",
    preview: false,
    env,
    program: (edge) => {
      new edge.ZoneEntrypointRuleset("rules", {
        zoneId: shared,
        phase: "http_request_firewall_custom",
        position: "first",
        rules: ["first", "second"].map((ref) => ({
          ref: `billing-${ref}`,
          action: "managed_challenge" as const,
          expression: `http.request.uri.path eq "/pay/${ref}"`,
        })),
      });
      new edge.OwaspConfig("owasp", { zoneId: managed, paranoiaLevel: 1, scoreThreshold: "medium" });
    },
  });
  const errors = messages.filter(({ severity }) => severity === "error");
  if (errors.length > 0)
    throw new Error(`the other stack failed: ${errors.map(({ text }) => text).join("\n")}`);
}

async function makeTokens(
  { accountId, baseUrl, token: bootstrap }: LocalPlatform,
  zones: World["zones"],
): Promise<World["tokens"]> {
  const send = async (
    method: string,
    path: string,
    body: unknown,
  ): Promise<{ id: string; value: string }> => {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${bootstrap}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    // The envelope of the API.
    const { result, errors } = (await answer.json()) as {
      result: { id: string; value: string };
      errors: unknown;
    };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(errors)}`);
    return result;
  };
  const policy = (key: string, ...groups: readonly string[]) => ({
    effect: "allow",
    resources: { [`com.cloudflare.api.account.zone.${key}`]: "*" },
    permission_groups: groups.map((id) => ({ id })),
  });
  const { accountTokensWrite, zoneRead, zoneWafWrite } = GROUP;
  const all = [policy("*", zoneRead, zoneWafWrite)];
  const ofAccount = (resources: unknown, id: string) => ({
    effect: "allow",
    resources: { [`com.cloudflare.api.account.${accountId}`]: resources },
    permission_groups: [{ id }],
  });
  const make = (name: string, body: object = {}) =>
    send("POST", "/user/tokens", { name, policies: all, ...body });
  const ended = async (status: "disabled" | "expired") => {
    const { id, value } = await make(status);
    await send("PUT", `/user/tokens/${id}`, { name: status, policies: all, status });
    return value;
  };
  return {
    bootstrap,
    disabled: await ended("disabled"),
    expired: await ended("expired"),
    elsewhere: (await make("elsewhere", { condition: { request_ip: { in: ["203.0.113.0/24"] } } })).value,
    readsZones: (await make("reads", { policies: [policy("*", zoneRead)] })).value,
    editsFree: (await make("edits free", { policies: [policy(zones.free, zoneRead, zoneWafWrite)] })).value,
    makes: (await make("makes", { policies: [ofAccount("*", accountTokensWrite)] })).value,
    ofAccount: (
      await send("POST", `/accounts/${accountId}/tokens`, {
        name: "factory",
        policies: [
          ofAccount("*", accountTokensWrite),
          ofAccount({ "com.cloudflare.api.account.zone.*": "*" }, zoneRead),
        ],
      })
    ).value,
    unknown: "cfut_0123456789abcdefghijklmnopqrstuvwxyzABCD01234567",
  };
}
