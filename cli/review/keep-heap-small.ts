import v8 from "node:v8";

/** A document of more characters than this makes the heap grow far beyond what the review uses. */
const LARGE = 10_000_000;
/** How much the heap may grow, in percent of what was in use, before the next collection. */
const GROWTH = 50;

/**
 * Makes the garbage collector run more often for the rest of the process, if a document is large. By itself, V8 lets the heap grow to four
 * times the size of the document before it collects.
 */
export function keepHeapSmall(document: string): void {
  if (document.length > LARGE) v8.setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}
