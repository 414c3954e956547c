import type { CauseClass, Edit, Place, Span } from "../provider/filter";
import { type FilledTemplate, fillTemplate, type StandIn, withStandIns } from "../provider/rulebook";
import { findingsOf, type Found } from "./findings-of";

/**
 * What a placeholder may stand for, in two ways. The first is a part of a quoted text; then values, conditions, words of the language,
 * fields, and at last parts that open or close something.
 */
const STAND_INS: readonly (readonly [string, string])[] = [
  ["wx", "qzy7"],
  ["1", "23"],
  ["100.0.0.0", "44.0.0.0"],
  ['"wx"', '"qzy7"'],
  ["$wx", "$qzy7"],
  ['{"wx"}', '{"qzy7" "a"}'],
  ["{1}", "{2 3}"],
  ["{100.0.0.0}", "{44.0.0.0 45.0.0.0}"],
  ['has_key(http.request.headers, "wx")', "len(http.cookie) gt 7"],
  ['ssl or http.referer eq "wx"', 'ssl and http.referer eq "qzy7"'],
  ["and ssl", "or ssl"],
  ["ssl and", "not ssl or"],
  ["", ""],
  ["not", "not not"],
  ["and", "or"],
  ["eq", "ne"],
  ["contains", "matches"],
  ["in", "in"],
  ["http.referer", "http.cookie"],
  ["ip.src.asnum", "cf.edge.server_port"],
  ["ip.src", "cf.edge.server_ip"],
  ["http.request.headers.names", "http.request.headers.values"],
  ["*", "*"],
  ["wx)", "qzy7)"],
  ["(wx", "(qzy7"],
  ["wx]", "qzy7]"],
  ["ssl)", "ssl) or (not ssl)"],
  ["(ssl", "(not ssl"],
];
const [FIRST, SECOND] = [0, 1].map((way) =>
  STAND_INS.map(
    (texts): StandIn =>
      () =>
        texts[way] ?? "",
  ),
);
/** So many of them are values. */
const VALUES = 8;
/** Errors in one word, value or comparison. */
const OF_WORDS: ReadonlySet<string> = new Set<CauseClass>([
  "IncompatibleRangeBounds",
  "InvalidCharacterEscape",
  "InvalidListName",
  "ParseNetwork",
  "ParseRegex.CompiledTooBig",
  "ParseRegex.Syntax",
  "ParseWildcard.DoubleStar",
  "ParseWildcard.InvalidWildcard",
  "UnknownIdentifier",
  "UnsupportedOp",
]);
/** Errors in the order of words, which depend on what is in front of them. */
const OF_ORDER: ReadonlySet<string> = new Set<CauseClass>(["ExpectedLiteral", "ExpectedName"]);
/** A template of more placeholders is generated, and is left to the preview. */
const MAX_PLACEHOLDERS = 30;
/** The code units of all texts that are judged in place of one template. */
const MAX_JUDGED = 1_000_000;

/**
 * Returns what is found in the constant parts of a template, whatever its placeholders stand for: complete words, conditions or values,
 * or parts of a quoted text. The spans are in the parts, joined.
 */
export function findingsOfTemplate(parts: readonly string[], place: Place): Found[] {
  if (parts.length > MAX_PLACEHOLDERS + 1 || !FIRST || !SECOND) return [];
  const template = fillTemplate(parts, FIRST, place);
  if (!template) return [];
  const { chosen, parsed } = template;
  let found = constantFindings(parts, template, place);
  const keepCommon = (other: FilledTemplate) => {
    if (other.parsed.valid !== parsed.valid) return;
    const others = new Set(constantFindings(parts, other, place).map(keyOf));
    found = found.filter((one) => others.has(keyOf(one)));
  };
  if (found.length > 0) keepCommon(withStandIns(parts, SECOND, chosen, place));
  // A valid template shows what it is with other texts, too. Inside a quoted text, they are alike.
  const others = parsed.valid ? [...chosen.keys()].filter((index) => chosen[index] !== 0) : [];
  if (found.length > 0 && others.length * 2 * STAND_INS.length * template.filled.length > MAX_JUDGED)
    return [];
  for (const index of others)
    for (const kind of STAND_INS.keys())
      for (const standIns of found.length > 0 ? [FIRST, SECOND] : [])
        keepCommon(withStandIns(parts, standIns, chosen.with(index, kind), place));
  return found;
}

function keyOf({ id, message, span, change }: Found): string {
  return JSON.stringify([id, message, span, change]);
}

/** Returns the findings that no placeholder is part of or next to. After an error, further ones depend on the stand-ins. */
function constantFindings(parts: readonly string[], template: FilledTemplate, place: Place): Found[] {
  const { filled, parsed } = template;
  const found = findingsOf(filled, place);
  return (parsed.valid ? found : found.slice(0, 1)).flatMap((one) => {
    const span = constantSpan(one.span, parts, template);
    if (!span) return [];
    const isFirst = span.start < (parts[0] ?? "").length;
    if (!parsed.valid && !OF_WORDS.has(one.id) && !(isFirst && OF_ORDER.has(one.id))) return [];
    const { change, ...rest } = one;
    const edits = change?.edits.flatMap((edit): Edit[] => {
      const at = constantSpan(edit.span, parts, template);
      return at ? [{ span: at, text: edit.text }] : [];
    });
    const isWhole = change !== undefined && edits?.length === change.edits.length;
    return [{ ...rest, span, ...(isWhole && { change: { text: change.text, edits } }) }];
  });
}

/** Returns where a span is in the parts, joined. Undefined if a placeholder is part of it or too near. */
function constantSpan(
  { start, end }: Span,
  parts: readonly string[],
  { texts, chosen }: FilledTemplate,
): Span | undefined {
  let begin = 0;
  let replaced = 0;
  for (const [index, part] of parts.entries()) {
    const inPart = { start: start - begin, end: end - begin };
    if (inPart.start >= 0 && inPart.end <= part.length) {
      const isBehind = isApart(part.slice(0, inPart.start), chosen[index - 1]);
      const after = part.slice(inPart.end);
      // The next word may belong to it: `strict wildcard`.
      const isBefore = isApart(after, chosen[index]) && (index === texts.length || after.trim() !== "");
      return isBehind && isBefore ? { start: start - replaced, end: end - replaced } : undefined;
    }
    const { length } = texts[index] ?? "";
    begin += part.length + length;
    replaced += length;
  }
  return undefined;
}

/** Whether a text keeps a finding apart from a placeholder: any, or if that may be more than a value, another condition. */
function isApart(between: string, standIn: number | undefined): boolean {
  if (standIn === undefined) return true;
  return standIn < VALUES ? between !== "" : /\b(?:and|or|xor)\b|&&|\|\||\^\^/.test(between);
}
