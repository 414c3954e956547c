import type { OperationName, PermissionGroup, Phase, Policy, Token } from "../../api/wire";
import { operations, requirementsOf, type Requirement, type ResourceType } from "../../api";
import {
  alternativesOn,
  decideAccess,
  groupTopic,
  type AccessAlternative,
  type AccessDecision,
  type AccessGroup,
  type AccessResource,
} from "./decide-access";
import { accessGroups, publishedGroups, resolvePermissionGroups } from "../token/permission-groups";
import { AccessQuestionError, readAccessResource, resourceKeyOf, SELF } from "./access-resource";
import { accessObstacles } from "./access-obstacles";
import { expandResources } from "../token/resource-keys";
import type { TokenState } from "../token/canonical-token";
import { toWire } from "../token/token-wire";
import { didYouMean } from "../../words";

/** A token from an API response, or the arguments of a token. */
export type ExplainedToken = TokenState | AnsweredToken;

/** The members of a token in an API response that determine its access. */
export type AnsweredToken = Pick<Token, "policies" | "status" | "not_before" | "expires_on" | "condition">;

/** Details of a call. A check whose detail is missing is skipped. */
export interface AccessCircumstances {
  /** The phase of the ruleset. Default: any; a group of any phase is sufficient. */
  readonly phase?: Phase;
  /** The account of the zone. Required if a policy names an account by id. */
  readonly accountId?: string;
  /** The time of the call, compared with the validity period of the token. */
  readonly at?: Date;
  /** The IP address of the client, compared with the condition of the token. */
  readonly from?: string;
  /** The vendor segment in full resource keys. Default: `cloudflare`. */
  readonly vendor?: string;
  /** The permission groups of the API. Default: the published list. */
  readonly groups?: readonly PermissionGroup[];
}

/** The answer of `explainAccess`. */
export interface AccessExplanation {
  readonly allowed: boolean;
  /** The verdict of the policies. `nothing needed` means that any usable token may make the call. */
  readonly by: "explicit deny" | "explicit allow" | "implicit deny" | "nothing needed";
  /** The index of the policy that decided; absent for an implicit deny. */
  readonly policy?: number;
  /** The reasons why the token cannot be used, regardless of its policies: its status, its validity period, the client address. */
  readonly obstacles: readonly string[];
  /** The alternatives that are sufficient: any one of the groups on the resource, unless a policy denies it. */
  readonly needs: readonly { readonly groups: readonly string[]; readonly resource: string }[];
  /** A summary in one sentence. */
  readonly reason: string;
}

/**
 * Explains whether a token allows an action on a resource, and why.
 *
 * @param action the name of an operation (`patchRule`, `createToken`), or the name or id of a permission group.
 * @param resource the key of a single resource: `zone.<id>`, `account.<id>`, `user`, or a full key.
 * @throws AccessQuestionError if the token or the action is invalid, or the action does not apply to the resource.
 * @example
 * ```ts
 * import { explainAccess } from "pulumi-edge-platform";
 *
 * const zone = "zone.023e105f4ecef8ad9ca31a8372d0c353";
 * const token = {
 *   name: "waf",
 *   policies: [{ resources: { "zone.*": "*" as const }, permissionGroups: [{ name: "Zone WAF Read" }] }],
 * };
 * const { allowed, reason } = explainAccess(token, "patchRule", zone);
 * ```
 */
export function explainAccess(
  token: ExplainedToken,
  action: string,
  resource: string,
  circumstances: AccessCircumstances = {},
): AccessExplanation {
  const { vendor = "cloudflare" } = circumstances;
  const listed = circumstances.groups ?? publishedGroups(vendor);
  const groups = accessGroups(listed, vendor);
  const wire = wireOf(token, listed, vendor);
  const asked = readAccessResource(resource, wire.policies, { vendor, accountId: circumstances.accountId });
  const requirements = requirementsOfAction(action, asked, circumstances.phase, groups);
  const alternatives = alternativesOn(asked, requirements);
  const obstacles = accessObstacles(wire, circumstances);
  const needs = alternatives.map((one) => ({
    groups: groupNames(one),
    resource: resourceKeyOf(one.resource),
  }));
  if (alternatives.length === 0) {
    const allowed = obstacles.length === 0;
    return {
      allowed,
      by: "nothing needed",
      obstacles,
      needs,
      reason: sentence(allowed, "no permission is required", obstacles),
    };
  }
  const decision = decideAccess(wire.policies, alternatives, groups, vendor);
  const allowed = decision.allowed && obstacles.length === 0;
  const verdict = verdictOf(decision, { policies: wire.policies, alternatives, groups, vendor, needs });
  return { ...decision, allowed, obstacles, needs, reason: sentence(allowed, verdict, obstacles) };
}

