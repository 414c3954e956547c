const STAR = 0x2a;
const BACKSLASH = 0x5c;
export const ANY_RUN = -1;
const ASCII_CASE_DISTANCE = 0x20;

/** The bytes that a star matches. */
interface Star {
  readonly start: number;
  end: number;
}

/** Compiles a wildcard that must match the whole text. It ignores ASCII case unless it is strict. */
export function compileWildcard(pattern: Uint8Array, strict: boolean): (bytes: Uint8Array) => boolean {
  const tokens = tokensOf(pattern, strict);
  return (bytes) => fits(tokens, bytes, strict);
}

/** Compiles a wildcard that returns what each star matches. Stars are lazy, the first one first. */
export function compileWildcardGroups(
  pattern: Uint8Array,
  strict: boolean,
): (bytes: Uint8Array) => readonly Uint8Array[] | undefined {
  const tokens = tokensOf(pattern, strict);
  return (bytes) => {
    const stars: Star[] = [];
    return fits(tokens, bytes, strict, stars)
      ? stars.map(({ start, end }) => bytes.subarray(start, end))
      : undefined;
  };
}

/** Returns the bytes of a pattern, in lower case unless it is strict, with `ANY_RUN` for each star. */
export function tokensOf(pattern: Uint8Array, strict: boolean): readonly number[] {
  const tokens: number[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const byte = pattern[at] ?? 0;
    if (byte === STAR) {
      tokens.push(ANY_RUN);
      continue;
    }
    if (byte === BACKSLASH) at += 1;
    const literal = pattern[at] ?? 0;
    tokens.push(strict ? literal : lower(literal));
  }
  return tokens;
}

/** Stars are lazy. On a mismatch the last star takes one more byte. */
function fits(tokens: readonly number[], bytes: Uint8Array, strict: boolean, stars?: Star[]): boolean {
  let token = 0;
  let at = 0;
  let retryToken = -1;
  let retryAt = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (tokens[token] === ANY_RUN) {
      token += 1;
      retryToken = token;
      retryAt = at;
      stars?.push({ start: at, end: at });
    } else if (tokens[token] === (strict ? byte : lower(byte))) {
      token += 1;
      at += 1;
    } else if (retryToken >= 0) {
      token = retryToken;
      retryAt += 1;
      at = retryAt;
      const star = stars?.at(-1);
      if (star !== undefined) star.end = at;
    } else {
      return false;
    }
  }
  for (; tokens[token] === ANY_RUN; token += 1) stars?.push({ start: at, end: at });
  return token === tokens.length;
}

export function lower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + ASCII_CASE_DISTANCE : byte;
}
