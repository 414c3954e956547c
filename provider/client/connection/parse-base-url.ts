import { ConfigurationError } from "../errors";

export interface UrlRule {
  /** The name of the setting in messages: "EDGE_BASE_URL". */
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
