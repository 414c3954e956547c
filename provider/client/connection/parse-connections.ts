import { z } from "zod";
import { ConfigurationError } from "../errors";

const text = z.string().optional();

/** The configuration keys without their prefix `edge:`. */
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

/** Parses named connections. `place` names the setting. Errors never quote the JSON, which contains tokens. */
export function parseConnections(json: string, place: string): ReadonlyMap<string, ConnectionEntry> {
  const found = Connections.safeParse(fromJson(json, place));
  if (found.success) return new Map(Object.entries(found.data));
  const issue = found.error.issues[0];
  const at = issue?.path.map(String).join(".") ?? "";
  throw new ConfigurationError(`${place}${at ? ` at ${at}` : ""} is invalid: ${problemOf(issue)}`, {
    hint: `Valid keys of a connection are ${Object.keys(ConnectionEntry.shape).join(", ")}. Each value is a string.`,
  });
}

function fromJson(json: string, place: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The message of JSON.parse quotes the text around the error.
    throw new ConfigurationError(`${place} is not JSON`, {
      hint: 'Use an object that maps names to connections: {"prod": {"baseUrl": "https://…/client/v4", "apiToken": "…"}}.',
    });
  }
}

/** Names an unknown key, since a typo is likely, and never a value. */
function problemOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "unrecognized_keys") return `unknown key ${issue.keys.join(", ")}`;
  if (issue?.code === "invalid_type") return `expected ${issue.expected}`;
  return "unexpected value";
}
