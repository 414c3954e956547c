import type { Parameter, Signature } from "./functions";
import type { Identifier, Language } from "./identifiers";
import { parseType, typeName, type TypeName } from "./types";

/** The text of a setting, and how errors name the setting. */
export interface Setting {
  readonly value: string;
  readonly label: string;
}

/** A declaration of names, or a setting, that cannot be read. The message names the setting and what to write. */
export class LanguageError extends Error {
  override readonly name = "LanguageError";

  constructor(message: string) {
    super(message);
    // The SDK prints the stack of an error of a program: the message alone.
    this.stack = message;
  }
}

const FIELD = /^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*$/i;
const FUNCTION = /^[a-z][a-z0-9_]*$/i;
/** Words that the parser reads as operators. They are no names, declared or not. */
const RESERVED: ReadonlySet<string> = new Set(
  "all and any bitwise_and contains eq ge gt in le lt matches ne not or strict true false wildcard xor".split(
    " ",
  ),
);
const TYPES = "Bool, Int, Ip, Bytes, Array<…> or Map<…>";
const EXAMPLE = '{"cf.new.score": "Int", "new_fn": {"params": ["Bytes"], "returns": "Int"}}';
const MEMBERS: readonly string[] = ["params", "optional", "rest", "returns"];

/** Whether a text can be the name of a field, or of a function, that this package does not know. */
export function isPossibleName(name: string): boolean {
  return FIELD.test(name) && !RESERVED.has(name.toLowerCase());
}

/**
 * Reads what a user says about the language. Returns `undefined` if that is nothing.
 *
 * @param settings `fields` is a JSON object of names: the type of a field, or the parameters and the result of a function;
 *   `unknownNames` is `error` (default) or `warn`
 * @throws LanguageError
 */
export function readLanguage({
  fields,
  unknownNames,
}: {
  readonly fields?: Setting | undefined;
  readonly unknownNames?: Setting | undefined;
}): Language | undefined {
  const unknown = unknownNames === undefined ? "error" : modeOf(unknownNames);
  const names = fields === undefined ? new Map<string, Identifier>() : readNames(fields);
  if (names.size === 0 && unknown === "error") return undefined;
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : 1));
  return { names, unknownNames: unknown, key: JSON.stringify([unknown, sorted]) };
}

function modeOf({ value, label }: Setting): Language["unknownNames"] {
  if (value === "error" || value === "warn") return value;
  throw new LanguageError(`${label} must be "error" or "warn", found ${JSON.stringify(value)}.`);
}

function readNames({ value, label }: Setting): ReadonlyMap<string, Identifier> {
  const declared = fromJson(value, label);
  if (!isJsonObject(declared)) {
    const found = Array.isArray(declared) ? "an array" : JSON.stringify(declared);
    throw new LanguageError(
      `${label} must be a JSON object of names with types, found ${found}: ${EXAMPLE}.`,
    );
  }
  return new Map(Object.entries(declared).map(([name, row]) => [name, readName(name, row, label)]));
}

function fromJson(text: string, label: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new LanguageError(`${label} is not JSON: write an object of names with types, such as ${EXAMPLE}.`);
  }
}

function readName(name: string, row: unknown, label: string): Identifier {
  const quoted = JSON.stringify(name);
  if (RESERVED.has(name.toLowerCase()))
    throw new LanguageError(`${label}: ${quoted} is a word of the language, so it cannot be declared.`);
  const isFunction = isJsonObject(row);
  if (!(isFunction ? FUNCTION : FIELD).test(name)) {
    const what = isFunction ? "a name of a function" : "a name";
    const parts = isFunction ? "without dots" : "with single dots between them";
    throw new LanguageError(`${label}: ${quoted} is not ${what}: write letters, digits and _ ${parts}.`);
  }
  if (isFunction)
    return { kind: "function", name, signature: readSignature(name, row, label), outside: "declared" };
  return { kind: "field", name, type: parseType(readType(row, name, label)), outside: "declared" };
}

function readSignature(name: string, row: Readonly<Record<string, unknown>>, label: string): Signature {
  const unknown = Object.keys(row).find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined)
    throw new LanguageError(
      `${label}: ${name} has the unknown member ${JSON.stringify(unknown)}: write ${MEMBERS.join(", ")}.`,
    );
  const { params, optional = [], rest, returns } = row;
  if (returns === undefined)
    throw new LanguageError(`${label}: ${name}: returns is missing: write the type of the result.`);
  return {
    params: readParameters(params, `${name}: params`, label),
    optional: readParameters(optional, `${name}: optional`, label),
    ...(rest !== undefined && { rest: parameter(readType(rest, name, label)) }),
    returns: readType(returns, name, label),
  };
}

function readParameters(types: unknown, what: string, label: string): Parameter[] {
  if (!Array.isArray(types))
    throw new LanguageError(`${label}: ${what} must be a list of types, such as ["Bytes", "Int"].`);
  return types.map((type: unknown) => parameter(readType(type, what, label)));
}

/** Returns a parameter that takes fields, computed values and literals: what the service wants is not known. */
function parameter(type: TypeName): Parameter {
  return { kind: "both", types: [type] };
}

function readType(type: unknown, what: string, label: string): TypeName {
  try {
    if (typeof type === "string") return typeName(parseType(type));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new LanguageError(`${label}: ${what} has the type ${JSON.stringify(type)}: write ${TYPES}.`);
}

/** Whether a value is an object and no array. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Where settings come from. */
export interface SettingSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Returns the value of a full configuration key: `edge:fields`. */
  readonly config: (key: string) => string | undefined;
  /** Whether the configuration takes precedence over the environment. Default: false. */
  readonly configFirst?: boolean | undefined;
  /** Settings that take precedence over both, such as the options of a command. */
  readonly given?: { readonly [name in "fields" | "unknownNames"]?: Setting | undefined };
}

/** Reads `edge:fields` (EDGE_FIELDS) and `edge:unknownNames` (EDGE_UNKNOWN_NAMES). @throws LanguageError */
export function languageOfSettings({
  env,
  config,
  configFirst = false,
  given = {},
}: SettingSources): Language | undefined {
  const find = (name: string, variable: string): Setting | undefined => {
    const sources = [
      { value: env[variable], label: variable },
      { value: config(`edge:${name}`), label: configFirst ? `the provider's ${name}` : `edge:${name}` },
    ];
    const [found] = (configFirst ? sources.reverse() : sources).flatMap(({ value, label }) =>
      // Shells and CI systems often set a variable to an empty string instead of unsetting it.
      value === undefined || value === "" ? [] : [{ value, label }],
    );
    return found;
  };
  return readLanguage({
    fields: given.fields ?? find("fields", "EDGE_FIELDS"),
    unknownNames: given.unknownNames ?? find("unknownNames", "EDGE_UNKNOWN_NAMES"),
  });
}
