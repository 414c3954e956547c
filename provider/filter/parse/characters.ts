/** A set of characters, all of them ASCII, as everything that the grammar spells. */
export class CharacterSet {
  private readonly members = new Uint8Array(128);

  constructor(characters: string) {
    for (const character of characters) this.members[character.charCodeAt(0)] = 1;
  }

  /** Whether a UTF-16 unit is one of them. NaN, which is behind the end of every text, is none. */
  has(code: number): boolean {
    return code < 128 && this.members[code] === 1;
  }
}

const OCTAL = "01234567";
const DECIMAL = `${OCTAL}89`;
const HEX = `${DECIMAL}abcdefABCDEF`;

export const OCTAL_DIGITS = new CharacterSet(OCTAL);
export const DECIMAL_DIGITS = new CharacterSet(DECIMAL);
export const HEX_DIGITS = new CharacterSet(HEX);
export const WORD_CHARACTERS = new CharacterSet(`${HEX}ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ_`);
/** What a run of words and dots is made of, whether it is a name or not. */
export const NAME_CHARACTERS = new CharacterSet(`${HEX}ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ_.`);
export const LIST_NAME_CHARACTERS = new CharacterSet(`${DECIMAL}abcdefghijklmnopqrstuvwxyz_.`);
/** What addresses, masks and ranges are made of. */
export const ADDRESS_CHARACTERS = new CharacterSet(`${HEX}./:`);
