import type { RuntimeValue } from "./runtime-value";

/** Named lists: each says whether a value is in it. A list that is not there holds nothing. */
export type FilterLists = ReadonlyMap<string, (value: RuntimeValue) => boolean>;
