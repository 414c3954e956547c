import type { Context, Hono } from "hono";
import { z } from "zod";
import {
  Id,
  isMembers,
  operations,
  PHASES,
  type ErrorStyle,
  type Operation,
  type OperationName,
  type Scope,
} from "../provider/api";
import { authenticate, decide, needsOf, type Requester, type TargetResource } from "./authenticate";
import type { AppEnv, Platform } from "./platform";
import { decode, invalidValue } from "./decode";
import { answerResponse } from "./envelope";
import { failures } from "./failures";
import { readJson } from "./read-json";
import type { OperationRequest, Route } from "./route";
import { bodyDecoders, routes } from "./routes";
import { phaseOf } from "./rulesets/ruleset-routes";

export const BASE = "/client/v4";

const NUMERIC = new Set(["page", "per_page"]);

type AppContext = Context<AppEnv>;

interface ServedPath {
  readonly name: OperationName;
  readonly scope?: Scope;
  /** In the form of Hono's router: `/zones/:zone_id/rulesets`. */
  readonly path: string;
}

/** Registers every operation at each of its paths, and an answer to the methods that a path does not have. */
export function serveOperations(app: Hono<AppEnv>, platform: Platform): void {
  const served = servedPaths();
  for (const path of new Set(served.map((one) => one.path))) {
    const here = served.filter((one) => one.path === path);
    for (const one of here) {
      app.on(operations[one.name].method, BASE + path, (context) => serve(platform, one, context));
    }
    // Registered before the next path: PUT /user/tokens/verify must not replace a token with the id `verify`.
    const allowed = here.map(({ name }) => operations[name].method);
    app.all(BASE + path, (context) => {
      throw failures.wrongMethod(context.req.method, allowed);
    });
  }
}

/** Lists fixed segments before variables, so that `verify` in `/user/tokens/verify` is not read as a token id. */
function servedPaths(): ServedPath[] {
  // Object.keys widens to string; the keys of this literal are the operation names.
  return (Object.keys(operations) as OperationName[])
    .flatMap((name): ServedPath[] => {
      const { path, scopes }: Operation = operations[name];
      if (!scopes) return [{ name, path: routerPath(path) }];
      return scopes.map((scope) => ({ name, scope, path: routerPath(path.replace("{scope}", scope)) }));
    })
    .sort((a, b) => (sortKey(a.path) < sortKey(b.path) ? -1 : 1));
}

function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

function sortKey(path: string): string {
  return path.replaceAll(":", "~");
}

async function serve(
  platform: Platform,
  { name, scope }: ServedPath,
  context: AppContext,
): Promise<Response> {
  const operation: Operation = operations[name];
  // The body and the query are decoded by this operation's own schemas, so they have the types of this route.
  const route = routes[name] as Route<OperationName>;
  const path = context.req.path.slice(BASE.length);
  const requester = identify(platform, context, operation);
  const params = readParams(context.req.param(), path);
  const { target, missing } = findTarget(platform, params);
  const request: OperationRequest = { requester, target, params };
  if (scope === "user") requireUser(requester, operation);
  authorize(platform, name, request, path);
  if (missing) throw missing;
  const query = operation.query && readQuery(operation.query, context.req.queries(), operation.errorStyle);
  const body = await readBody(operation, bodyDecoders[name], context.req.raw);
  const dryRun = isDryRun(query);
  // Decoded by the operation's schemas above.
  const call = { ...request, body, query } as Parameters<typeof route>[1];
  const run = () => route(platform, call);
  const answer = operation.method === "GET" ? run() : platform.store.data.transaction(run, () => !dryRun);
  return answerResponse(dryRun && !("empty" in answer) ? { result: null } : answer);
}

function identify(platform: Platform, context: AppContext, operation: Operation): Requester {
  return authenticate(
    platform,
    {
      authorization: context.req.header("authorization"),
      email: context.req.header("x-auth-email"),
      key: context.req.header("x-auth-key"),
      address: context.env.remoteAddress,
    },
    operation,
  );
}