function wireOf(token: ExplainedToken, listed: readonly PermissionGroup[], vendor: string): AnsweredToken {
  if (isAnswer(token)) return token;
  const policies = token.policies.map((policy) => ({
    ...policy,
    resources: expandResources(policy.resources, vendor, SELF),
  }));
  const { args, problems } = resolvePermissionGroups({ ...token, policies }, listed, vendor);
  const problem = problems.map(({ path, message }) => `${path}: ${message}`).join("; ");
  if (problem !== "") throw new AccessQuestionError(`The token is not valid: ${problem}.`);
  return { ...toWire(args), status: token.status ?? "active" };
}

function isAnswer(token: ExplainedToken): token is AnsweredToken {
  return (
    token.policies.some((policy) => "permission_groups" in policy) ||
    ["issued_on", "not_before", "expires_on"].some((name) => name in token) ||
    (token.condition != null && !("requestIp" in token.condition))
  );
}

function requirementsOfAction(
  action: string,
  resource: AccessResource,
  phase: Phase | undefined,
  groups: ReadonlyMap<string, AccessGroup>,
): readonly Requirement[] {
  if (Object.hasOwn(operations, action)) {
    // A key of the table.
    const operation = action as OperationName;
    const requirements = requirementsOf(operation, resource.type, phase);
    if (requirements.length > 0) return requirements;
    const types = RESOURCE_TYPES.filter((type) => requirementsOf(operation, type).length > 0);
    if (types.length === 0) return [];
    throw new AccessQuestionError(
      `${operation} does not apply to a ${resource.type}: name a ${types.join(" or an ")}.`,
    );
  }
  const named = [...groups]
    .filter(([id, { name }]) => id === action || name === action)
    .map(([, group]) => group);
  const [first] = named;
  if (!first) {
    const hint = didYouMean(action, [
      ...Object.keys(operations),
      ...[...groups.values()].map(({ name }) => name),
    ]);
    throw new AccessQuestionError(
      `Unknown action ${JSON.stringify(action)}${hint || "; an action is an operation (patchRule) or a permission group (Zone WAF Write)."}`,
    );
  }
  const group = named.find(({ scope }) => scope === resource.type);
  if (!group) {
    throw new AccessQuestionError(
      `${first.name} applies to a ${named.map(({ scope }) => scope).join(" or ")}, not to a ${resource.type}.`,
    );
  }
  return [{ scope: group.scope, access: group.access, groups: [groupTopic(group.name)] }];
}

const RESOURCE_TYPES: readonly ResourceType[] = ["user", "account", "zone"];

/** Returns the least sufficient groups: the `Read` group if read access is required, although `Write` is also sufficient. */
function groupNames({ requirement: { groups, access } }: AccessAlternative): string[] {
  return groups.map((topic) => `${topic} ${access === "read" ? "Read" : "Write"}`);
}

function verdictOf(
  { by, policy: index }: AccessDecision,
  world: {
    policies: readonly Policy[];
    alternatives: readonly AccessAlternative[];
    groups: ReadonlyMap<string, AccessGroup>;
    vendor: string;
    needs: AccessExplanation["needs"];
  },
): string {
  const policy = index === undefined ? undefined : world.policies[index];
  if (index === undefined || !policy) {
    const enough = world.needs.map(({ groups, resource }) => `${groups.join(" or ")} on ${resource}`);
    return `no policy allows it (implicit deny); it requires ${enough.join(", or ")}`;
  }
  // Evaluate each group of the policy alone to find those that decided.
  const names = policy.permission_groups
    .filter((group) => {
      const alone: Policy = { ...policy, effect: "allow", permission_groups: [group] };
      return decideAccess([alone], world.alternatives, world.groups, world.vendor).allowed;
    })
    .map(({ id }) => world.groups.get(id)?.name ?? id);
  return `policy ${index + 1} ${policy.effect === "allow" ? "allows" : "denies"} it by ${names.join(", ")} (${by})`;
}

function sentence(allowed: boolean, verdict: string, obstacles: readonly string[]): string {
  return `${allowed ? "allowed" : "refused"}: ${[...obstacles, verdict].join("; ")}`;
}
