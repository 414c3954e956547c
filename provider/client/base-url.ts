import { ConfigurationError } from "./errors";

export interface UrlRule {
  /** What the user knows it by: "edge:baseUrl (EDGE_BASE_URL)". */
  readonly label: string;
  /** A credential travels with each request. */
  readonly carriesCredential: boolean;
}

/**
 * The URL without a slash at its end. Throws ConfigurationError for anything but http(s), for credentials, a query or a
 * fragment inside it, and for plain http to another machine where a credential would travel with it.
 */
export function parseBaseUrl(text: string, rule: UrlRule): string {
  const url = asUrl(text);
  // The text itself is not shown: it may hold a password.
  if (!url) throw wrong(rule, "is not a URL", "Write it as https://host/path.");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw wrong(rule, `starts with ${url.protocol}`, "Only https: and http: can be used.");
  if (url.username !== "" || url.password !== "")
    throw wrong(
      rule,
      "holds a user name or password before the host",
      "Take them out of the URL: a credential is set by edge:apiToken (EDGE_API_TOKEN).",
    );
  if (/[?#]/.test(text))
    throw wrong(rule, "holds a query or a fragment", "Write scheme, host and path alone.");
  if (rule.carriesCredential && url.protocol === "http:" && !isLoopback(url.hostname))
    throw wrong(
      rule,
      `is http://${url.host}: the credential would cross the network in plain text`,
      "Use https:// (http:// is for this machine alone).",
    );
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/** This machine: `localhost`, 127.0.0.0/8 or `[::1]`. */
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

function wrong(rule: UrlRule, found: string, hint: string): ConfigurationError {
  return new ConfigurationError(`${rule.label} ${found}`, { hint });
}
