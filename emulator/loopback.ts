const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Whether an address (of IPv4, IPv6, or IPv4 within IPv6) or the name `localhost` is of this machine alone. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(host);
}

/** How a URL on this machine names an address to listen on: one that stands for all of them is no place to call. */
export function urlHost(host: string): string {
  if (WILDCARDS.has(host)) return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
