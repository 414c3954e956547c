import { isMembers, type Members } from "../../provider/api";
import { wireOf } from "../../provider/rulebook";

/** Lists that `@pulumi/cloudflare` names in the plural, by their names here: as in a request, but the plural in snake case. */
const PLURALS: Readonly<Record<string, string>> = {
  autominifies: "autominify",
  check_presences: "check_presence",
  excludes: "exclude",
  includes: "include",
  lists: "list",
  responses: "response",
  status_code_ranges: "status_code_range",
  status_code_ttls: "status_code_ttl",
};
/** Objects of the API that release 5 declares as lists of one item. */
const SINGLE: readonly string[] = ["autominify", "response", "status_code_range"];
/** Lists of objects with a name, of which release 5 lists the names. */
const NAMED: readonly string[] = ["cookie_fields", "request_fields", "response_fields"];

/** Renames the members of a rule of `@pulumi/cloudflare` to wire names, and gives them the shape that they have in a request. */
export function cloudflareRule(rule: unknown): Members {
  const wire = wireOf(rule);
  const { action, action_parameters: parameters } = wire;
  if (!isMembers(parameters)) return wire;
  return { ...wire, action_parameters: parametersOf(action, parameters) };
}

function parametersOf(action: unknown, parameters: Members): unknown {
  if (action === "set_cache_control") return directivesOf(parameters);
  const { headers, rules, ...others } = parameters;
  return {
    ...members(others),
    ...(headers !== undefined && { headers: headersOf(headers) }),
    ...(rules !== undefined && { rules: skippedRules(rules) }),
  };
}

function members(value: Members): Members {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const singular = Object.hasOwn(PLURALS, name) ? (PLURALS[name] ?? name) : name;
      return [singular, memberOf(singular, member)];
    }),
  );
}

function memberOf(name: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    if (SINGLE.includes(name) && value.length === 1) return memberOf(name, value[0]);
    if (NAMED.includes(name))
      return value.map((item: unknown) => (typeof item === "string" ? { name: item } : item));
    return value.map((item: unknown) => memberOf("", item));
  }
  return isMembers(value) ? members(value) : value;
}

/** Names of directives are kebab case in a request: `s-maxage`. */
function directivesOf(parameters: Members): Members {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      isMembers(value) ? wireOf(value) : value,
    ]),
  );
}

/** Release 5 lists headers with their names, release 6 has a map by name. */
function headersOf(headers: unknown): unknown {
  if (!Array.isArray(headers)) return headers;
  return Object.fromEntries(
    headers.filter(isMembers).map(({ name, ...header }) => [typeof name === "string" ? name : "", header]),
  );
}

/** By ruleset, the ids of the rules to skip: a list in release 6, text with commas in release 5. */
function skippedRules(rules: unknown): unknown {
  if (!isMembers(rules)) return rules;
  return Object.fromEntries(
    Object.entries(rules).map(([id, skipped]) => [
      id,
      typeof skipped === "string" ? skipped.split(",") : skipped,
    ]),
  );
}
