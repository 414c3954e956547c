import type { Condition, ConditionWrite, Policy, Token, TokenCreate, TokenReplace } from "../../api/wire";
import { canonicalToken, type IpArgs, type PolicyState, type TokenState } from "./canonical-token";

/** Serializes a token to the body that creates it. Resource keys must be full, and permission groups must have ids. */
export function toWire(args: TokenState): TokenCreate {
  const { name, policies, condition, notBefore, expiresOn } = canonicalToken(args);
  return {
    name,
    policies: policies.map(policyToWire),
    ...(notBefore !== undefined && { not_before: notBefore }),
    ...(expiresOn !== undefined && { expires_on: expiresOn }),
    ...(condition && { condition: conditionToWire(condition.requestIp) }),
  };
}

/** Serializes a token to the body that replaces an existing one. The API removes what the body omits. */
export function toReplacement(args: TokenState): TokenReplace {
  return { ...toWire(args), status: args.status ?? "active" };
}

/** Parses a token from its wire shape to canonical form. The wire shape has no `accountId`. */
export function fromWire(token: Token): TokenState {
  const requestIp = ipFromWire(token.condition);
  return canonicalToken({
    name: token.name,
    policies: token.policies.map(policyFromWire),
    ...(requestIp && { condition: { requestIp } }),
    ...(token.not_before != null && { notBefore: token.not_before }),
    ...(token.expires_on != null && { expiresOn: token.expires_on }),
    ...(token.status === "disabled" && { status: token.status }),
  });
}

function policyToWire({ effect, resources, permissionGroups }: PolicyState): TokenCreate["policies"][number] {
  return {
    effect: effect ?? "allow",
    resources,
    permission_groups: permissionGroups.map(({ id, name }) => {
      if (id === undefined)
        throw new Error(`The permission group ${JSON.stringify(name)} has no id: look up its name first.`);
      return { id };
    }),
  };
}

function conditionToWire(networks: IpArgs): ConditionWrite {
  return {
    "request.ip": {
      ...(networks.in && { in: networks.in }),
      ...(networks.notIn && { not_in: networks.notIn }),
    },
  };
}

function policyFromWire({ effect, resources, permission_groups: groups }: Policy): PolicyState {
  return {
    effect,
    resources,
    permissionGroups: groups.map(({ id, name }) => ({ id, ...(name !== undefined && { name }) })),
  };
}

// The API uses two spellings of the key; null means absent.
function ipFromWire(condition: Condition | null | undefined): IpArgs | undefined {
  const networks = condition?.["request.ip"] ?? condition?.request_ip;
  return networks
    ? { ...(networks.in && { in: networks.in }), ...(networks.not_in && { notIn: networks.not_in }) }
    : undefined;
}
