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
