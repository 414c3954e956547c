import { ACTIONS } from "../api";
import { isInvalidRequest } from "../client";
import { PartialFailure, type Properties } from "./lifecycle";

/** Shorter texts are words that any message may hold: they are taken out only where they stand in quotes. */
const SHORTEST = 5;
const HIDDEN = "[secret]";
/** The names of rules stay readable, or a message could not say which rule it is about. */
const NAMES: ReadonlySet<string> = new Set(["ref", "after"]);
const WORDS: ReadonlySet<string> = new Set<string>(ACTIONS);
/** What the classes make secret among the outputs: the value of a token. */
const SECRET_OUTPUTS = ["value"];

/** Tells failures without the texts of secret arguments, which the engine would print as they are. */
export interface Concealment {
  readonly text: (message: string) => string;
  /** Every line that the engine is to print of an error. */
  readonly reasons: (error: unknown) => string[];
}

/**
 * For the inputs, or outputs, that a method was called with; each names its own secret arguments in `secretInputs`. What the API
 * says of a token is told, but for the token's value: only what it was sent could it quote in part.
 */
export function concealment(...given: readonly Properties[]): Concealment {
  const ofInputs = given.flatMap((properties) => textsOf(properties, secretInputs(properties)));
  const ofOutputs = given.flatMap((properties) => textsOf(properties, SECRET_OUTPUTS));
  const secrets = [...ofInputs, ...ofOutputs].sort((a, b) => b.length - a.length);
  const text = (message: string) => secrets.reduce(withoutText, message);
  const messageOf = (error: unknown) =>
    text(ofInputs.length > 0 ? withoutAnswer(error) : String(error instanceof Error ? error.message : error));
  return {
    text,
    reasons: (error) =>
      error instanceof PartialFailure
        ? [`${text(error.message)}: ${messageOf(error.cause)}`]
        : [messageOf(error)],
  };
}

function secretInputs(properties: Properties): string[] {
  const names = properties["secretInputs"];
  return Array.isArray(names) ? names.map(String) : [];
}

function textsOf(properties: Properties, names: readonly string[]): string[] {
  return names.flatMap((name) => textsIn(properties[name])).filter((text) => !WORDS.has(text));
}

/** A picture of a fault shows one line of a text. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") {
    const lines = value.split(/\r?\n/).map((line) => line.trim());
    return [...new Set([value, ...lines])].filter((text) => text !== "");
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (NAMES.has(name) ? [] : textsIn(member)));
}

function withoutText(message: string, secret: string): string {
  const quoted = JSON.stringify(secret);
  const found = message.replaceAll(quoted, `"${HIDDEN}"`);
  if (secret.length < SHORTEST) return found;
  return found.replaceAll(quoted.slice(1, -1), HIDDEN).replaceAll(secret, HIDDEN);
}

/** The API quotes what it refuses, whole or in part. */
function withoutAnswer(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!isInvalidRequest(error) || !error.serverMessage) return error.message;
  return error.message.replaceAll(
    error.serverMessage,
    "(not shown, since the API quotes what it refuses, and it is a secret)",
  );
}
