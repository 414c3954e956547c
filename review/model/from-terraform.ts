import { containsUnknown, isMembers, isUnknown, type Members } from "../../provider/api";
import { liveIdOf } from "./from-edge";
import { groupsOf, levelOf, parsedJson, textOf, tokenOf } from "./members";
import type {
  Identity,
  MaybeUnknown,
  ReviewedPlace,
  Reviewed,
  ReviewedRule,
  ReviewedRuleset,
} from "./reviewed";

/** A resource of Terraform, with `UNKNOWN` for each value that is unknown or hidden. */
interface TerraformResource {
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
  const { rules, name, description, kind } = values;
  return {
    ...identity,
    written: { name, description, kind },
    ...readRuleset(values),
    ...(typeof values["id"] === "string" && liveIdOf({ id: values["id"] })),
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
    resources: typeof resources === "string" ? parsedJson(resources) : resources,
  };
}

export interface TerraformRule {
  /** The id in the API; undefined in a plan that creates the rule. */
  readonly id: string | undefined;
  /** Undefined if the API chooses it during the update. */
  readonly ref: MaybeUnknown<string> | undefined;
  /** In wire names and shapes, without what the API sets. */
  readonly wire: Members;
}

/** What the API sets and the provider stores beside the arguments. */
const COMPUTED: readonly string[] = ["id", "version", "last_updated", "categories"];

/** Reads where the ruleset of a `cloudflare_ruleset` is. A ruleset of a kind that is not known is judged as an entry point. */
export function readRuleset(values: Members): Pick<ReviewedRuleset, "place" | "level" | "phase"> {
  const { kind, phase, zone_id: zoneId, account_id: accountId } = values;
  const zone = textOf(zoneId);
  const place: ReviewedPlace =
    zone === undefined ? { level: "account", id: textOf(accountId) } : { level: "zone", id: zone };
  return { place, level: levelOf(kind) ?? "zone", phase: textOf(phase) };
}

export function readRules(rules: unknown): TerraformRule[] {
  return Array.isArray(rules) ? rules.map(readRule) : [];
}

function readRule(rule: unknown): TerraformRule {
  const members = isMembers(rule) ? rule : {};
  const wire = Object.fromEntries(
    Object.entries(blocksToWire(members)).filter(([name]) => !COMPUTED.includes(name)),
  );
  const id = textOf(members["id"]);
  // If the program sets no ref, the API chooses one during the update, so a plan cannot name the rule by it.
  const { ref, ...rest } = wire;
  return isUnknown(ref) || ref === "" ? { id, ref: undefined, wire: rest } : { id, ref: textOf(ref), wire };
}

/** Members that are lists of objects on the wire. Any other list with one object is a block of version 4. */
const LISTS: ReadonlySet<string> = new Set([
  "algorithms",
  "categories",
  "cookie_fields",
  "request_fields",
  "response_fields",
  "rules",
  "status_code_ttl",
]);

/** The value of a block: version 4 writes a list of one object, version 5 the object. An empty list means that there is none. */
export function single(value: unknown): unknown {
  return Array.isArray(value) ? (value as unknown[])[0] : value;
}

/** Converts a rule of either version to wire names and shapes, without members that are not set. */
function blocksToWire(rule: Members): Members {
  const converted = convert(rule);
  return isMembers(converted) ? converted : {};
}

function convert(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return convertList(value, name);
  if (!isMembers(value)) return value ?? undefined;
  const members = Object.entries(value)
    .map(([member, inner]) => [member, convert(inner, member)] as const)
    .filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(members);
}

function convertList(list: readonly unknown[], name: string): unknown {
  if (list.length === 0) return undefined;
  if (name === "headers" && list.every(isMembers)) return headersOf(list);
  const isBlock = list.length === 1 && isMembers(list[0]) && !LISTS.has(name);
  return isBlock ? convert(list[0], name) : list.map((item) => convert(item));
}

/** Version 4 writes a list of headers with names, the API an object by name. */
function headersOf(list: readonly Members[]): Members {
  return Object.fromEntries(
    list.map(({ name, ...header }, index) => [
      typeof name === "string" ? name : `header ${index + 1}`,
      convert(header),
    ]),
  );
}
