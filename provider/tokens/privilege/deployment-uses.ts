import { isUnknown, Phase as PhaseSchema } from "../../api";
import type { Members } from "../../api/arguments";
import type { ResourceType } from "../../api/requirements";
import type { OperationName, Phase } from "../../api/wire";
import { ofKind, type ByKind } from "../../properties";

/** A resource of a stack, from its state or from a preview. */
export interface DeployedResource {
  /** The name of the class: `ApiToken`. */
  readonly kind: string;
  readonly name: string;
  readonly inputs: Members;
  /** Whether the resource is only read, with `.get`. */
  readonly external: boolean;
}

/** The resource that a call acts on. Without an id, it is unknown. */
export interface UseTarget {
  readonly type: ResourceType;
  readonly id?: string;
}

export interface Use {
  readonly operation: OperationName;
  readonly target: UseTarget;
  readonly phase?: Phase;
  /** The caller: a resource (`ApiToken ci`), or a lookup of the program (`getZone`). */
  readonly by: string;
}

interface Calls {
  /** The reads, which external resources make as well. */
  readonly reads: readonly OperationName[];
  readonly writes: readonly OperationName[];
  readonly target: (inputs: Members) => UseTarget;
  readonly phase?: (inputs: Members) => Phase | undefined;
}

const RULE_WRITES = ["addRule", "patchRule", "removeRule", "removeRuleset", "createRuleset"] as const;
const zoneOf = (inputs: Members): UseTarget => placed("zone", inputs["zoneId"]);
const accountOf = (inputs: Members): UseTarget => placed("account", inputs["accountId"]);
const phaseOf = ({ phase }: Members): Phase | undefined => PhaseSchema.safeParse(phase).data;

/** The calls by kind; undefined if a resource makes no calls that require a permission. */
const CALLS: ByKind<Calls | undefined> = {
  GatewayEndpoint: undefined,
  ValidatedFilter: undefined,
  List: {
    reads: ["listLists", "getList", "listListItems", "getBulkOperation"],
    writes: ["createList", "updateList", "removeList", "addListItems", "replaceListItems", "removeListItems"],
    target: accountOf,
  },
  ApiToken: {
    reads: ["listPermissionGroups", "listTokens", "getToken"],
    writes: ["createToken", "replaceToken", "rollToken", "removeToken"],
    target: (inputs) => (inputs["accountId"] === undefined ? { type: "user" } : accountOf(inputs)),
  },
  ZoneEntrypointRuleset: {
    reads: ["listRulesets", "getEntrypoint"],
    writes: [...RULE_WRITES, "replaceEntrypoint"],
    target: zoneOf,
    phase: phaseOf,
  },
  AccountEntrypointRuleset: {
    reads: ["listRulesets", "getEntrypoint"],
    writes: [...RULE_WRITES, "replaceEntrypoint"],
    target: accountOf,
    phase: phaseOf,
  },
  Ruleset: {
    reads: ["listRulesets", "getRuleset"],
    writes: [...RULE_WRITES, "replaceRuleset"],
    target: accountOf,
    phase: phaseOf,
  },
  ZoneCustomRuleset: {
    reads: ["listRulesets", "getRuleset"],
    writes: [...RULE_WRITES, "replaceRuleset"],
    target: zoneOf,
    phase: () => "http_request_firewall_custom",
  },
  OwaspConfig: {
    reads: ["listRulesets", "getRuleset", "getEntrypoint"],
    writes: RULE_WRITES,
    target: zoneOf,
    phase: () => "http_request_firewall_managed",
  },
};

/** The lookups that require permissions. The state does not record lookups, so the user has to name them. */
export const LOOKUPS = ["getZone", "getUser", "getPermissionGroups"] as const;
export type Lookup = (typeof LOOKUPS)[number];

/** Returns the calls of a resource in its whole lifetime, so that the credential also suffices for later changes and removal. */
export function usesOf({ kind, name, inputs, external }: DeployedResource): Use[] {
  const calls = ofKind(CALLS, kind);
  if (!calls) return [];
  const phase = calls.phase?.(inputs);
  const place = { target: calls.target(inputs), ...(phase && { phase }), by: `${kind} ${name}` };
  return [...(external ? [] : calls.writes), ...calls.reads].map((operation) => ({ operation, ...place }));
}

/** Returns the calls of lookups. `getZone` is assumed to look up the zones of the resources. */
export function usesOfLookups(lookups: readonly Lookup[], resources: readonly DeployedResource[]): Use[] {
  return lookups.flatMap((by): Use[] => {
    if (by === "getUser") return [{ operation: "getUser", target: { type: "user" }, by }];
    if (by === "getPermissionGroups")
      return [{ operation: "listPermissionGroups", target: { type: "user" }, by }];
    const zones = resources.flatMap(usesOf).flatMap(({ target }) => (target.type === "zone" ? [target] : []));
    const ids = new Set(zones.map(({ id }) => id));
    return [...ids].map((id) => ({ operation: "getZone", target: placed("zone", id), by }));
  });
}

/** Returns a target without id if the id is unknown or, as an encrypted secret in a state, no string. */
function placed(type: ResourceType, id: unknown): UseTarget {
  return typeof id === "string" && !isUnknown(id) ? { type, id } : { type };
}
