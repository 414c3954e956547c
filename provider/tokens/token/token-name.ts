import { createHash } from "node:crypto";
import { TOKEN_NAME_MAX } from "../../api";
import { hasCode, markedName, markInName, resourceDigits, type Mark } from "../../marks";
import { cutText } from "../../words";

/** The length reserved for the suffix of a later generation, such as `-g12345-01234567`. */
const GENERATION_LENGTH = 16;

/** Returns the name of a token for which the program sets none: `base`, shortened if necessary, and the code of its mark. */
export function derivedTokenName(base: string, mark: Mark): string {
  return markedName(base, mark, TOKEN_NAME_MAX - GENERATION_LENGTH);
}

/** Returns the derived name of releases without marks. It proves the resource, but not the attempt. */
export function unmarkedTokenName(base: string, mark: Mark): string {
  const digits = resourceDigits(mark);
  return `${cutText(base, TOKEN_NAME_MAX - digits.length - 1)}-${digits}`;
}

export function markInTokenName(name: string): Mark | undefined {
  return markInName(firstName(name));
}

/** Whether a name was derived for the resource with the mark `own`. */
export function isDerivedName(name: string, own: Mark | undefined): boolean {
  return own !== undefined && hasCode(firstName(name), own);
}

/** Returns the name of the first generation, of which a derived name ends with its code. */
function firstName(name: string): string {
  return name.replace(/-g[1-9]\d*-[0-9a-f]{8}$/, "");
}

const DIGITS = 8;

/**
 * Returns the name of a generation's token. The first generation has the plain name. Later ones add the generation and 8 hexadecimal
 * digits of a digest of the resource's id, so that a lost token can be found and no token of another resource is mistaken for it.
 */
export function generationName(name: string, id: string, generation: number): string {
  if (generation === 1) return name;
  const suffix = `-g${generation}-${digest(id)}`;
  return `${cutText(name, TOKEN_NAME_MAX - suffix.length)}${suffix}`;
}

/** Returns the generation in the name of a token of the resource `id`; undefined for a first generation or another resource. */
export function generationInName(tokenName: string, id: string): number | undefined {
  const [, generation, owner] = /-g([1-9]\d*)-([0-9a-f]{8})$/.exec(tokenName) ?? [];
  return owner === digest(id) ? Number(generation) : undefined;
}

function digest(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, DIGITS);
}
