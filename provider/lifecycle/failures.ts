import type { ErrorCode } from "../api";
import { isEdgeError } from "../client";

/** Whether the server may have carried out the request that failed: then look before doing it again. */
export function mayHaveHappened(error: unknown): boolean {
  return isEdgeError(error) && error.outcome === "unknown";
}

export function hasCode(error: unknown, code: ErrorCode): boolean {
  return isEdgeError(error) && Number(error.code) === code;
}
