import { isMembers } from "../../api";
import type { Members } from "../../api/arguments";
import { camelName, managedRuleset } from "../../rulebook";
import { valueWords } from "./value-words";
import { clipCodePoints } from "../../words";

/** What a rule sets, by the path of the setting: `rewrite.uri.path.value`. Undefined if the value is not shown. */
export interface Setting {
  readonly path: string;
  readonly value: string | undefined;
}

const URI = /^rewrite\.uri\.(path|query)\.(?:value|expression)$/;
const HEADER = /^rewrite\.headers\.(.+)\.(operation|value|expression)$/;
const VERBS: Readonly<Record<string, string>> = { set: "sets", add: "adds", remove: "removes" };

/**
 * Returns settings in the words of the arguments: `rewrites the path to /app`, `sets header x-key to "a"`, `sets edgeTtl.default to 300`.
 * `nameOf` returns how the author writes a wire name.
 */
export function settingWords(
  settings: readonly Setting[],
  nameOf: (wireName: string) => string = camelName,
): string[] {
  const headers = new Map<string, Map<string, string | undefined>>();
  const texts: string[] = [];
  for (const { path, value } of settings) {
    const [, part] = URI.exec(path) ?? [];
    const [, header, member] = HEADER.exec(path) ?? [];
    if (part !== undefined)
      texts.push(value === "" ? `removes the ${part}` : `rewrites the ${part}${to(value)}`);
    else if (header !== undefined && member !== undefined)
      headers.set(header, (headers.get(header) ?? new Map<string, string | undefined>()).set(member, value));
    else texts.push(`sets ${path.split(".").slice(1).map(nameOf).join(".")}${to(value)}`);
  }
  return [...texts, ...[...headers].map(([name, members]) => headerWords(name, members))];
}

function headerWords(name: string, members: ReadonlyMap<string, string | undefined>): string {
  const verb = VERBS[members.get("operation") ?? "set"] ?? "sets";
  const value = members.get("value");
  return `${verb} header ${name}${value === undefined ? to(members.get("expression")) : ` to "${value}"`}`;
}

function to(value: string | undefined): string {
  return value === undefined ? "" : ` to ${value}`;
}

/** Returns where a redirect leads: `https://shop.example/ with 301, keeping the query`. Undefined if the rule does not say. */
export function redirectWords({ from_value: redirect }: Members): string | undefined {
  const target = isMembers(redirect) ? redirect["target_url"] : undefined;
  if (!isMembers(redirect) || !isMembers(target)) return undefined;
  const { status_code: code, preserve_query_string: keeps } = redirect;
  const url = target["value"] ?? target["expression"];
  if (typeof url !== "string") return undefined;
  return `${url}${typeof code === "number" ? ` with ${code}` : ""}${keeps === true ? ", keeping the query" : ""}`;
}

/** The code points of the body of a response that are shown. */
const MAX_BODY = 60;

/** Returns the response of a block: `404 and "Not found" (text/plain)`. Undefined for the vendor's own page. */
export function responseWords({ response }: Members): string | undefined {
  if (!isMembers(response)) return undefined;
  const { status_code: code, content, content_type: type } = response;
  const body = typeof content === "string" ? ` and ${JSON.stringify(clipCodePoints(content, MAX_BODY))}` : "";
  if (typeof code !== "number") return undefined;
  return `${code}${body}${typeof type === "string" ? ` (${type})` : ""}`;
}

/** Returns the name of a ruleset whose id is public, or its id; of one of its rules, with the id of the rule. */
export function rulesetName(target: string): string {
  const [id = "", rule] = target.split("/");
  const name = managedRuleset(id)?.name ?? `ruleset ${id}`;
  return rule === undefined ? name : `rule ${rule} of ${name}`;
}

/**
 * Returns what a rule does, in the words of its arguments. Empty for actions whose name says it. `nameOf` returns how the author writes a
 * wire name.
 */
export function ruleWords(
  action: unknown,
  parameters: Members,
  nameOf?: (wireName: string) => string,
): string[] {
  switch (action) {
    case "block": {
      const response = responseWords(parameters);
      return response === undefined ? [] : [`answers with ${response}`];
    }
    case "redirect": {
      const target = redirectWords(parameters);
      return target === undefined ? [] : [`redirects to ${target}`];
    }
    case "execute": {
      const { id, overrides } = parameters;
      const changed = isMembers(overrides) ? overrideWords(overrides) : [];
      const rest = changed.length === 0 ? "" : `, overriding ${changed.join("; ")}`;
      return typeof id === "string" ? [`executes ${rulesetName(id)}${rest}`] : [];
    }
    case "rewrite":
    case "route":
    case "set_config":
    case "set_cache_settings":
    case "set_cache_control":
      return settingWords(leavesOf(parameters, action), nameOf);
    default:
      return [];
  }
}

/** Returns overrides in words: `all rules: action log`, `category wordpress: action block`. */
function overrideWords({ categories, rules, ...all }: Members): string[] {
  const listed = (list: unknown, name: string, what: string) =>
    (Array.isArray(list) ? list.filter(isMembers) : []).map(
      ({ [name]: target, ...changes }) => `${what} ${String(target)}: ${valueWords(changes)}`,
    );
  return [
    ...(Object.keys(all).length > 0 ? [`all rules: ${valueWords(all)}`] : []),
    ...listed(categories, "category", "category"),
    ...listed(rules, "id", "rule"),
  ];
}

function leavesOf(value: unknown, path: string): Setting[] {
  if (value === undefined || value === null) return [];
  return isMembers(value)
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${path}.${name}`))
    : [{ path, value: valueWords(value) }];
}
