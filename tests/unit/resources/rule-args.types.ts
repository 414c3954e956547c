/**
 * Compiled, never run: each line below `@ts-expect-error` has to be refused, everything else to pass.
 */
import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { Action, ActionParameters } from "../../../provider/api";
import type {
  ActionParametersByAction,
  RuleArgs,
  ServeErrorParameters,
  ValueOrExpression,
} from "../../../provider/resources";

const at = { ref: "r", expression: "true" };
const known = pulumi.output("known later");

/** Every form that a program may write. */
export const good: RuleArgs[] = [
  { ...at, action: "block" },
  {
    ...at,
    action: "block",
    actionParameters: { response: { statusCode: 403, content: "no", contentType: "text/plain" } },
  },
  { ...at, action: "log", actionParameters: {} },
  { ...at, action: Math.random() < 0.5 ? "block" : "log" },
  { ...at, action: pulumi.output<Action>("skip"), actionParameters: { ruleset: "current" } },
  { ...at, action: "skip", actionParameters: pulumi.output({ ruleset: "current" as const }) },
  {
    ...at,
    action: "execute",
    actionParameters: { id: known, overrides: { rules: [{ id: known, enabled: false }] } },
  },
  {
    ...at,
    action: "redirect",
    actionParameters: { fromValue: { targetUrl: { value: known }, statusCode: 301 } },
  },
  { ...at, action: "rewrite", actionParameters: { headers: { "X-A": { operation: "set", value: known } } } },
  { ...at, action: "set_cache_control", actionParameters: { "max-age": { operation: "set", value: 60 } } },
  { ...at, action: "set_config", actionParameters: { ssl: undefined, bic: true } },
  { ...at, action: "set_config", actionParameters: { disableRum: true, autominify: {}, webmcpPacks: [] } },
  { ...at, action: "rewrite", actionParameters: { uri: { query: { value: "" }, origin: true } } },
  { ...at, action: "rewrite", actionParameters: { headers: { "X-A": { operation: "remove" } } } },
  { ...at, action: "route", actionParameters: { origin: { port: known.apply(Number) } } },
  { ...at, action: "serve_error", actionParameters: { assetName: known } },
  { ...at, action: "serve_error", actionParameters: pulumi.output<ServeErrorParameters>({ assetName: "a" }) },
  {
    ...at,
    action: "redirect",
    actionParameters: {
      fromValue: { targetUrl: pulumi.output<ValueOrExpression>({ expression: "http.request.uri" }) },
    },
  },
  {
    ...at,
    action: "set_cache_settings",
    actionParameters: {
      cacheKey: { customKey: { header: {}, queryString: { include: { all: true } } } },
      serveStale: {},
      edgeTtl: { mode: "respect_origin", statusCodeTtl: [{ statusCodeRange: { from: 500 }, value: -1 }] },
      vary: { default: { action: "bypass" } },
    },
  },
  { ...at, action: "set_cache_control", actionParameters: { "no-store": { operation: "set" } } },
  { ...at, action: "set_cache_tags", actionParameters: { operation: "add", values: [known] } },
  { ...at, action: "transform_response_html", actionParameters: { linkMaze: {} } },
];

