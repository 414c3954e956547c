import type { Review, RulesetReview, TokenReview } from "./review";
import { groupBy } from "./group-by";

/** Takes the place of the name of a zone in what is compared. Nobody can guess it and write a rule that only looks equal. */
const OWN_ZONE = crypto.randomUUID();
/** How a cell of a token's access names one zone, by its id or its name. */
const ONE_ZONE = /^zone[ .]([^*]+)$/;

/** Returns a part of a review as it is in all zones in which the same changes, each with its own name in rules and examples. */
export function withoutZone<T>(part: T, zone: string | null | undefined): T {
  if (part == null || zone == null) return part;
  const neutral: unknown = JSON.parse(JSON.stringify(part), (_member, value: unknown) =>
    typeof value === "string" ? withoutOwnZone(value, zone) : value,
  );
  // Only texts are others than before.
  return neutral as T;
}

/**
 * Returns what a section of several zones says if it shows the name of the first one. `print` returns what the section shows, without the
 * name of a zone.
 */
export function ownZoneNote(
  zone: string | null,
  print: (without: string | null) => string,
): string | undefined {
  if (zone === null || print(null) === print(zone)) return undefined;
  return `Shown for ${zone}: each other zone has its own name in its place.`;
}

/** Returns a ruleset without its examples, which are requests to the hosts of each zone. */
export function withoutExamples(ruleset: RulesetReview): RulesetReview {
  const { requests } = ruleset;
  if (requests === null) return ruleset;
  return {
    ...ruleset,
    requests: { ...requests, rows: requests.rows.map((row) => ({ ...row, example: "" })) },
  };
}

/** Returns the zone of each changed resource that is in one zone, or of each token that reaches one: its name, or its id. */
export function zonesOfResources({
  places,
  tokens,
}: Pick<Review, "places" | "tokens">): ReadonlyMap<string, string> {
  const zones = new Map<string, string>();
  for (const { id, name, rulesets, owasp } of places) {
    const zone = name ?? (id !== null && "text" in id ? id.text : undefined);
    if (zone !== undefined) for (const { urn } of [...rulesets, ...owasp]) zones.set(urn, zone);
  }
  for (const token of tokens) {
    const zone = zoneOfToken(token);
    if (zone !== undefined) zones.set(token.urn, zone);
  }
  return zones;
}

/** Returns tokens in groups with equal changes, each in its own zone, in the order of their first tokens. */
export function groupTokens(tokens: readonly TokenReview[]): (readonly [TokenReview, ...TokenReview[]])[] {
  return groupBy(tokens, (token) => [
    JSON.stringify(
      withoutZone({ ...token, urn: "", label: "", name: null, position: null }, zoneOfToken(token)),
    ),
  ]);
}

/** Returns the only zone of a token. */
function zoneOfToken({ access }: TokenReview): string | undefined {
  const [on, ...others] = new Set(access.map((cell) => cell.on));
  return on !== undefined && others.length === 0 ? ONE_ZONE.exec(on)?.[1] : undefined;
}

/** Returns a text as it is in all zones. */
export function withoutOwnZone(text: string, zone: string | undefined): string {
  return zone === undefined ? text : text.replaceAll(zone, OWN_ZONE);
}

/** Says of several tokens with equal changes whose zone is shown. */
export function tokensNote(token: TokenReview): string | undefined {
  const zone = zoneOfToken(token);
  return zone === undefined
    ? undefined
    : `Shown for ${token.label} with zone ${zone}: each other token has its own zone.`;
}
