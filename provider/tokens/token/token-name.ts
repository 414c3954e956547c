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
