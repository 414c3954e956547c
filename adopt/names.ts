import { showControls } from "../provider/visible";
import { type AdoptedResource, type AdoptedValue, Interpolation, Reference } from "./program";
import { cutText } from "../provider/words";

/** Returns names that are unique: the first keeps its name, the others get a number. */
export function uniqueNames(): (wanted: string) => string {
  const used = new Set<string>();
  return (wanted) => {
    let name = wanted;
    for (let number = 2; used.has(name); number += 1) name = `${wanted}-${number}`;
    used.add(name);
    return name;
  };
}

/** The longest part of a live name that goes into the name of a resource. */
const LONGEST = 60;

/** Returns the letters, digits and dots of a text in lower case, joined by hyphens; `otherwise` if there are none. */
export function slug(text: string, otherwise: string): string {
  // Cut first, because a name can have megabytes.
  const parts = text
    .slice(0, LONGEST)
    .toLowerCase()
    .match(/[a-z0-9]+(?:\.[a-z0-9]+)*/g);
  return parts?.join("-") ?? otherwise;
}

/** Returns a phase without the part that nearly all phases have: `request-firewall-custom`. */
export function phaseSlug(phase: string): string {
  return slug(phase.replace(/^http_/, ""), "phase");
}

const LONGEST_NOTE = 200;

/** Returns a live name for a note: in quotes, cut, and without characters that are invisible or that reverse text. */
export function quoted(name: string): string {
  return line(JSON.stringify(cutText(name, LONGEST_NOTE)));
}

/** Returns a text as one line that shows all its characters. */
export function line(text: string): string {
  return showControls(cutText(text, LONGEST_NOTE).replace(/\s+/g, " "));
}

/** The last word of an identifier, which keeps it apart from reserved words and from the classes. */
const NOUNS: Readonly<Record<AdoptedResource["kind"], string>> = {
  AccountEntrypointRuleset: "rules",
  ApiToken: "token",
  List: "list",
  OwaspConfig: "owasp",
  Ruleset: "ruleset",
  ValidatedFilter: "filter",
  ZoneCustomRuleset: "ruleset",
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
  if (value instanceof Interpolation) return value.parts.flatMap(referencesIn);
  return Object.values(value as Readonly<Record<string, AdoptedValue>>).flatMap(referencesIn);
}

/** Joins words of letters and digits: `adminFilter`. */
export function camelIdentifier(words: readonly string[]): string {
  return words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
}
