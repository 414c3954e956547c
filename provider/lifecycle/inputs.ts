import { isDeepStrictEqual } from "node:util";
import { didYouMean, found, isUnknown, kindOf, listOr, type Problem } from "../api";
import type { Context, Properties } from "./lifecycle";

/** Names of arguments that every resource takes. */
export const COMMON = ["connection", "secretInputs"] as const;

/** Those of `names` that are set, in that order: null counts as not set, as a Pulumi program's undefined arrives. */
export function pick(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = properties[name];
      return value === undefined || value === null ? [] : [[name, value] as const];
    }),
  );
}

/** The names whose values differ, deep. */
export function changedNames(olds: Properties, news: Properties, names: readonly string[]): string[] {
  return names.filter((name) => !isDeepStrictEqual(olds[name] ?? undefined, news[name] ?? undefined));
}

/** A string input, or undefined where it is left out. Only for inputs that `check` has passed. */
export function text(properties: Properties, name: string): string | undefined {
  const value = properties[name];
  return typeof value === "string" ? value : undefined;
}

/** A string input that `check` has made sure of. */
export function requiredText(properties: Properties, name: string): string {
  const value = text(properties, name);
  if (value === undefined)
    throw new Error(`The state holds no ${name}: run \`pulumi refresh\`, then try again.`);
  return value;
}

export function connectionOf(properties: Properties): string | undefined {
  return text(properties, "connection");
}

/** Whether an argument holds a secret: then no message may show its text. The class lists them, for the engine does not tell. */
export function isSecretInput(properties: Properties, name: string): boolean {
  const names = properties["secretInputs"];
  return Array.isArray(names) && names.includes(name);
}

/** Members that the resource does not have: a program in plain JavaScript, or a cast, can bring them. */
export function unknownArguments(properties: Properties, names: readonly string[]): Problem[] {
  return Object.keys(properties)
    .filter((name) => properties[name] !== undefined && properties[name] !== null)
    .filter((name) => !names.includes(name) && !name.startsWith("__"))
    .map((name) => ({
      path: name,
      message: `is no argument of this resource; it takes ${[...names].sort().join(", ")}`,
    }));
}

/** A problem when an optional argument is none of the words that it takes. */
export function checkOneOf(properties: Properties, name: string, values: readonly string[]): Problem[] {
  const value = properties[name];
  if (value === undefined || isUnknown(value) || values.some((known) => known === value)) return [];
  const hint = typeof value === "string" ? didYouMean(value, values) : "";
  return [{ path: name, message: `must be ${listOr(values)}, found ${found(value)}${hint}` }];
}

/** A problem when the connection cannot be used: said at preview, without a request. */
export function checkConnection(context: Context, properties: Properties): Problem[] {
  const problems = checkConnectionName(properties);
  const { connection } = properties;
  if (problems.length > 0 || isUnknown(connection)) return problems;
  const path = connection === undefined ? "" : "connection";
  try {
    if (context.settings(connectionOf(properties)).credential) return [];
    const message =
      "there is no credential to call the API with: set EDGE_API_TOKEN, or `pulumi config set --secret edge:apiToken`, " +
      "or EDGE_EMAIL and EDGE_API_KEY";
    return [{ path, message }];
  } catch (error) {
    if (error instanceof Error) return [{ path, message: error.message }];
    throw error;
  }
}

export function checkConnectionName({ connection }: Properties): Problem[] {
  if (connection === undefined || (typeof connection === "string" && connection !== "")) return [];
  const message = `must be the name of an entry of edge:connections, found ${kindOf(connection)}`;
  return [{ path: "connection", message }];
}
