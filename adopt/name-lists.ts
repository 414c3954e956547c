import { isMembers } from "../provider/api";
import type { ExpressionPurpose } from "../provider/filter";
import { listsIn } from "../provider/rulebook";
import {
  type AdoptedArgs,
  type AdoptedResource,
  type AdoptedSection,
  type AdoptedValue,
  Interpolation,
  Reference,
} from "./program";

/** The resources of the lists of an account, by the names of the lists. */
export type ListResources = ReadonlyMap<string, string>;

/** Returns the lists that a section declares. */
export function listsOf({ resources }: AdoptedSection): ListResources {
  return new Map(
    resources.flatMap(({ kind, name, args }) =>
      kind === "List" && typeof args["name"] === "string" ? [[args["name"], name] as const] : [],
    ),
  );
}

/**
 * Refers to the resource of a list where a rule names the list. So the engine writes the list with its items before the rule, and removes
 * it after the rule.
 */
export function nameLists(resource: AdoptedResource, lists: ListResources): AdoptedResource {
  const { kind, args } = resource;
  if (lists.size === 0) return resource;
  // The rules of an OwaspConfig are overrides, without expressions.
  if (kind === "OwaspConfig") return { ...resource, args: withExpression(args, lists) };
  if (!Array.isArray(args["rules"])) return resource;
  // The rules of a ruleset are objects.
  const rules = (args["rules"] as readonly AdoptedArgs[]).map((rule) => inRule(rule, lists));
  return { ...resource, args: { ...args, rules } };
}

function inRule(rule: AdoptedArgs, lists: ListResources): AdoptedArgs {
  const named = changed(withExpression(rule, lists), ["ratelimit", "countingExpression"], (text) =>
    interpolated(text, "counting", lists),
  );
  return changed(named, ["actionParameters", "fromList", "name"], (name) => {
    const resource = typeof name === "string" ? lists.get(name) : undefined;
    return resource === undefined ? name : new Reference(resource, "name");
  });
}

function withExpression(args: AdoptedArgs, lists: ListResources): AdoptedArgs {
  return changed(args, ["expression"], (text) => interpolated(text, "filter", lists));
}

/** Returns an object with the member at a path changed, if it has the member. */
function changed(
  args: AdoptedArgs,
  [name = "", ...rest]: readonly string[],
  change: (member: AdoptedValue) => AdoptedValue,
): AdoptedArgs {
  const member = args[name];
  if (member === undefined) return args;
  if (rest.length === 0) return { ...args, [name]: change(member) };
  // What is on the path is an object.
  return isMembers(member) ? { ...args, [name]: changed(member, rest, change) } : args;
}

function interpolated(text: AdoptedValue, purpose: ExpressionPurpose, lists: ListResources): AdoptedValue {
  if (typeof text !== "string") return text;
  const parts: (string | Reference)[] = [];
  let begin = 0;
  for (const { name, span } of listsIn(text, purpose)) {
    const resource = lists.get(name);
    if (resource === undefined) continue;
    parts.push(text.slice(begin, span.start), new Reference(resource, "name"));
    begin = span.end;
  }
  if (parts.length === 0) return text;
  return new Interpolation(text, begin < text.length ? [...parts, text.slice(begin)] : parts);
}
