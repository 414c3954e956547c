import { fromCloudflare } from "./from-cloudflare";
import { fromEdge, type DeclaredResource } from "./from-edge";
import type { Reviewed } from "./reviewed";

export type { DeclaredResource } from "./from-edge";

/** Returns a resource of the engine for review, or undefined if it does not belong to this API. */
export function reviewedOf(declared: DeclaredResource): Reviewed | undefined {
  return fromEdge(declared) ?? fromCloudflare(declared);
}
