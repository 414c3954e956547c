import { contains } from "../unicode/ranges";
import type { Hir } from "./hir";

/** Longer samples are of no use as examples. */
const MAX_LENGTH = 200;
const PREFERRED = Array.from(Buffer.from("abcdefghijklmnopqrstuvwxyz0123456789-_/."));

/**
 * Returns bytes that a pattern probably matches: of its first branches, with as few repetitions as possible. Looks are passed over, so only
 * an evaluation tells whether the pattern matches. Undefined if a set is empty, or if the bytes are too many.
 */
export function sampleOf(hir: Hir): Uint8Array | undefined {
  const bytes: number[] = [];
  return append(hir, bytes) ? Uint8Array.from(bytes) : undefined;
}

function append(hir: Hir, bytes: number[]): boolean {
  switch (hir.kind) {
    case "empty":
    case "look":
      return true;
    case "byte":
    case "character": {
      const first = PREFERRED.find((byte) => contains(hir.ranges, byte)) ?? hir.ranges[0]?.[0];
      if (first === undefined || bytes.length >= MAX_LENGTH) return false;
      bytes.push(...(hir.kind === "byte" ? [first] : Buffer.from(String.fromCodePoint(first))));
      return true;
    }
    case "repeat": {
      for (let count = 0; count < hir.min; count += 1) {
        const { length } = bytes;
        if (!append(hir.node, bytes)) return false;
        if (bytes.length === length) return true;
      }
      return true;
    }
    case "concat":
      return hir.nodes.every((node) => append(node, bytes));
    case "alternation":
      return hir.branches.some((branch) => append(branch, bytes));
    case "capture":
      return append(hir.node, bytes);
  }
}
