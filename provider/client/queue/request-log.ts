import type { Method } from "../../api/wire";
import { redacted } from "../../redaction";
import type { ClientEnvironment } from "../environment";
import type { Query } from "../operations/request-path";
import { counted } from "../../words";

export interface RequestLogEntry {
  readonly method: Method;
  /** Path below the base URL, without credentials. */
  readonly path: string;
  /** Status of the response, or the code of the failure: 200, "ECONNREFUSED". */
  readonly status: number | string;
  readonly ms: number;
  readonly attempts: number;
  readonly query: Query;
  readonly body: unknown;
  /** The connection's credential, which is redacted in the line. */
  readonly secrets: readonly string[];
}

/** Members whose value is public: ids, kinds, switches, times. */
const PUBLIC = new Set([
  "id",
  "ref",
  "name",
  "kind",
  "phase",
  "version",
  "status",
  "effect",
  "action",
  "enabled",
  "category",
  "not_before",
  "expires_on",
  "before",
  "after",
  "index",
  "score_threshold",
  "sensitivity_level",
  "page",
  "per_page",
  "direction",
  "cursor",
  "dry_run",
  "include_expired",
  "order",
  "match",
  "scope",
  "account.id",
  "account.name",
  "jsonrpc",
  "method",
  "type",
]);
/** Members that are copied recursively. */
const CONTAINERS = new Set([
  "policies",
  "permission_groups",
  "rules",
  "action_parameters",
  "overrides",
  "categories",
  "position",
  "account",
  "logging",
]);

/** Logs a call. `info` shows method, path, status, time and attempts; `debug` adds the public parts of query and body. */
export function logRequest(
  environment: Pick<ClientEnvironment, "log" | "logLevel">,
  request: RequestLogEntry,
): void {
  if (environment.logLevel === "off") return;
  const { method, path, status, ms, attempts } = request;
  const line = `edge ${method} ${path} ${status} ${Math.round(ms)} ms, ${counted(attempts, "attempt")}`;
  const details = environment.logLevel === "debug" ? detailsOf(request) : "";
  environment.log(redacted(`${line}${details}`, ...request.secrets));
}

/**
 * Returns a copy with only the public members; `"…"` counts or replaces the rest. The allowlist fails safe: a forgotten entry
 * hides too much, while a forgotten entry of a denylist would leak a secret.
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

function detailsOf({ query, body }: RequestLogEntry): string {
  const parts = [
    Object.keys(query).length > 0 ? ` query ${JSON.stringify(publicCopy(query))}` : "",
    body === undefined ? "" : ` body ${JSON.stringify(publicCopy(body))}`,
  ];
  return parts.join("");
}
