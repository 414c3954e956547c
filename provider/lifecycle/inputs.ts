import { isDeepStrictEqual } from "node:util";
import { insteadOf, isUnknown, kindOf, type Problem, checkBoolean, checkOneOf } from "../api";
import { missingCredentialHint } from "../client";
import { argumentsOf, comparedOf, type PropertyTable } from "../properties";
import type { Context, Properties } from "./lifecycle";
import { IMPORT, MARK, PREVIEW } from "../properties/hidden";
import { activeAllowances, judgeRules, problemsOf, WIRE } from "../rulebook";
import { asRule } from "../rulebook/judge-rules";

/** Returns the members of `names` that are set, in that order. An undefined value of a program arrives as null. */
export function pick(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = properties[name];
      return value === undefined || value === null ? [] : [[name, value] as const];
    }),
  );
}

export function changedNames(olds: Properties, news: Properties, names: readonly string[]): string[] {
  return names.filter((name) => !isDeepStrictEqual(olds[name] ?? undefined, news[name] ?? undefined));
}

/** Returns the changed names that need a replacement. A preview that does not know a value yet shows what may happen. */
export function replacingNames(table: PropertyTable, changed: readonly string[]): string[] {
  return changed.filter((name) => table[name]?.replaces === true);
}

/** Whether a change of checked inputs replaces a resource that exists. The engine then checks the new one without old inputs. */
export function isReplaced(table: PropertyTable, olds: Properties, inputs: Properties): boolean {
  const changed = changedNames(olds, inputs, comparedOf(table));
  const exists = olds["zoneId"] !== undefined || olds["accountId"] !== undefined;
  return exists && replacingNames(table, changed).length > 0;
}

/** Returns a string input, or undefined if it is not set. For inputs that `check` has passed. */
export function text(properties: Properties, name: string): string | undefined {
  const value = properties[name];
  return typeof value === "string" ? value : undefined;
}

export function requiredText(properties: Properties, name: string): string {
  const value = text(properties, name);
  if (value === undefined)
    throw new Error(`The state has no ${name}: run \`pulumi refresh\`, then try again.`);
  return value;
}

export function connectionOf(properties: Properties): string | undefined {
  return text(properties, "connection");
}

/** Whether `check` runs in a preview, which reads what is live for a new or changed resource. */
export function isPreview(news: Properties): boolean {
  return news[PREVIEW] === true;
}

/** Whether a `read` is the first of an object that the state will manage from then on. */
export function isImport(outputs: Properties): boolean {
  return outputs[IMPORT] === true;
}

/** Whether an argument is secret, so that no message may show it. The class lists these, since the engine does not tell. */
export function isSecretInput(properties: Properties, name: string): boolean {
  const names = properties["secretInputs"];
  return Array.isArray(names) && names.includes(name);
}

/** Reports arguments that the resource does not have, and values that its table of properties rules out. */
export function checkArguments(table: PropertyTable, given: Properties): Problem[] {
  const names = argumentsOf(table);
  const wrong = names.flatMap((name) => {
    const values = table[name]?.values;
    if (values === undefined || given[name] === undefined || given[name] === null) return [];
    return values === "boolean" ? checkBoolean(given[name], name) : checkOneOf(given[name], values, name);
  });
  return [...unknownArguments(given, names), ...wrong];
}

/** The compiler finds them only in programs in TypeScript. */
function unknownArguments(properties: Properties, names: readonly string[]): Problem[] {
  return Object.keys(properties)
    .filter((name) => properties[name] !== undefined && properties[name] !== null)
    .filter((name) => !names.includes(name) && !name.startsWith("__"))
    .map((name) => ({
      path: name,
      message: `unknown argument${insteadOf(name, names) || `; the arguments are ${[...names].sort().join(", ")}`}`,
    }));
}

/** Reports a connection that cannot be used, without a request: in full at one resource of a run, and in short at the others. */
export function checkConnection(context: Context, news: Properties): Problem[] {
  const problems = checkConnectionName(news);
  const { connection } = news;
  if (problems.length > 0 || isUnknown(connection)) return problems;
  const fault = connectionFault(context, connectionOf(news));
  if (fault === undefined) return [];
  const path = isNothing(connection) ? "" : "connection";
  const { connectionFaults } = context.run;
  const name = connectionOf(news);
  if (!connectionFaults.has(name)) connectionFaults.set(name, news[MARK]);
  return [{ path, message: connectionFaults.get(name) === news[MARK] ? fault : ALREADY_TOLD }];
}

const ALREADY_TOLD = "the connection cannot be used: another resource of this run reports why";

function connectionFault(context: Context, connection: string | undefined): string | undefined {
  try {
    const settings = context.settings(connection);
    if (settings.credential) return undefined;
    return `there is no credential for the API. ${missingCredentialHint(settings)}`;
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}

function isNothing(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

export function checkConnectionName({ connection }: Properties): Problem[] {
  if (isNothing(connection) || (typeof connection === "string" && connection !== "")) return [];
  const message = `must be the name of an entry of edge:connections, found ${kindOf(connection)}`;
  return [{ path: "connection", message }];
}

/** Reports the errors of the argument `expression` with code frames; of a secret expression, only their positions. */
export function checkExpression(
  { language }: Pick<Context, "language">,
  inputs: Properties,
  phase?: string,
): Problem[] {
  const { expression } = inputs;
  if (isUnknown(expression)) return [];
  const path = "expression";
  if (typeof expression !== "string") return [{ path, message: "must be a filter expression" }];
  const isSecret = () => isSecretInput(inputs, path);
  const allowances = activeAllowances(inputs["allowances"]);
  const written = { rules: asRule(expression), form: WIRE, place: { phase, language }, isSecret, allowances };
  return problemsOf(judgeRules(written, "language", "limit"));
}
