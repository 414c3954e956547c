import { z } from "zod";
import { ConfigurationError } from "../errors";

interface UrlRule {
  readonly label: string;
  /** Whether requests to the URL carry a credential. */
  readonly carriesCredential: boolean;
}

/**
 * Parses a base URL and removes trailing slashes. Throws ConfigurationError unless the scheme is http(s), if the URL contains
 * credentials, a query or a fragment, and if it would send a credential to another machine over plain http.
 */
export function parseBaseUrl(text: string, rule: UrlRule): string {
  const url = asUrl(text);
  // The message does not show the text, which may contain a password.
  if (!url) throw invalid(rule, "is not a URL", "Use the form https://host/path.");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw invalid(rule, `has the scheme ${url.protocol}`, "Use https: or http:.");
  if (url.username !== "" || url.password !== "")
    throw invalid(
      rule,
      "contains a user name or password",
      "Remove it from the URL, and set the credential with edge:apiToken (EDGE_API_TOKEN).",
    );
  if (/[?#]/.test(text))
    throw invalid(rule, "contains a query or a fragment", "Use only scheme, host and path.");
  if (rule.carriesCredential && url.protocol === "http:" && !isLoopback(url.hostname))
    throw invalid(
      rule,
      `is http://${url.host}, which would send the credential in plain text`,
      "Use https://. Plain http:// is allowed only for the local machine.",
    );
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/** Whether a host name is the local machine: `localhost`, 127.0.0.0/8 or `[::1]`. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

function asUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function invalid(rule: UrlRule, found: string, hint: string): ConfigurationError {
  return new ConfigurationError(`${rule.label} ${found}`, { hint });
}

type Part = "token" | "key" | "email";

const NAMES: Readonly<Record<Part, string>> = {
  token: "an API token",
  key: "an API key",
  email: "an email address",
};

/**
 * Rejects a credential that cannot be sent in a header or is clearly something else. The ConfigurationError names the
 * position of the first invalid character and never shows the text.
 */
export function checkCredentialText(value: string, label: string, part: Part): void {
  const at = value.search(/[^\x21-\x7e]/);
  if (at >= 0) {
    const what = characterName(value.charCodeAt(at));
    const hint = /^bearer\s/i.test(value)
      ? "Set the token without the word Bearer, which is added to the request."
      : "Copy it again, without spaces or line breaks.";
    throw new ConfigurationError(
      `${label} is not ${NAMES[part]}: character ${at + 1} of ${value.length} is ${what}`,
      { hint },
    );
  }
  if (/^(["'`]).*\1$/.test(value))
    throw new ConfigurationError(`${label} is not ${NAMES[part]}: it is in quotes`, {
      hint: "Set it without the quotes.",
    });
  if (part === "email" && !value.includes("@"))
    throw new ConfigurationError(`${label} is not ${NAMES.email}: it contains no @`);
}

function characterName(code: number): string {
  if (code === 10 || code === 13) return "a line break";
  if (code === 32 || code === 9) return "a space";
  return code < 128 ? "a control character" : "not ASCII";
}

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
  dryRun: text,
  rateShare: text,
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
