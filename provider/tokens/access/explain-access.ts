import type * as Api from "../../api";
import type { OperationName, PermissionGroup, Phase, Policy, Token } from "../../api";
import { didYouMean, requirementsOf, type Requirement, type ResourceType } from "../../api/plain";
import { lazily } from "../../lazily";
import {
  alternativesOn,
  decideAccess,
  groupTopic,
  type AccessAlternative,
  type AccessDecision,
  type AccessGroup,
  type AccessResource,
} from "./decide-access";
import { accessGroups, publishedGroups } from "./access-groups";
import { AccessQuestionError, readAccessResource, resourceKeyOf, SELF } from "./access-resource";
import { accessObstacles } from "./access-obstacles";
import { resolvePermissionGroups } from "../token/resolve-permission-groups";
import { expandResources } from "../token/resource-keys";
import type { TokenState } from "../token/token-state";
import { toWire } from "../token/token-wire";

/** The table of operations has schemas, which a program that asks nothing does without. */
const api = lazily(() => require("../../api") as typeof Api);

/** A token as the API answers it, or as a program writes it. */
export type ExplainedToken = TokenState | AnsweredToken;

/** What of the API's answer says what a token may do. */
export type AnsweredToken = Pick<Token, "policies" | "status" | "not_before" | "expires_on" | "condition">;

/** What else is known of the call. What is left out does not count. */
export interface AccessCircumstances {
  /** Of the ruleset; without it, the groups of any phase are enough. */
  readonly phase?: Phase;
  /** The account that the zone belongs to; needed where a policy names an account by its id. */
  readonly accountId?: string;
  /** When the call is made. */
  readonly at?: Date;
  /** The client's address. */
  readonly from?: string;
  /** The segment in full resource keys. Default `cloudflare`. */
  readonly vendor?: string;
  /** The API's list. Default: the published one. */
  readonly groups?: readonly PermissionGroup[];
}

export interface AccessExplanation {
  readonly allowed: boolean;
  /** What the policies say. `nothing needed`: any token that is good may. */
  readonly by: "explicit deny" | "explicit allow" | "implicit deny" | "nothing needed";
  /** Index of the policy that decided. */
  readonly policy?: number;
  /** Why the token cannot be used at all, whatever its policies say: its status, its window, the client's address. */
  readonly obstacles: readonly string[];
  /** Any one of these groups, there, is enough, unless a policy denies it. */
  readonly needs: readonly { readonly groups: readonly string[]; readonly resource: string }[];
  /** All of it in a sentence. */
  readonly reason: string;
}

/**
 * Whether a token may do something, and why.
 *
 * @param action an operation's name (`patchRule`, `createToken`), or a permission group's name or id.
 * @param resource the key of one resource: `zone.<id>`, `account.<id>`, `user`, or a full key.
 * @throws AccessQuestionError where the question has no answer: an unknown action, an action that the resource does not have.
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
      reason: sentence(allowed, "no permission is needed", obstacles),
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
  const { operations } = api();
  if (Object.hasOwn(operations, action)) {
    // A key of the table.
    const operation = action as OperationName;
    const requirements = requirementsOf(operation, resource.type, phase);
    if (requirements.length > 0) return requirements;
    const types = RESOURCE_TYPES.filter((type) => requirementsOf(operation, type).length > 0);
    if (types.length === 0) return [];
    throw new AccessQuestionError(
      `${operation} is not done to a ${resource.type}: name a ${types.join(" or an ")}.`,
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
      `There is no action ${JSON.stringify(action)}${hint || "; it is an operation (patchRule) or a permission group (Zone WAF Write)."}`,
    );
  }
  const group = named.find(({ scope }) => scope === resource.type);
  if (!group) {
    throw new AccessQuestionError(
      `${first.name} is about a ${named.map(({ scope }) => scope).join(" or ")}, not a ${resource.type}.`,
    );
  }
  return [{ scope: group.scope, access: group.access, groups: [groupTopic(group.name)] }];
}

const RESOURCE_TYPES: readonly ResourceType[] = ["user", "account", "zone"];

/** `Read` is what is needed; `Write` would do as well. */
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
    return `no policy allows it (implicit deny); enough would be ${enough.join(", or ")}`;
  }
  // Each by itself: which of the policy's groups it was.
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
