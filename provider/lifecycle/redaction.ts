import { ACTIONS, isMembers, isUnknown } from "../api";
import { messageWithAnswer, messageWithoutAnswer, secretsOf } from "../client";
import { PROPERTIES, secretOutputsOf } from "../properties";
import { quotesAnswers, redacted, Redaction, type Redacted } from "../redaction";
import { connectionOf } from "./inputs";
import { secretParts, areRulesSecret } from "./secret-members";
import { PartialFailure, type Context, type Properties } from "./lifecycle";
import { rulesFromMap, type RuleMap } from "../rulesets";

/** Members whose values are not redacted: otherwise a message could not name a rule. Refs of secret rules are hidden by `hidingSecretRefs`. */
const NAMES: ReadonlySet<string> = new Set(["ref", "after"]);
/** Members whose keys are data: resource keys, names of headers. */
const KEYED: ReadonlySet<string> = new Set(["resources", "headers"]);
const WORDS: ReadonlySet<string> = new Set<string>(ACTIONS);
const SECRET_OUTPUTS = Object.values(PROPERTIES).flatMap((table) => secretOutputsOf(table));

/**
 * Returns the redaction of a call with these inputs and outputs. Secrets are the arguments that `secretInputs` names, the value
 * of a token and the credential of the connection. No message about a resource with a secret argument quotes the API.
 */
export function redaction(context: Pick<Context, "settings">, given: readonly Properties[]): Redaction {
  const secrets = () => [
    ...given.flatMap((properties) =>
      textsOf({ ...properties, rules: secretParts(properties) }, [
        ...secretInputs(properties),
        ...SECRET_OUTPUTS,
      ]),
    ),
    ...given.flatMap((properties) => credentialOf(context, properties)),
  ];
  return new Redaction(
    secrets,
    given.every((properties) => secretInputs(properties).length === 0),
    hidingSecretRefs(given),
  );
}

/** Returns the text of an error, to be redacted by the caller. Quotes the API unless the resource has a secret argument. */
export function tell(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return quotesAnswers() ? messageWithAnswer(error) : messageWithoutAnswer(error);
}

/** Returns the lines that the engine prints for an error. */
export function reasons(error: unknown): Redacted[] {
  if (!(error instanceof PartialFailure)) return [redacted(tell(error))];
  return [redacted(`${error.message}: ${tell(error.cause)}`)];
}

function secretInputs(properties: Properties): string[] {
  const names = properties["secretInputs"];
  return Array.isArray(names) ? names.map(String) : [];
}

function textsOf(properties: Properties, names: readonly string[]): string[] {
  return names.flatMap((name) => textsIn(properties[name], name)).filter((text) => !WORDS.has(text));
}

/** Returns the texts of a secret value, and its keys that are data. */
function textsIn(value: unknown, name: string): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, ""));
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    ...(KEYED.has(name) ? [key] : []),
    ...(NAMES.has(key) ? [] : textsIn(member, key)),
  ]);
}

/** Returns nothing for a connection that cannot be used: its credential was never sent. */
function credentialOf(context: Pick<Context, "settings">, properties: Properties): string[] {
  try {
    return secretsOf(context.settings(connectionOf(properties)).credential);
  } catch {
    return [];
  }
}

/**
 * Returns a function that names rules by their place in the list, `rules[0]`, where `rules` is secret as a whole: then refs are
 * secret, too. Refs occur in messages in quotes, as in `rules["admin"]` and `inserted rule "admin"`.
 */
function hidingSecretRefs(given: readonly Properties[]): (text: string) => string {
  const paths = new Map(given.filter(areRulesSecret).flatMap(({ rules }) => pathsByRef(rules)));
  if (paths.size === 0) return (text) => text;
  const forms = [...paths].map(([ref, path]) => [JSON.stringify(ref).slice(1, -1), path] as const);
  const byForm = new Map(forms);
  const alternatives = forms.map(([form]) => form.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|");
  // A live rule has its mark behind the ref.
  const quoted = new RegExp(`rules\\["(${alternatives})"\\]|"(${alternatives})(?:~[^"]*)?"`, "g");
  return (text) =>
    text.replace(
      quoted,
      (whole: string, inPath?: string, alone?: string) => byForm.get(inPath ?? alone ?? "") ?? whole,
    );
}

function pathsByRef(rules: unknown): [ref: string, path: string][] {
  return refsOf(rules).flatMap((ref, index): [string, string][] =>
    typeof ref === "string" && ref !== "" && !isUnknown(ref) ? [[ref, `rules[${index}]`]] : [],
  );
}

function refsOf(rules: unknown): unknown[] {
  if (Array.isArray(rules)) return rules.map((rule: unknown) => (isMembers(rule) ? rule["ref"] : undefined));
  if (!isMembers(rules)) return [];
  // Only `after` of each rule is read, since these inputs may not have been checked.
  const links = Object.entries(rules).map(([ref, rule]) => [
    ref,
    isMembers(rule) ? { after: rule["after"] } : {},
  ]);
  try {
    return rulesFromMap(Object.fromEntries(links) as RuleMap).map(({ ref }) => ref);
  } catch {
    return Object.keys(rules);
  }
}
