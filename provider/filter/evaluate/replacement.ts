import { fromLatin1, toLatin1 } from "./latin1";

const REFERENCE = /\$(?:\$|\{([0-9]+)\})/g;

/**
 * The text that takes the place of a match. `${1}` stands for the first group and `${0}` for the whole match, `$$` for a
 * dollar sign. A group that does not exist or took no part stands for nothing; any other `$` for itself.
 * @param groups of the match, the whole of it first
 */
export function expandReplacement(
  template: Uint8Array,
  groups: readonly (Uint8Array | undefined)[],
): Uint8Array {
  const expanded = toLatin1(template).replace(REFERENCE, (_, number: string | undefined) => {
    if (number === undefined) return "$";
    const group = groups[Number(number)];
    return group === undefined ? "" : toLatin1(group);
  });
  return fromLatin1(expanded);
}
