import { z } from "zod";
import { ConfigurationError } from "./errors";

const text = z.string().optional();

/** The keys of the configuration without their prefix. */
const ConnectionEntry = z.strictObject({
  baseUrl: text,
  gatewayUrl: text,
  preset: text,
  vendor: text,
  apiToken: text,
  email: text,
  apiKey: text,
  accountId: text,
});
export type ConnectionEntry = z.infer<typeof ConnectionEntry>;

const Connections = z.record(z.string(), ConnectionEntry);

/** `place` is where the JSON stands. No part of it is ever shown: it holds tokens. */
export function parseConnections(json: string, place: string): ReadonlyMap<string, ConnectionEntry> {
  const found = Connections.safeParse(fromJson(json, place));
  if (found.success) return new Map(Object.entries(found.data));
  const issue = found.error.issues[0];
  const at = issue?.path.map(String).join(".") ?? "";
  throw new ConfigurationError(`${place}${at ? `, at ${at},` : ""} is wrong: ${problemOf(issue)}`, {
    hint: `An entry may hold ${Object.keys(ConnectionEntry.shape).join(", ")}, each a string.`,
  });
}

function fromJson(json: string, place: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The parser's own message quotes the text around the fault.
    throw new ConfigurationError(`${place} is not JSON`, {
      hint: 'It is an object of name to entry: {"prod": {"baseUrl": "https://…/client/v4", "apiToken": "…"}}.',
    });
  }
}

/** An unknown key is named, since it is the likely slip; a value never. */
function problemOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "unrecognized_keys") return `there is no setting ${issue.keys.join(", ")}`;
  if (issue?.code === "invalid_type") return `${issue.expected} was expected`;
  return "it is not of the form that is expected";
}
