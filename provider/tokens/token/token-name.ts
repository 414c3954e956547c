import { createHash } from "node:crypto";
import { TOKEN_NAME_MAX } from "../../api/plain";
import { codeOf, cut, markedName, markInName, type Mark } from "../../marks";

/** Room for `-g123456-01234567`, which the name of a later generation ends with. */
const GENERATION_LENGTH = 16;

/** The name of a token that the program gives none: `base`, cut so that all fits, and the code of its mark. */
export function derivedTokenName(base: string, mark: Mark): string {
  return markedName(base, mark, TOKEN_NAME_MAX - GENERATION_LENGTH);
}

/** The same as releases made it that knew no marks: it proves the resource, and not the attempt. */
export function unmarkedTokenName(base: string, { resource }: Mark): string {
  return `${cut(base, TOKEN_NAME_MAX - resource.length - 1)}-${resource}`;
}

/** The mark in a token's name, whichever of the resource's generations it is. */
export function markInTokenName(name: string): Mark | undefined {
  return markInName(name.replace(/-g[1-9]\d*-[0-9a-f]{8}$/, ""));
}

/** Whether the name was derived for the resource with that mark. */
export function isDerivedName(name: string, own: Mark | undefined): boolean {
  const mark = markInTokenName(name);
  return mark !== undefined && own !== undefined && codeOf(mark) === codeOf(own);
}

const DIGITS = 8;

/**
 * The name of a resource's token of that generation: the first has its own, a later one also says which it is and, in 8
 * hexadecimal digits of the resource's id, whose. So it is found again, and no other resource's token is taken for it.
 */
export function generationName(name: string, id: string, generation: number): string {
  if (generation === 1) return name;
  const suffix = `-g${generation}-${digest(id)}`;
  return `${cut(name, TOKEN_NAME_MAX - suffix.length)}${suffix}`;
}

/** Which later generation of the resource with that id a token's name tells; undefined for any other name. */
export function generationInName(tokenName: string, id: string): number | undefined {
  const [, generation, owner] = /-g([1-9]\d*)-([0-9a-f]{8})$/.exec(tokenName) ?? [];
  return owner === digest(id) ? Number(generation) : undefined;
}

function digest(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, DIGITS);
}
