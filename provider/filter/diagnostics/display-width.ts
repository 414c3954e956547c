/** Blocks whose characters take two columns of a terminal: East Asian wide and full-width forms. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const EMOJI_STYLE = "\uFE0F";
/** Controls, formats such as the direction of text, white space other than the space, halves of surrogate pairs. */
const HIDDEN = /\p{Cc}|\p{Cf}|\p{Cs}|[^\S ]/gu;
const IN_EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?$/u;
const FIRST_CONTROL_PICTURE = 0x2400;

/** Made when a fault is first shown: its data are most of what loading the language would take. */
let segmenter: Intl.Segmenter | undefined;

/** How many columns a terminal needs for a text without control characters. */
export function displayWidth(text: string): number {
  return graphemesOf(text).reduce((width, grapheme) => width + graphemeWidth(grapheme), 0);
}

/** The characters as people count them. */
export function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/**
 * The text with every character that would not show, or would move what follows, as a sign that stands for it: a TAB as ␉, a
 * no-break space as <U+00A0>. Joiners within emoji stay.
 */
export function showControls(text: string): string {
  return text.replace(HIDDEN, (character, offset: number) =>
    character === "\u200D" && IN_EMOJI.test(text.slice(Math.max(0, offset - 4), offset))
      ? character
      : signOf(character),
  );
}

/** A character that does not show, by its name or number: `a TAB`, `the character U+00A0`. */
export function nameOfHidden(character: string): string {
  return character === "\t" ? "a TAB" : `the character ${codePointName(character)}`;
}

function signOf(character: string): string {
  if (character === "\u007F") return "\u2421";
  return character < " "
    ? String.fromCharCode(FIRST_CONTROL_PICTURE + character.charCodeAt(0))
    : `<${codePointName(character)}>`;
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return WIDE.test(grapheme) || grapheme.includes(EMOJI_STYLE) ? 2 : 1;
}
