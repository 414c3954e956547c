import type { Ranges } from "../unicode/ranges";

/** The intermediate representation of a pattern, with flags and classes resolved. It matches bytes. */
export type Hir =
  | { readonly kind: "empty" }
  /** One byte of a set. An empty set never matches. */
  | { readonly kind: "byte"; readonly ranges: Ranges }
  /** One code point of a set, encoded in UTF-8. */
  | { readonly kind: "character"; readonly ranges: Ranges }
  | { readonly kind: "look"; readonly look: LookAround }
  | Repeat
  | { readonly kind: "concat"; readonly nodes: readonly Hir[] }
  | { readonly kind: "alternation"; readonly branches: readonly Hir[] }
  /** A capturing group. Groups are numbered from 1, in the order of their opening parentheses. */
  | { readonly kind: "capture"; readonly group: number; readonly node: Hir };

export interface Repeat {
  readonly kind: "repeat";
  readonly min: number;
  readonly max: number | undefined;
  readonly greedy: boolean;
  readonly node: Hir;
}

/** A zero-width assertion. */
export type LookAround =
  | "textStart"
  | "textEnd"
  | "lineStart"
  | "lineEnd"
  | "crlfLineStart"
  | "crlfLineEnd"
  | WordLook
  | `unicode-${WordLook}`;

export type WordLook =
  "wordBoundary" | "notWordBoundary" | "wordStart" | "wordEnd" | "wordStartHalf" | "wordEndHalf";

/** Tells whether a pattern can match only the empty text. */
export function isZeroWidth(hir: Hir): boolean {
  switch (hir.kind) {
    case "empty":
    case "look":
      return true;
    case "byte":
    case "character":
      return false;
    case "repeat":
    case "capture":
      return isZeroWidth(hir.node);
    case "concat":
      return hir.nodes.every(isZeroWidth);
    case "alternation":
      return hir.branches.every(isZeroWidth);
  }
}

/** Tells whether a pattern can match the empty text, if all looks hold. */
export function canBeEmpty(hir: Hir): boolean {
  switch (hir.kind) {
    case "empty":
    case "look":
      return true;
    case "byte":
    case "character":
      return false;
    case "repeat":
      return hir.min === 0 || canBeEmpty(hir.node);
    case "capture":
      return canBeEmpty(hir.node);
    case "concat":
      return hir.nodes.every(canBeEmpty);
    case "alternation":
      return hir.branches.some(canBeEmpty);
  }
}
