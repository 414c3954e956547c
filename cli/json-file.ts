import { z } from "zod";
import { readText } from "./read-text";
import { fileError, UsageError } from "./usage-error";

/** Reads a JSON file (`-` is stdin) and parses it with a schema. @throws UsageError */
export function readJsonFile<Schema extends z.ZodType>(schema: Schema, file: string): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(readText(file));
  } catch (error) {
    throw fileError(file, "read", error);
  }
  return checkShape(schema, json, file);
}

/** Parses a value with a schema. `name` names the value in the message. @throws UsageError */
export function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  name: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${name} is invalid:\n${z.prettifyError(parsed.error)}`);
}
