export { nameOfHidden, showControls } from "../../visible";

/** East Asian wide and full-width characters, which take two columns of a terminal. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const EMOJI_STYLE = "\uFE0F";

/** Created at the first use, because loading its data is slow. */
let segmenter: Intl.Segmenter | undefined;

/** Returns how many columns of a terminal a text without control characters takes. */
export function displayWidth(text: string): number {
  return graphemesOf(text).reduce((width, grapheme) => width + graphemeWidth(grapheme), 0);
}

/** Splits a text into user-perceived characters. */
export function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return WIDE.test(grapheme) || grapheme.includes(EMOJI_STYLE) ? 2 : 1;
}
