/** No number of 64 bits has more digits. */
const DECIMAL = /^-?[0-9]{1,19}$/;

/** The integer that decimal digits stand for; `undefined` of any other text, and beyond 64 bits. */
export function parseInt64(text: string): bigint | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
