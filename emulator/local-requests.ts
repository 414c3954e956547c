import type { HonoRequest } from "hono";
import { isLoopback } from "./loopback";

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