export const bad: RuleArgs[] = [
  // @ts-expect-error another action's parameter
  { ...at, action: "block", actionParameters: { ruleset: "current" } },
  // @ts-expect-error a misspelt member inside
  { ...at, action: "block", actionParameters: { response: { status: 403, content: "", contentType: "" } } },
  // @ts-expect-error a member that has to be there
  { ...at, action: "block", actionParameters: { response: { statusCode: 403, content: "no" } } },
  // @ts-expect-error the names of the wire
  { ...at, action: "redirect", actionParameters: { from_list: { name: "a", key: "b" } } },
  // @ts-expect-error parameters that may not be left out
  { ...at, action: "skip" },
  // @ts-expect-error parameters of an action that takes none
  { ...at, action: "log", actionParameters: { response: {} } },
  // @ts-expect-error a value of another type
  { ...at, action: "score", actionParameters: { increment: "5" } },
  // @ts-expect-error a value that is none of the words
  { ...at, action: "skip", actionParameters: { products: ["wafs"] } },
  // @ts-expect-error two members that exclude each other
  {
    ...at,
    action: "serve_error",
    actionParameters: { content: "x", contentType: "text/html", assetName: "a" },
  },
  // @ts-expect-error content without its type
  { ...at, action: "serve_error", actionParameters: { content: "x" } },
  // @ts-expect-error no source of a redirect
  { ...at, action: "redirect", actionParameters: {} },
  // @ts-expect-error a value and an expression
  {
    ...at,
    action: "redirect",
    actionParameters: { fromValue: { targetUrl: { value: "/", expression: "http.host" } } },
  },
  // @ts-expect-error a header without a value
  { ...at, action: "rewrite", actionParameters: { headers: { "X-A": { operation: "set" } } } },
  // @ts-expect-error a value for a header that is removed
  { ...at, action: "rewrite", actionParameters: { headers: { "X-A": { operation: "remove", value: "" } } } },
  // @ts-expect-error a setting that cannot be false
  { ...at, action: "set_config", actionParameters: { disableRum: false } },
  // @ts-expect-error a level that there is not
  { ...at, action: "set_config", actionParameters: { ssl: "Full" } },
  // @ts-expect-error a directive that there is not
  { ...at, action: "set_cache_control", actionParameters: { maxAge: { operation: "set", value: 60 } } },
  // @ts-expect-error a value for a directive without one
  { ...at, action: "set_cache_control", actionParameters: { immutable: { operation: "set", value: 60 } } },
  // @ts-expect-error two sources of tags
  { ...at, action: "set_cache_tags", actionParameters: { operation: "set", values: [], expression: "x" } },
  // @ts-expect-error vary without a default
  { ...at, action: "set_cache_settings", actionParameters: { vary: { headers: {} } } },
  // @ts-expect-error an action that there is not
  { ...at, action: "allow" },
];

type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;
type InProgram<T> = T extends readonly (infer Item)[]
  ? InProgram<Item>[]
  : T extends object
    ? { [K in keyof T as string extends K ? K : Camel<K>]: InProgram<T[K]> }
    : T;
/** `undefined` where a member is left out is the same as no member, for both. */
type Loose<T> = T extends readonly (infer Item)[]
  ? Loose<Item>[]
  : T extends object
    ? { [K in keyof T]: Loose<T[K]> | undefined }
    : T;
type Documented<A extends keyof ActionParametersByAction> = Loose<ActionParametersByAction[A]>;
type OfSchema<A extends Action> = Loose<InProgram<z.input<(typeof ActionParameters)[A]>>>;

/**
 * The types that a program sees and the schemas that `check` holds rules to have the same members. A type that is stricter excludes
 * members from each other, which `check` leaves to the rule book: see allowed-by-types.test.ts.
 */
export const agree: {
  [A in keyof ActionParametersByAction]: [
    Documented<A> extends OfSchema<A> ? true : ["no schema takes", A],
    OfSchema<A> extends Documented<A> ? true : ["stricter than the schema", A],
    Keys<Documented<A>> extends Keys<OfSchema<A>> ? true : ["a member too many", A],
    Keys<OfSchema<A>> extends Keys<Documented<A>> ? true : ["a member too few", A],
  ];
} = {
  block: [true, true, true, true],
  compress_response: [true, true, true, true],
  execute: [true, true, true, true],
  log_custom_field: [true, true, true, true],
  redirect: [true, ["stricter than the schema", "redirect"], true, true],
  rewrite: [true, ["stricter than the schema", "rewrite"], true, true],
  route: [true, true, true, true],
  score: [true, true, true, true],
  serve_error: [true, ["stricter than the schema", "serve_error"], true, true],
  set_cache_control: [true, true, true, true],
  set_cache_settings: [true, ["stricter than the schema", "set_cache_settings"], true, true],
  set_cache_tags: [true, ["stricter than the schema", "set_cache_tags"], true, true],
  set_config: [true, ["stricter than the schema", "set_config"], true, true],
  skip: [true, true, true, true],
  transform_response_html: [true, true, true, true],
};

/** Paths of all members, which assignability does not compare where they may be left out. */
type Keys<T> = T extends readonly (infer Item)[]
  ? Keys<Item>
  : T extends object
    ? { [K in keyof T & string]: K | `${K}.${Keys<T[K]>}` }[keyof T & string]
    : never;
