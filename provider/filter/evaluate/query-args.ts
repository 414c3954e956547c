import { fromLatin1, toLatin1 } from "./latin1";

/** A query string without the arguments of these names, which are compared as they are written. The rest keeps its order. */
export function removeQueryArgs(query: Uint8Array, names: readonly Uint8Array[]): Uint8Array {
  const removed = new Set(names.map(toLatin1));
  const kept = toLatin1(query)
    .split("&")
    .filter((argument) => !removed.has(nameOf(argument)));
  return fromLatin1(kept.join("&"));
}

function nameOf(argument: string): string {
  const end = argument.indexOf("=");
  return end === -1 ? argument : argument.slice(0, end);
}
