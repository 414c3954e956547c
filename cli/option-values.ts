import { InvalidArgumentError } from "commander";
import { Id } from "../provider/api";

/** Adds a value of a repeatable option of commander to the values before it. `before` is no list if a default or `--no-…` set it. */
export function collectOption(
  value: string,
  before: readonly string[] | boolean | undefined,
): readonly string[] {
  return [...(Array.isArray(before) ? (before as readonly string[]) : []), value];
}

/** Parses an option of commander whose value is an id of the API. */
export function parseId(text: string): string {
  if (Id.safeParse(text).success) return text;
  throw new InvalidArgumentError("It must be an id of 32 lower-case hexadecimal digits.");
}
