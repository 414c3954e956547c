import { withoutOwnZone, zonesOfResources } from "./own-zone";
import type { Reason, Review, Subject } from "./review";
import { counted } from "../../provider/words";
import { groupBy } from "./group-by";

/** A text about a resource, which names that resource. */
interface About {
  readonly urn: string | null;
}

/**
 * Returns texts about changed resources in groups whose texts differ only in the resource that they name, and in the name of its zone.
 * `keyOf` returns what is equal in a group, given a function that leaves both out of a text.
 */
export function groupAcrossResources<T extends About>(
  review: Pick<Review, "places" | "tokens" | "others">,
  items: readonly T[],
  keyOf: (item: T, withoutLabel: (text: string) => string) => readonly string[],
): (readonly [T, ...T[]])[] {
  const labelless = labelRemover(review);
  const zones = zonesOfResources(review);
  const saying = new Map<string, Set<string | undefined>>();
  const keyed = items.map((item) => {
    const zone = item.urn === null ? undefined : zones.get(item.urn);
    const withoutLabel = (text: string) => labelless(item, text);
    const said = JSON.stringify(keyOf(item, withoutLabel));
    saying.set(said, (saying.get(said) ?? new Set()).add(zone));
    return { item, said, alike: keyOf(item, (text) => withoutOwnZone(withoutLabel(text), zone)) };
  });
  // What several zones say word for word may contain the name of one of them.
  return groupBy(keyed, ({ said, alike }) =>
    (saying.get(said)?.size ?? 0) > 1 ? ["said", said] : ["alike", ...alike],
  ).map(([first, ...others]) => [first.item, ...others.map(({ item }) => item)]);
}

/** Returns a function that leaves the name of a changed resource out of a text about it. */
function labelRemover(review: Pick<Review, "places" | "tokens" | "others">) {
  const labels = new Map(changedSubjects(review).map(({ urn, label }) => [urn, label]));
  return ({ urn }: About, text: string): string => {
    const label = urn === null ? undefined : labels.get(urn);
    return label === undefined ? text : text.replaceAll(label, "");
  };
}

/** Begins a request to a host of the zone of a resource. */
const EXAMPLE = ", for example ";

/** A reason, and how many other resources have the same: a sentence, or nothing. */
export interface SharedReason {
  readonly reason: Reason;
  readonly same: string;
}

/** Returns the reasons of a review; those that differ only in the resource, or in the name of its zone, are one. */
export function groupReasons(review: Review): SharedReason[] {
  const labelless = labelRemover(review);
  const said = (reason: Reason) => labelless(reason, reason.text).split(EXAMPLE)[0];
  return groupAcrossResources(review, review.reasons, ({ id, severity, text }, withoutLabel) => [
    id,
    severity,
    withoutLabel(text),
  ]).map(([reason, ...others]) => {
    const isOwn = others.some((other) => said(other) !== said(reason));
    return { reason, same: sameIn(others, isOwn ? ", each with its own zone" : "") };
  });
}

/** Says how many other resources have the same. Empty for none. */
export function sameIn(others: readonly unknown[], but = ""): string {
  return others.length > 0 ? ` The same in ${counted(others.length, "more resource")}${but}.` : "";
}

export function changedSubjects({
  places,
  tokens,
  others,
}: Pick<Review, "places" | "tokens" | "others">): Subject[] {
  return [...places.flatMap(({ rulesets, owasp }) => [...rulesets, ...owasp]), ...tokens, ...others];
}
