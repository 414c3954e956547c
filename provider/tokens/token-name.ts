import { createHash } from "node:crypto";
import { TOKEN_NAME_MAX } from "../api/plain";

const SUFFIX_DIGITS = 8;

/**
 * The name of a token that was given none: `base`, cut so that all fits, and 8 hexadecimal digits that tell this resource of
 * this stack from every other, since the account's tokens are looked through for it.
 */
export function defaultTokenName(parts: {
  organization: string;
  project: string;
  stack: string;
  urn: string;
  base: string;
}): string {
  const { organization, project, stack, urn, base } = parts;
  // As JSON, so that no two different lists of parts read the same.
  const digest = createHash("sha256")
    .update(JSON.stringify([organization, project, stack, urn]))
    .digest("hex");
  return `${cut(base, TOKEN_NAME_MAX - SUFFIX_DIGITS - 1)}-${digest.slice(0, SUFFIX_DIGITS)}`;
}

/** The first `length` characters, never ending in the middle of a surrogate pair. */
export function cut(text: string, length: number): string {
  const head = text.slice(0, length);
  return /[\uD800-\uDBFF]$/.test(head) && head.length < text.length ? head.slice(0, -1) : head;
}
