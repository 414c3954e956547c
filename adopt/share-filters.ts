import { quoted, slug } from "./names";
import {
  type AdoptedArgs,
  type AdoptedResource,
  type AdoptedSection,
  type AdoptedValue,
  Interpolation,
  Reference,
  resourcesOf,
} from "./program";
import { firstWords } from "../provider/words";

/** Shorter expressions, such as `true` and `not ssl`, are clearer where they are. */
const SHORTEST = 20;
/** The API uses the id as the ref of a rule that has none. */
const ID = /^[0-9a-f]{32}$/;

const LISTED = 5;

/**
 * Declares each expression that several rules have as a `ValidatedFilter`, and refers to it in these rules. A section with the filters
 * comes first in the result.
 */
export function shareFilters(
  sections: readonly AdoptedSection[],
  nameOf: (wanted: string) => string,
): AdoptedSection[] {
  const uses = new Map<string, { readonly expression: AdoptedValue; readonly refs: string[] }>();
  for (const resource of resourcesOf({ sections }))
    for (const { ref, expression } of rulesIn(resource)) {
      const key = shareKey(expression);
      if (key === undefined || expression === undefined) continue;
      const use = uses.get(key) ?? { expression, refs: [] };
      use.refs.push(typeof ref === "string" ? ref : "");
      uses.set(key, use);
    }
  const filters = new Map(
    [...uses]
      .filter(([, { refs }]) => refs.length > 1)
      .map(([key, { expression, refs }]) => [key, filterFor(expression, refs, nameOf)]),
  );
  if (filters.size === 0) return [...sections];
  return [
    { title: "Expressions that several rules have", left: [], resources: [...filters.values()] },
    ...sections.map((section) => ({
      ...section,
      resources: section.resources.map((resource) => withReferences(resource, filters)),
    })),
  ];
}

/**
 * Returns a text that is the same for equal expressions; undefined for one that is not shared. A list of the same name in another account
 * is another list.
 */
function shareKey(expression: AdoptedValue | undefined): string | undefined {
  const isInterpolated = expression instanceof Interpolation;
  const text = isInterpolated ? expression.text : expression;
  if (typeof text !== "string" || text.length < SHORTEST) return undefined;
  return JSON.stringify(isInterpolated ? expression.parts : text);
}

function filterFor(
  expression: AdoptedValue,
  refs: readonly string[],
  nameOf: (wanted: string) => string,
): AdoptedResource {
  const names = firstWords(refs.map(quoted), LISTED);
  return {
    kind: "ValidatedFilter",
    name: nameOf(`${slug(refs.find((ref) => !ID.test(ref)) ?? "", "shared")}-filter`),
    // The endpoint has accepted the expression already, in these rules.
    args: { expression, mode: "local" },
    notes: [`Used by the rules ${names.join(", ")}.`],
    left: [],
    importId: undefined,
  };
}

function withReferences(
  resource: AdoptedResource,
  filters: ReadonlyMap<string, AdoptedResource>,
): AdoptedResource {
  const rules = rulesIn(resource);
  if (rules.length === 0) return resource;
  const shared = rules.map((rule): AdoptedArgs => {
    const filter = filters.get(shareKey(rule["expression"]) ?? "");
    return filter ? { ...rule, expression: new Reference(filter.name, "expression") } : rule;
  });
  return { ...resource, args: { ...resource.args, rules: shared } };
}

/** Returns the rules of a ruleset. Those of an OwaspConfig are overrides, without expressions. */
function rulesIn({ kind, args }: AdoptedResource): readonly AdoptedArgs[] {
  const { rules } = args;
  // Every adopted ruleset has a list of rules, which are objects.
  return kind === "OwaspConfig" || rules === undefined ? [] : (rules as readonly AdoptedArgs[]);
}
