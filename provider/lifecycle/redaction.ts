import { ACTIONS } from "../api";
import { messageWithAnswer, messageWithoutAnswer, secretsOf } from "../client";
import { quotesAnswers, redacted, Redaction, type Redacted } from "../redaction";
import { connectionOf } from "./inputs";
import { PartialFailure, type Context, type Properties } from "./lifecycle";

/** The names of rules stay readable, or a message could not say which rule it is about. */
const NAMES: ReadonlySet<string> = new Set(["ref", "after"]);
const WORDS: ReadonlySet<string> = new Set<string>(ACTIONS);
/** What the classes make secret among the outputs: the value of a token. */
const SECRET_OUTPUTS = ["value"];

/**
 * The redaction of a call with these inputs and outputs, each of which names its own secret arguments in `secretInputs`. A secret
 * is what these hold, the value of a token, and the credential of the connection. The message of a resource with a secret
 * argument quotes nothing that the API says.
 */
export function redaction(context: Pick<Context, "settings">, given: readonly Properties[]): Redaction {
  const secrets = () => [
    ...given.flatMap((properties) => textsOf(properties, [...secretInputs(properties), ...SECRET_OUTPUTS])),
    ...given.flatMap((properties) => credentialOf(context, properties)),
  ];
  return new Redaction(
    secrets,
    given.every((properties) => secretInputs(properties).length === 0),
  );
}

/**
 * What may be told of an error in the call under way, to stand in a sentence that is redacted itself: the API's own text is left
 * out where the resource has a secret argument.
 */
export function tell(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return quotesAnswers() ? messageWithAnswer(error) : messageWithoutAnswer(error);
}

/** Every line that the engine is to print of an error. */
export function reasons(error: unknown): Redacted[] {
  if (!(error instanceof PartialFailure)) return [redacted(tell(error))];
  return [redacted(`${error.message}: ${tell(error.cause)}`)];
}

function secretInputs(properties: Properties): string[] {
  const names = properties["secretInputs"];
  return Array.isArray(names) ? names.map(String) : [];
}

function textsOf(properties: Properties, names: readonly string[]): string[] {
  return names.flatMap((name) => textsIn(properties[name])).filter((text) => !WORDS.has(text));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (NAMES.has(name) ? [] : textsIn(member)));
}

/** Settings that cannot be used hold no credential that was sent. */
function credentialOf(context: Pick<Context, "settings">, properties: Properties): string[] {
  try {
    return secretsOf(context.settings(connectionOf(properties)).credential);
  } catch {
    return [];
  }
}
