import type { Context, Hono } from "hono";
import { RuleAdd, operations, type Operation, type OperationName } from "../provider/api";
import { decide, needsOf, type Target } from "./access";
import { authenticate, type AuthStyle, type Caller } from "./auth";
import { readJson } from "./body";
import { decode, type Dialect } from "./decode";
import { answerResponse } from "./envelope";
import { failures } from "./failures";
import type { AppEnv } from "./bindings";
import { readParams, readQuery } from "./request-parts";
import type { Platform } from "./platform";
import { routes } from "./routes";
import type { Address, Route } from "./routes/route";

export const BASE = "/client/v4";

type AppContext = Context<AppEnv>;

/** Serves each operation of the table at each path that it has; anything else of the API is refused in an envelope. */
export function serveOperations(app: Hono<AppEnv>, platform: Platform): void {
  const served = servedPaths();
  for (const path of new Set(served.map((one) => one.path))) {
    const names = served.filter((one) => one.path === path).map(({ name }) => name);
    for (const name of names) {
      app.on(operations[name].method, BASE + path, (context) => serve(platform, name, context));
    }
    // Before the next path: PUT of /user/tokens/verify is no PUT of a token.
    const allowed = names.map((name) => operations[name].method);
    app.all(BASE + path, (context) => {
      throw failures.wrongMethod(context.req.method, allowed);
    });
  }
}

interface ServedPath {
  readonly name: OperationName;
  /** As the router writes it: `/zones/:zone_id/rulesets`. */
  readonly path: string;
}

/** Fixed segments before variables: `/user/tokens/verify` is no token's id. */
function servedPaths(): ServedPath[] {
  // Object.keys widens to string; the keys of this literal are the names.
  return (Object.keys(operations) as OperationName[])
    .flatMap((name) => {
      const { path, scopes }: Operation = operations[name];
      const paths = scopes ? scopes.map((scope) => path.replace("{scope}", scope)) : [path];
      return paths.map((whole) => ({ name, path: whole.replace(/\{(\w+)\}/g, ":$1") }));
    })
    .sort((a, b) => (sortKey(a.path) < sortKey(b.path) ? -1 : 1));
}

function sortKey(path: string): string {
  return path.replaceAll(":", "~");
}

async function serve(platform: Platform, name: OperationName, context: AppContext): Promise<Response> {
  const operation: Operation = operations[name];
  // Bodies and queries are parsed by this operation's own schemas, so they are what this route takes.
  const route = routes[name] as Route<OperationName>;
  const path = context.req.path.slice(BASE.length);
  const dialect = dialectOf(path);
  const caller = identify(platform, context, styleOf(name, path));
  const params = readParams(context.req.param(), path);
  const { target, missing } = targetOf(platform, params);
  const address: Address = { caller, target, params };
  permit(platform, name, address, path);
  if (missing) throw missing;
  const query = operation.query ? readQuery(operation.query, context.req.query(), dialect) : undefined;
  const body = await readBody(operation, name, context.req.raw, dialect);
  const dryRun = isDryRun(query);
  // Parsed by the operation's schemas above.
  const call = { ...address, body, query } as Parameters<typeof route.run>[1];
  const run = () => route.run(platform, call);
  const answer = operation.method === "GET" ? run() : platform.store.data.transaction(run, () => !dryRun);
  return answerResponse(dryRun && !("empty" in answer) ? { result: null } : answer);
}

function identify(platform: Platform, context: AppContext, style: AuthStyle): Caller {
  return authenticate(
    platform,
    {
      authorization: context.req.header("authorization"),
      email: context.req.header("x-auth-email"),
      key: context.req.header("x-auth-key"),
      address: context.env.remoteAddress,
    },
    style,
  );
}

function styleOf(name: OperationName, path: string): AuthStyle {
  if (name === "verifyToken") return "verify";
  return isSubResource(path) ? "sub-resource" : "other";
}

/** Rulesets, and everything below one zone. */
function isSubResource(path: string): boolean {
  return /^\/zones\/[^/]+\/./.test(path) || /\/rulesets(\/|$)/.test(path);
}

function dialectOf(path: string): Dialect {
  if (/\/rulesets(\/|$)/.test(path)) return "rulesets";
  if (path.startsWith("/filters/")) return "filters";
  return /\/tokens(\/|$)/.test(path) ? "tokens" : "plain";
}

/** A zone or account that does not exist is said to be missing only to those who may know. */
function targetOf(platform: Platform, params: Readonly<Record<string, string>>) {
  const { zone_id: zoneId, account_id: accountId } = params;
  if (zoneId !== undefined) {
    const zone = platform.store.zones.get(zoneId);
    const target: Target = { type: "zone", id: zoneId, accountId: zone?.account_id ?? "" };
    return { target, missing: zone ? undefined : failures.zoneNotFound() };
  }
  if (accountId !== undefined) {
    const known = platform.store.accounts.get(accountId) !== undefined;
    const target: Target = { type: "account", id: accountId };
    return { target, missing: known ? undefined : failures.accountNotFound() };
  }
  return { target: { type: "user" } satisfies Target, missing: undefined };
}

function permit(platform: Platform, name: OperationName, address: Address, path: string): void {
  const { caller, target } = address;
  if (caller.token && path.startsWith("/user") && caller.owner.startsWith("account:")) {
    throw path === "/user/tokens/verify" ? failures.invalidTokenAtVerify() : failures.accountTokenOnUser();
  }
  const needs = needsOf(name, target, routes[name].phase?.(platform, address));
  if (needs.length === 0) return;
  const decision = decide(caller, needs, platform.vendor);
  if (decision.allowed) return;
  const policy = decision.policy === undefined ? "" : ` in policy ${decision.policy + 1}`;
  const who = caller.token ? `token ${caller.token.id} ('${caller.token.name}')` : "the user's key";
  platform.log(`refused: ${operations[name].method} ${path} by ${who}: ${decision.by}${policy}`);
  throw target.type !== "user" && isSubResource(path) ? failures.authentication() : failures.unauthorized();
}

async function readBody(
  operation: Operation,
  name: OperationName,
  request: Request,
  dialect: Dialect,
): Promise<unknown> {
  if (!operation.body) return undefined;
  const json = await readJson(request, dialect, operation.bodyOptional && {});
  if (name === "createToken") refuseReusedPolicies(json);
  // Of the two forms of a patch, the whole rule says better what is wrong than the bare move.
  const schema = name === "patchRule" && !isMove(json) ? RuleAdd : operation.body;
  return decode(schema, json, dialect);
}

function isMove(json: unknown): boolean {
  return typeof json === "object" && json !== null && Object.keys(json).join() === "position";
}

function refuseReusedPolicies(json: unknown): void {
  const policies: unknown =
    typeof json === "object" && json !== null && "policies" in json ? json.policies : [];
  const reused = (policy: unknown) => typeof policy === "object" && policy !== null && "id" in policy;
  if (Array.isArray(policies) && policies.some(reused)) throw failures.reusedPolicy();
}

function isDryRun(query: unknown): boolean {
  return typeof query === "object" && query !== null && "dry_run" in query && query.dry_run === "true";
}
