import { containsUnknown, isMembers, type Members } from "../../provider/api";
import { groupsOf, textOf } from "./members";
import type { Identity, Reviewed, ReviewedRule, ReviewedRuleset } from "./reviewed";
import { single } from "./terraform-blocks";
import { readRules, readRuleset, type TerraformRule } from "./terraform-ruleset";
import { tokenOf } from "./token";

/** A resource of Terraform, with `UNKNOWN` for each value that is unknown or hidden. */
export interface TerraformResource {
  readonly type: string;
  readonly address: string;
  readonly values: Members;
  /** The paths of sensitive values: `rules[0].expression`. */
  readonly secrets: ReadonlySet<string>;
}

/**
 * Returns a resource of the provider `cloudflare`, in version 4, which writes blocks as lists, or in version 5; undefined for any
 * other resource.
 */
export function fromTerraform(resource: TerraformResource): Reviewed | undefined {
  const { type, values } = resource;
  const identity = identityOf(resource);
  switch (type) {
    case "cloudflare_ruleset":
      return rulesetOf(identity, values);
    case "cloudflare_api_token":
      return {
        ...identity,
        ...token(values),
        kind: "token",
        place: { level: "user", id: undefined },
        rotates: false,
      };
    case "cloudflare_account_token":
      return {
        ...identity,
        ...token(values),
        kind: "token",
        place: { level: "account", id: textOf(values["account_id"]) },
        rotates: false,
      };
    default:
      return undefined;
  }
}

function identityOf({ address, secrets }: TerraformResource): Identity {
  return {
    origin: "terraform",
    urn: address,
    name: address,
    label: address,
    nameOf: (wireName) => wireName,
    isSecret: (path) =>
      [...secrets].some(
        (secret) => secret === "" || path === secret || isInside(path, secret) || isInside(secret, path),
      ),
  };
}

function isInside(path: string, parent: string): boolean {
  return path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`);
}

function rulesetOf(identity: Identity, values: Members): ReviewedRuleset {
  const { rules } = values;
  return {
    ...identity,
    ...readRuleset(values),
    kind: "ruleset",
    ownership: "exclusive",
    takesOver: false,
    othersFollow: false,
    rules: readRules(rules).map(namedRule),
    isOrdered: true,
    hasUnknownRules: containsUnknown(rules),
  };
}

function namedRule({ ref, wire }: TerraformRule, index: number): ReviewedRule {
  return { path: `rules[${index}]`, ref, wire };
}

function token(values: Members): ReturnType<typeof tokenOf> {
  const { name, policies, policy, condition, not_before: notBefore, expires_on: expiresOn, status } = values;
  const written = policies ?? policy;
  const conditions = single(condition);
  return tokenOf(
    {
      name,
      policies: Array.isArray(written) ? written.map(policyOf) : written,
      notBefore,
      expiresOn,
      status,
      condition: isMembers(conditions) ? { requestIp: single(conditions["request_ip"]) } : conditions,
    },
    "in",
    "not_in",
  );
}

/** Version 4 writes ids of permission groups; later releases of version 5 write `resources` as JSON. */
function policyOf(policy: unknown): unknown {
  if (!isMembers(policy)) return policy;
  const { effect, permission_groups: groups, resources } = policy;
  return {
    effect,
    permissionGroups: groupsOf(groups),
    resources: typeof resources === "string" ? parsed(resources) : resources,
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
