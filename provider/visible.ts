/** Control and format characters, white space other than the space, lone surrogates. */
const HIDDEN = /\p{Cc}|\p{Cf}|\p{Cs}|[^\S ]/gu;
const IN_EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?$/u;
const FIRST_CONTROL_PICTURE = 0x2400;

/**
 * Replaces invisible characters and characters that move the following text: a TAB becomes ␉, a no-break space <U+00A0>.
 * Joiners within emoji are unchanged.
 */
export function showControls(text: string): string {
  return text.replace(HIDDEN, (character, offset: number) =>
    character === "\u200D" && IN_EMOJI.test(text.slice(Math.max(0, offset - 4), offset))
      ? character
      : visibleForm(character),
  );
}

/** Names an invisible character: `a TAB`, `the character U+00A0`. */
export function nameOfHidden(character: string): string {
  return character === "\t" ? "a TAB" : `the character ${codePointName(character)}`;
}

function visibleForm(character: string): string {
  if (character === "\u007F") return "\u2421";
  return character < " "
    ? String.fromCharCode(FIRST_CONTROL_PICTURE + character.charCodeAt(0))
    : `<${codePointName(character)}>`;
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
