import { counted } from "./counted";
import type { Reason, Review, Subject } from "./review";

/** A text about a resource, which names that resource. */
interface About {
  readonly urn: string | null;
}

/**
 * Returns texts about changed resources in groups whose texts differ only in the resource that they name. `keyOf` returns what is equal
 * in a group, given a function that leaves the name of the resource out of a text.
 */
export function groupAcrossResources<T extends About>(
  review: Pick<Review, "places" | "tokens" | "others">,
  items: readonly T[],
  keyOf: (item: T, withoutLabel: (text: string) => string) => readonly string[],
): (readonly [T, ...T[]])[] {
  const labels = new Map(changedSubjects(review).map(({ urn, label }) => [urn, label]));
  return grouped(items, (item) => {
    const label = item.urn === null ? undefined : labels.get(item.urn);
    return keyOf(item, (text) => (label === undefined ? text : text.replaceAll(label, "")));
  });
}

/** Begins a request to a host of the zone of a resource. */
const EXAMPLE = ", for example ";

/** Returns the reasons of a review; those that differ only in the resource, or in the host of their example, are one group. */
export function groupReasons(review: Review): (readonly [Reason, ...Reason[]])[] {
  const zones = new Map(
    review.places.flatMap(({ name, rulesets }) => rulesets.map(({ urn }) => [urn, name] as const)),
  );
  return groupAcrossResources(review, review.reasons, ({ id, severity, text, urn }, withoutLabel) => {
    const zone = urn === null ? null : zones.get(urn);
    const [said = "", ...examples] = withoutLabel(text).split(EXAMPLE);
    return [id, severity, said, ...examples.map((one) => (zone == null ? one : one.replaceAll(zone, "")))];
  });
}

/** Says how many other resources have the same. Empty for none. */
export function sameIn(others: readonly unknown[]): string {
  return others.length > 0 ? ` The same in ${counted(others.length, "more resource")}.` : "";
}

export function changedSubjects({
  places,
  tokens,
  others,
}: Pick<Review, "places" | "tokens" | "others">): Subject[] {
  return [...places.flatMap(({ rulesets, owasp }) => [...rulesets, ...owasp]), ...tokens, ...others];
}

/** Returns items in groups with the same key, in the order of their first items. */
export function grouped<T>(
  items: readonly T[],
  keyOf: (item: T) => readonly string[],
): (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}
