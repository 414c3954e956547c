import { createHash } from "node:crypto";
import { TOKEN_NAME_MAX } from "../../api";
import { cut } from "../../marks";

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
