/** A set of ASCII characters. The grammar needs no others. */
export class CharacterSet {
  private readonly members = new Uint8Array(128);

  constructor(characters: string) {
    for (const character of characters) this.members[character.charCodeAt(0)] = 1;
  }

  /** Tells whether a UTF-16 unit is in the set. NaN, which `charCodeAt` returns past the end of a text, is not. */
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
/** The characters of names: words and dots. */
export const NAME_CHARACTERS = new CharacterSet(`${HEX}ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ_.`);
export const LIST_NAME_CHARACTERS = new CharacterSet(`${DECIMAL}abcdefghijklmnopqrstuvwxyz_.`);
/** The characters of addresses, mask lengths and ranges. */
export const ADDRESS_CHARACTERS = new CharacterSet(`${HEX}./:`);
