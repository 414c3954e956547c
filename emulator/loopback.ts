import type { HonoRequest } from "hono";

export const DEFAULT_HOST = "127.0.0.1";
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Returns whether a host is `localhost` or a loopback address: IPv4, IPv6, or IPv4 mapped to IPv6. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(host);
}

/** Returns the host of a URL that reaches a listening address from this machine. A wildcard address becomes 127.0.0.1. */
export function urlHost(host: string): string {
  if (WILDCARDS.has(host)) return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** How a browser names the page that sent a request: none is a typed address or a bookmark. */
const OWN_SITES: readonly (string | undefined)[] = [undefined, "same-origin", "none"];

/** Whether a request comes from this machine, and names it by a loopback name: other names can be made to resolve to it. */
export function isLocalRequest({ url }: Pick<HonoRequest, "url">, remoteAddress: string): boolean {
  const named = new URL(url).hostname.replace(/^\[|\]$/g, "");
  return isLoopback(named) && isLoopback(remoteAddress);
}

/**
 * Whether a request comes from no web page but the platform's own. Any page in a browser of this machine can send requests to a
 * loopback address; the browser says from where, and other programs send neither header.
 */
export function isFromOwnPage(request: Pick<HonoRequest, "url" | "header">): boolean {
  const origin = request.header("origin");
  return (
    (origin === undefined || origin === new URL(request.url).origin) &&
    OWN_SITES.includes(request.header("sec-fetch-site"))
  );
}
