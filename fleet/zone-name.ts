import { domainToASCII, domainToUnicode } from "node:url";

/** A domain of at least two labels. The last one begins with a letter: otherwise it could be an address. */
const DOMAIN = /^(?:[\p{L}\p{N}\p{M}_-]{1,63}\.)+\p{L}[\p{L}\p{N}\p{M}-]{0,62}$/u;
const MAX_LENGTH = 253;

/**
 * Returns the name of a zone in the one spelling that the API uses: lower case, and international names in their own script.
 * Returns undefined for a text that is no name of a zone.
 */
export function zoneName(text: string): string | undefined {
  const ascii = DOMAIN.test(text) ? domainToASCII(text.normalize("NFC")) : "";
  return ascii === "" || ascii.length > MAX_LENGTH ? undefined : domainToUnicode(ascii);
}
