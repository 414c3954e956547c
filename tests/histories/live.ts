import type { World } from "../faults/world";
import { ACCOUNT, COM } from "../faults/places";

export const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";
export const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
export const RULESET_NAME = "waf";

export interface LiveRule {
  readonly id: string;
  readonly ref: string;
  readonly action: string;
  readonly expression: string;
  readonly action_parameters?: { readonly id?: string; readonly overrides?: unknown };
}

export interface LiveItem {
  readonly id: string;
  readonly ip: string;
  readonly comment?: string;
}

interface LiveList {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly items: readonly LiveItem[];
}

/** Everything that the histories are about, as it is live. */
export interface Live {
  readonly rules: readonly LiveRule[];
  readonly lists: readonly LiveList[];
  /** The rules that deploy OWASP. */
  readonly deployments: readonly LiveRule[];
  readonly rulesets: readonly { readonly id: string; readonly rules: readonly LiveRule[] }[];
}

export async function liveOf(world: World): Promise<Live> {
  const rulesIn = async (phase: string): Promise<readonly LiveRule[]> => {
    const path = `/zones/${COM}/rulesets/phases/${phase}/entrypoint`;
    const { result } = (await world.ask("GET", path)) as { result: { rules?: LiveRule[] } | null };
    return result?.rules ?? [];
  };
  const lists = await world.must<Omit<LiveList, "items">[]>("GET", `/accounts/${ACCOUNT}/rules/lists`);
  const all = await world.must<{ id: string; name: string; kind: string }[]>(
    "GET",
    `/accounts/${ACCOUNT}/rulesets`,
  );
  const named = all.filter(({ kind, name }) => kind === "custom" && name === RULESET_NAME);
  return {
    rules: await rulesIn(CUSTOM),
    deployments: (await rulesIn(MANAGED)).filter((rule) => rule.action_parameters?.id === OWASP),
    lists: await Promise.all(
      lists.map(async (list) => ({
        ...list,
        items: await world.must<LiveItem[]>(
          "GET",
          `/accounts/${ACCOUNT}/rules/lists/${list.id}/items?per_page=500`,
        ),
      })),
    ),
    rulesets: await Promise.all(
      named.map(async ({ id }) => {
        const { rules = [] } = await world.must<{ rules?: LiveRule[] }>(
          "GET",
          `/accounts/${ACCOUNT}/rulesets/${id}`,
        );
        return { id, rules };
      }),
    ),
  };
}

/** Returns a ref, or a comment, without the mark of an owner. */
export function plainOf(text: string): string {
  return text.replace(/(^|~)[\w.-]+\/[\w.-]+~[0-9a-z]+$/, "");
}
