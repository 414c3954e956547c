import type { EdgeStack } from "./edge-stack";

/** A platform, and calls to it. */
export type LivePlatform = Pick<EdgeStack, "api" | "ready">;

/** The live objects by place, each as a readable line without ids and marks. */
export type Live = Readonly<Record<string, readonly string[]>>;

export interface LiveRule {
  readonly id: string;
  readonly ref: string;
  readonly action: string;
  readonly expression: string;
  readonly action_parameters?: { readonly id?: string; readonly overrides?: LiveOverrides };
}

export interface LiveRuleset {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly phase: string;
  readonly rules?: readonly LiveRule[];
}

interface LiveOverrides {
  readonly categories?: readonly { readonly category: string; readonly enabled?: boolean }[];
  readonly rules?: readonly { readonly action?: string; readonly score_threshold?: number }[];
}

export interface LiveToken {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

/** Returns the part of a wire ref that a program writes. The first `~` starts the mark. */
export function plainRef(ref: string): string {
  return ref.split("~")[0] ?? ref;
}

/** Such as `scanners: block if ssl`; a managed ruleset with action and threshold, a custom one by its name. */
export function ruleLine(rule: LiveRule, rulesets: ReadonlyMap<string, string>): string {
  const { id, overrides } = rule.action_parameters ?? {};
  const target = id === undefined ? "" : ` ${rulesets.get(id) ?? "a ruleset that is gone"}`;
  const scoring = overrides?.rules?.find(({ score_threshold: score }) => score !== undefined);
  const config = scoring ? ` (${scoring.action} from ${scoring.score_threshold})` : "";
  return `${plainRef(rule.ref)}: ${rule.action}${target}${config} if ${rule.expression}`;
}

/** Returns every ruleset except managed ones, by place: `example.com http_ratelimit`, `account custom "No scanners"`. */
export async function liveRulesets({ api, ready }: LivePlatform): Promise<Map<string, LiveRuleset>> {
  const zones = (await api.zones()) as readonly { readonly id: string; readonly name: string }[];
  const scopes = [
    ...zones.map(({ id, name }) => ({ path: `/zones/${id}`, name })),
    { path: `/accounts/${ready.accountId}`, name: "account" },
  ];
  const found = new Map<string, LiveRuleset>();
  const ofAccount = (await api.call("GET", `/accounts/${ready.accountId}/rulesets`))
    .result as readonly LiveRuleset[];
  for (const { path, name } of scopes) {
    const listed = (await api.call("GET", `${path}/rulesets`)).result as readonly LiveRuleset[];
    for (const { id, kind } of listed) {
      // A zone's list may also contain the custom rulesets of its account.
      if (kind === "managed" || (name !== "account" && ofAccount.some((one) => one.id === id))) continue;
      const ruleset = (await api.call("GET", `${path}/rulesets/${id}`)).result as LiveRuleset;
      const place = placeOf(name, ruleset);
      const twins = [...found.keys()].filter((other) => other.startsWith(place)).length;
      found.set(twins > 0 ? `${place}, copy ${twins + 1}` : place, ruleset);
    }
  }
  return found;
}

/** Returns names by id, of managed rulesets and of the given ones. */
export async function rulesetNames(
  { api, ready }: LivePlatform,
  rulesets: Iterable<LiveRuleset>,
): Promise<Map<string, string>> {
  const listed = await api.call("GET", `/accounts/${ready.accountId}/rulesets`);
  return new Map([...(listed.result as LiveRuleset[]), ...rulesets].map(({ id, name }) => [id, name]));
}

/** Returns all tokens except the bootstrap token. */
export async function liveTokens({ api }: LivePlatform): Promise<LiveToken[]> {
  const own = (await api.call("GET", "/user/tokens/verify")).result as LiveToken;
  const all = (await api.call("GET", "/user/tokens?per_page=50")).result as LiveToken[];
  return all.filter(({ id }) => id !== own.id);
}

export async function liveObjects(stack: LivePlatform): Promise<Live> {
  const rulesets = await liveRulesets(stack);
  const names = await rulesetNames(stack, rulesets.values());
  const tokens = (await liveTokens(stack)).map(({ name }) => withoutCode(name)).sort();
  return {
    ...Object.fromEntries(
      [...rulesets].map(([place, { rules = [] }]) => [place, rules.map((rule) => ruleLine(rule, names))]),
    ),
    ...(tokens.length > 0 && { tokens }),
  };
}

/** Removes the mark from a name that the package derived. */
export function withoutCode(name: string): string {
  return name.replace(/-[0-9a-z]{8,}$/, "");
}

function placeOf(scope: string, { kind, phase, name }: LiveRuleset): string {
  return kind === "custom" ? `${scope} custom ${JSON.stringify(withoutCode(name))}` : `${scope} ${phase}`;
}
