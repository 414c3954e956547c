import { isMembers } from "../provider/api";
import type { Properties } from "../provider/lifecycle";

/** The directives of the action `set_cache_control` whose names have hyphens, which most languages cannot write as a member. */
const HYPHENATED = [
  "max-age",
  "must-revalidate",
  "must-understand",
  "no-cache",
  "no-store",
  "no-transform",
  "proxy-revalidate",
  "s-maxage",
  "stale-if-error",
  "stale-while-revalidate",
];

/** Returns the name that the schema gives a member: `maxAge` for `max-age`. */
export function schemaName(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const WIRE_NAMES: ReadonlyMap<string, string> = new Map(HYPHENATED.map((name) => [schemaName(name), name]));

export function withWireNames(inputs: Properties): Properties {
  return withDirectives(inputs, (name) => WIRE_NAMES.get(name) ?? name);
}

export function withSchemaNames(inputs: Properties): Properties {
  return withDirectives(inputs, (name) => (HYPHENATED.includes(name) ? schemaName(name) : name));
}

/** Renames members of the rules' action parameters. `rules` are a list, or a map by ref. */
function withDirectives(inputs: Properties, rename: (name: string) => string): Properties {
  const { rules } = inputs;
  const renamed = (rule: unknown): unknown => {
    if (!isMembers(rule) || !isMembers(rule["actionParameters"])) return rule;
    const parameters = Object.entries(rule["actionParameters"]);
    return {
      ...rule,
      actionParameters: Object.fromEntries(parameters.map(([name, value]) => [rename(name), value])),
    };
  };
  if (Array.isArray(rules)) return { ...inputs, rules: rules.map(renamed) };
  if (!isMembers(rules)) return inputs;
  const entries = Object.entries(rules).map(([ref, rule]) => [ref, renamed(rule)]);
  return { ...inputs, rules: Object.fromEntries(entries) as Properties };
}
