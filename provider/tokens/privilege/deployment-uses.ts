import { isUnknown, Phase, type Members, type OperationName, type ResourceType } from "../../api";

/** A resource of a stack, as its state or a preview holds it. */
export interface DeployedResource {
  /** The class: `ApiToken`. */
  readonly kind: string;
  /** As the program calls it. */
  readonly name: string;
  readonly inputs: Members;
  /** Read with `.get`, never written. */
  readonly external: boolean;
}

/** Where a call goes; without an id it is not known yet. */
export interface UseTarget {
  readonly type: ResourceType;
  readonly id?: string;
}

/** A call that a deployment may have to make. */
export interface Use {
  readonly operation: OperationName;
  readonly target: UseTarget;
  readonly phase?: Phase;
  /** Who makes it: a resource, or a look-up of the program. */
  readonly by: string;
}

interface Calls {
  /** That look, also for what is only looked at. */
  readonly reads: readonly OperationName[];
  readonly writes: readonly OperationName[];
  readonly target: (inputs: Members) => UseTarget;
  readonly phase?: (inputs: Members) => Phase | undefined;
}

const RULE_WRITES = ["addRule", "patchRule", "removeRule", "removeRuleset", "createRuleset"] as const;
const zoneOf = (inputs: Members): UseTarget => placed("zone", inputs["zoneId"]);
const accountOf = (inputs: Members): UseTarget => placed("account", inputs["accountId"]);
const phaseOf = ({ phase }: Members): Phase | undefined => Phase.safeParse(phase).data;

/** What the lifecycle of each kind calls. Kinds that are left out call nothing that needs a permission. */
const CALLS: Readonly<Record<string, Calls>> = {
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
  OwaspConfig: {
    reads: ["listRulesets", "getRuleset", "getEntrypoint"],
    writes: RULE_WRITES,
    target: zoneOf,
    phase: () => "http_request_firewall_managed",
  },
};

/** Look-ups of programs that need permissions of their own; no state tells of them. */
export const LOOKUPS = ["getZone", "getUser", "getPermissionGroups"] as const;
export type Lookup = (typeof LOOKUPS)[number];

/** The calls over a resource's whole life, so that the credential is enough for the next change and the removal as well. */
export function usesOf({ kind, name, inputs, external }: DeployedResource): Use[] {
  const calls = CALLS[kind];
  if (!calls) return [];
  const phase = calls.phase?.(inputs);
  const place = { target: calls.target(inputs), ...(phase && { phase }), by: `${kind} ${name}` };
  return [...(external ? [] : calls.writes), ...calls.reads].map((operation) => ({ operation, ...place }));
}

/** What look-ups call, as far as they are about the resources: `getZone` finds the zones that these name. */
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

/** What is no text is a secret, which a state shows as something else. */
function placed(type: ResourceType, id: unknown): UseTarget {
  return typeof id === "string" && !isUnknown(id) ? { type, id } : { type };
}
