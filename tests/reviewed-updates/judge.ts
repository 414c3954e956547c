import type { Review } from "../../review/changes/review";
import { IS_GONE, type WrittenObject } from "./written";

const UNKNOWN_ITEMS = "items of others, which the review does not know, are removed";
const OTHERS = "Rules of other owners in the same entry point are not known.";

/** Returns the written objects that a review does not name. */
export function unnamedIn(review: Review, written: readonly WrittenObject[]): string[] {
  const missing = written.filter((object) => !isNamed(review, object));
  return [
    ...new Set(
      missing.map(
        ({ kind, place, name, how }) => `${kind} ${[place, name].filter(Boolean).join(" ")}: ${how}`,
      ),
    ),
  ];
}

function isNamed(review: Review, { kind, place, name, how, isMove = false }: WrittenObject): boolean {
  switch (kind) {
    case "ruleset":
      return place === "http_request_firewall_managed"
        ? review.places.some(({ owasp }) => owasp.length > 0)
        : rulesetsAt(review, place).length > 0;
    case "rule":
      return (
        place === "http_request_firewall_managed" ||
        rulesetsAt(review, place).some(
          ({ changes, requests, urn: of }) =>
            changes.some(({ ref }) => ref === name) ||
            review.reasons.some(({ urn, text }) => urn === of && saysWritten(text, name)) ||
            // Without the live rules, a review does not know what stands between the rules of a resource, and says so.
            (isMove && (requests?.limits ?? []).includes(OTHERS)),
        )
      );
    case "list":
      return listsNamed(review, place).length > 0;
    case "item":
      return listsNamed(review, place).some(
        (list) =>
          JSON.stringify(list).includes(name) ||
          (how === IS_GONE && list.texts.some((text) => text.includes(UNKNOWN_ITEMS))) ||
          review.reasons.some(({ urn, text }) => urn === list.urn && saysWritten(text, name)),
      );
    case "token":
      // The name is derived from that of the resource.
      return review.tokens.some(({ label }) => name.startsWith(`${/"(.*)"/.exec(label)?.[1] ?? ""}-`));
  }
}

/** Whether a reason says that an update writes a rule that the program does not change. */
function saysWritten(text: string, ref: string): boolean {
  const [, again = ""] = / It writes \d+ rules? again: (.*)\.$/.exec(text) ?? [];
  const [, back = ""] = / puts back what was changed outside the program: (.*)\.$/.exec(text) ?? [];
  return again.split(", ").includes(ref) || `, ${back}`.includes(`, ${ref} (`);
}

function rulesetsAt(review: Review, place: string) {
  return review.places
    .flatMap(({ rulesets }) => rulesets)
    .filter(({ level, phase }) =>
      place === "custom"
        ? level === "custom"
        : level === "zone" && phase !== null && "text" in phase && phase.text === place,
    );
}

function listsNamed({ others }: Review, name: string) {
  return others.filter(
    ({ kind, texts }) => kind === "list" && texts.some((text) => text.includes(`$${name} `)),
  );
}
