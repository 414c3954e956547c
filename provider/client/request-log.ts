import { redacted } from "../redaction";
import type { Method } from "../api/operations";
import type { ClientEnvironment } from "./environment";
import type { Query } from "./request-path";

/** One call, its repetitions included. */
export interface LoggedRequest {
  readonly method: Method;
  /** Below the base URL: ids and names, never a credential. */
  readonly path: string;
  /** The answer's status, or the code of the failure: 200, "ECONNREFUSED". */
  readonly status: number | string;
  readonly ms: number;
  readonly tries: number;
  readonly query: Query;
  readonly body: unknown;
  /** What no line may hold: the connection's own credential. */
  readonly secrets: readonly string[];
}

/** Members whose own value is public: ids, kinds, switches, times. */
const PUBLIC = new Set([
  ...["id", "ref", "name", "kind", "phase", "version", "status", "effect", "action", "enabled", "category"],
  ...["not_before", "expires_on", "before", "after", "index", "score_threshold", "sensitivity_level"],
  ...["page", "per_page", "direction", "cursor", "dry_run", "include_expired", "order", "match", "scope"],
  ...["account.id", "account.name", "jsonrpc", "method", "type"],
]);
/** Members that are looked into; what they hold is judged by its own name. */
const CONTAINERS = new Set([
  ...["policies", "permission_groups", "rules", "action_parameters", "overrides", "categories", "position"],
  ...["account", "logging"],
]);

/** `info`: method, path, status, time and tries. `debug`: query and body too, with nothing but what is known to be public. */
export function logRequest(
  environment: Pick<ClientEnvironment, "log" | "logLevel">,
  request: LoggedRequest,
): void {
  if (environment.logLevel === "off") return;
  const { method, path, status, ms, tries } = request;
  const line = `edge ${method} ${path} ${status} ${Math.round(ms)} ms, ${tries} ${tries === 1 ? "try" : "tries"}`;
  const details = environment.logLevel === "debug" ? detailsOf(request) : "";
  environment.log(redacted(`${line}${details}`, ...request.secrets));
}

/**
 * A copy with the public members alone; `"…"` counts or stands for the rest. A list of what is public fails safe where
 * a list of what is secret forgets: expressions, descriptions, headers and values are the user's own.
 */
export function publicCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(publicCopy);
  if (typeof value !== "object" || value === null) return "…";
  let left = 0;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    if (CONTAINERS.has(key) && typeof member === "object") copy[key] = publicCopy(member);
    else if (PUBLIC.has(key) && typeof member !== "object") copy[key] = member;
    else left += 1;
  }
  return left > 0 ? { ...copy, "…": left } : copy;
}

function detailsOf({ query, body }: LoggedRequest): string {
  const parts = [
    Object.keys(query).length > 0 ? ` query ${JSON.stringify(publicCopy(query))}` : "",
    body === undefined ? "" : ` body ${JSON.stringify(publicCopy(body))}`,
  ];
  return parts.join("");
}
