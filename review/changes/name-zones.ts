import type { Review } from "./review";

/** How texts name a zone by its id: in a sentence, and as the key of a permission. */
const ZONE = /\b([Zz]one)[ .]([0-9a-f]{32})\b/g;

/** Returns a review in which sentences and permissions name each zone by its name, if that is known. */
export function withZoneNames(review: Review, names: ReadonlyMap<string, string>): Review {
  if (names.size === 0) return review;
  const named = (text: string) =>
    text.replace(ZONE, (whole, zone: string, id: string) => {
      const name = names.get(id);
      return name === undefined ? whole : `${zone} ${name}`;
    });
  return {
    ...review,
    reasons: review.reasons.map((reason) => ({ ...reason, text: named(reason.text) })),
    tokens: review.tokens.map((token) => ({
      ...token,
      access: token.access.map((cell) => ({ ...cell, on: named(cell.on) })),
      texts: token.texts.map(named),
    })),
    permissions: review.permissions.map((one) => ({ ...one, on: named(one.on) })),
    findings: review.findings.map((finding) => ({ ...finding, message: named(finding.message) })),
    allowed: review.allowed.map((finding) => ({ ...finding, message: named(finding.message) })),
  };
}