/** Returns the variables of the path. @throws Failure if one is malformed */
function readParams(
  params: Readonly<Record<string, string>>,
  path: string,
): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(params)) {
    if (name.endsWith("_id") && !Id.safeParse(value).success) throw failures.couldNotRoute(path, 400);
    if (name === "version" && !/^\d{1,15}$/.test(value)) throw failures.couldNotRoute(path, 400);
    if (name === "phase" && !PHASES.some((phase) => phase === value)) {
      const reason = `it must be one of ${PHASES.join(", ")}`;
      throw failures.rulesets([invalidValue(value, "phase", reason, "")]);
    }
  }
  return params;
}

/** `missing` is thrown only after authorization, so that a 404 does not reveal which zones and accounts exist. */
function findTarget(platform: Platform, params: Readonly<Record<string, string>>) {
  const { zone_id: zoneId, account_id: accountId } = params;
  if (zoneId !== undefined) {
    const zone = platform.store.zones.get(zoneId);
    const target: TargetResource = { type: "zone", id: zoneId, accountId: zone?.account_id ?? "" };
    return { target, missing: zone ? undefined : failures.zoneNotFound() };
  }
  if (accountId !== undefined) {
    const known = platform.store.accounts.get(accountId) !== undefined;
    const target: TargetResource = { type: "account", id: accountId };
    return { target, missing: known ? undefined : failures.accountNotFound() };
  }
  return { target: { type: "user" } satisfies TargetResource, missing: undefined };
}

/** Refuses account tokens, which cannot work on the user. @throws Failure */
function requireUser({ owner }: Requester, { verifiesToken }: Operation): void {
  if (!owner.startsWith("account:")) return;
  throw verifiesToken ? failures.invalidTokenAtVerify() : failures.accountTokenOnUser();
}

/** @throws Failure if the requester lacks the permission */
function authorize(platform: Platform, name: OperationName, request: OperationRequest, path: string): void {
  const { requester, target } = request;
  const needs = needsOf(name, target, phaseOf(platform, request));
  if (needs.length === 0) return;
  const decision = decide(platform, requester, needs);
  if (decision.allowed) return;
  const { method, errorStyle }: Operation = operations[name];
  const policy = decision.policy === undefined ? "" : ` in policy ${decision.policy + 1}`;
  const who = requester.token ? `token ${requester.token.id} ('${requester.token.name}')` : "the user's key";
  platform.log(`refused: ${method} ${path} by ${who}: ${decision.by}${policy}`);
  throw errorStyle === "rulesets" ? failures.authentication() : failures.unauthorized();
}

/** Decodes the parameters that the schema names and ignores all others. @throws Failure */
function readQuery(
  schema: z.ZodType,
  query: Readonly<Record<string, string[]>>,
  errorStyle: ErrorStyle,
): unknown {
  // Every member of a zod object's shape is a zod type.
  const known = schema instanceof z.ZodObject ? (Object.entries(schema.shape) as [string, z.ZodType][]) : [];
  const given = known.flatMap(([name, member]) => {
    const values = query[name] ?? [];
    return values.length === 0 ? [] : [[name, parameterValue(name, member, values)]];
  });
  return decode(schema, Object.fromEntries(given), errorStyle);
}

/** Returns all values of a parameter that may be repeated, and the first value of any other. */
function parameterValue(name: string, schema: z.ZodType, values: readonly string[]): unknown {
  if (schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodArray) return values;
  const [value = ""] = values;
  return NUMERIC.has(name) && /^\d+$/.test(value) ? Number(value) : value;
}

async function readBody(
  { body, bodyOptional, errorStyle }: Operation,
  decodeBody: ((json: unknown) => unknown) | undefined,
  request: Request,
): Promise<unknown> {
  if (!body) return undefined;
  const json = await readJson(request, errorStyle, bodyOptional && {});
  return decodeBody ? decodeBody(json) : decode(body, json, errorStyle);
}

function isDryRun(query: unknown): boolean {
  return isMembers(query) && query["dry_run"] === "true";
}
