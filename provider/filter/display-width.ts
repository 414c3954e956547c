/** Blocks whose characters take two columns of a terminal: East Asian wide and full-width forms. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const EMOJI_STYLE = "\uFE0F";
const FIRST_CONTROL_PICTURE = 0x2400;

/** Made when a fault is first shown: its data are most of what loading the language would take. */
let segmenter: Intl.Segmenter | undefined;

/** How many columns a terminal needs for a text without control characters. */
export function displayWidth(text: string): number {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** The text with control characters as the symbols that stand for them: a TAB or a CR would move what follows. */
export function showControls(text: string): string {
  return text.replace(/[\u0000-\u001F\u007F]/g, (control) => {
    return control === "\u007F"
      ? "\u2421"
      : String.fromCharCode(FIRST_CONTROL_PICTURE + control.charCodeAt(0));
  });
}

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return WIDE.test(grapheme) || grapheme.includes(EMOJI_STYLE) ? 2 : 1;
}
