import type { z } from "zod";
import { DocumentError } from "./planned-change";
import { cutText } from "../../provider/words";

/** Parses JSON. Errors never quote the text, which may contain secrets. @throws DocumentError */
export function parseJson(text: string, expected: string): unknown {
  if (text.trim() === "") throw new DocumentError(`the document is empty; ${expected}`);
  try {
    return JSON.parse(text);
  } catch (error) {
    const cause = error instanceof SyntaxError ? positionIn(error, text) : "";
    throw new DocumentError(`the document is not JSON${cause}; ${expected}`);
  }
}

/** Parses a value with a schema. `what` and `docs` are for the error: what the value is, and where it is documented. @throws DocumentError */
export function shaped<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
  docs: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  const path = first?.path.join(".") ?? "";
  throw new DocumentError(
    `${what} has a form that this release cannot read, at ${path}: ${first?.message ?? "it is invalid"}; use a supported version of the tool (${docs})`,
  );
}

/** Describes JSON that is no object: `a list`. */
export function kindOfJson(value: unknown): string {
  return Array.isArray(value) ? "a list" : value === null ? "null" : `a ${typeof value}`;
}

/** Lists the first members of an object, for an error. */
export function namesOf(members: object): string {
  const names = Object.keys(members).slice(0, 5);
  return names.length === 0
    ? "no members"
    : names.map((name) => JSON.stringify(cutText(name, 40))).join(", ");
}

/** Says where JSON ends or is wrong. */
function positionIn({ message }: SyntaxError, text: string): string {
  const [, position] = /position (\d+)/.exec(message) ?? [];
  if (/^\s*[{[]/.test(text) && (position === undefined || Number(position) >= text.length - 1))
    return `, because it ends after ${text.length} characters, in the middle of a value: the file is cut`;
  return position === undefined ? "" : ` at character ${position}`;
}

/** Refuses another major version of the format of `terraform show -json`. Minor versions only add members. @throws DocumentError */
export function refuseFormat(what: string, format: string): void {
  if (/^[01]\./.test(format)) return;
  throw new DocumentError(
    `${what} has the format ${JSON.stringify(cutText(format, 20))}; this release reads the formats 0 and 1`,
  );
}
