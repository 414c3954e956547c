import { uniqueNames } from "../names";
import { Reference, type AdoptedResource, type AdoptedValue } from "../program";

/** The last word of an identifier, which keeps it apart from reserved words and from the classes. */
const NOUNS: Readonly<Record<AdoptedResource["kind"], string>> = {
  AccountEntrypointRuleset: "rules",
  ApiToken: "token",
  OwaspConfig: "owasp",
  Ruleset: "ruleset",
  ValidatedFilter: "filter",
  ZoneEntrypointRuleset: "rules",
};

/** Returns an identifier for each resource that others refer to, or that `isNamed` selects, by its name. */
export function identifiersOf(
  resources: readonly AdoptedResource[],
  join: (words: readonly string[]) => string,
  isNamed?: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const unique = uniqueNames();
  const referred = new Set(resources.flatMap(({ args }) => referencesIn(args)));
  const named = resources.filter(({ name }) => isNamed?.(name) ?? referred.has(name));
  return new Map(named.map((resource) => [resource.name, join(wordsOf(resource, unique))]));
}

function wordsOf({ kind, name }: AdoptedResource, unique: (wanted: string) => string): string[] {
  const noun = NOUNS[kind];
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "" && word !== noun);
  const first = words[0] ?? "";
  // An identifier does not begin with a digit.
  const begun = /^[a-z]/.test(first) ? words : ["live", ...words];
  return unique([...begun, noun].join("-")).split("-");
}

function referencesIn(value: AdoptedValue): string[] {
  if (typeof value !== "object") return [];
  if (value instanceof Reference) return [value.resource];
  return Object.values(value as Readonly<Record<string, AdoptedValue>>).flatMap(referencesIn);
}

/** Joins words of letters and digits: `adminFilter`. */
export function camelIdentifier(words: readonly string[]): string {
  return words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
}
