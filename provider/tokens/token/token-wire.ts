import type { Condition, ConditionWrite, Policy, Token, TokenCreate, TokenReplace } from "../../api";
import { canonicalToken } from "./canonical-token";
import type { IpArgs, PolicyState, TokenState } from "./token-state";

/** The body that creates this token. Resource keys are to be full and every permission group is to have its id. */
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

/** The body that replaces the whole of an existing token: what the arguments leave out is removed from it. */
export function toReplacement(args: TokenState): TokenReplace {
  return { ...toWire(args), status: args.status ?? "active" };
}

/** What the program would have written to get this token, in canonical form; whose token it is stands elsewhere. */
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
        throw new Error(`The permission group ${JSON.stringify(name)} was not looked up: it has no id.`);
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

// The API writes the key in two ways; a null stands for nothing.
function ipFromWire(condition: Condition | null | undefined): IpArgs | undefined {
  const networks = condition?.["request.ip"] ?? condition?.request_ip;
  return networks
    ? { ...(networks.in && { in: networks.in }), ...(networks.not_in && { notIn: networks.not_in }) }
    : undefined;
}
