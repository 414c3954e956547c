/** No 64-bit integer has more digits. */
const DECIMAL = /^-?[0-9]{1,19}$/;

/** Parses a decimal 64-bit integer. Returns `undefined` for any other text. */
export function parseInt64(text: string): bigint | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
