import { output, runtime, type Input, type Output, type OutputInstance } from "@pulumi/pulumi";
import { insteadOf, isMembers, isOutputText, pathTo } from "../api";
import { isEdgeError, messageWithAnswer, resolveConnection, sharedClient, type EdgeClient } from "../client";
import { type Language, languageOfSettings } from "../filter";
import { lazily } from "../lazily";

/** Returns the client of a connection: in a program, of its stack's configuration. */
let clientOf: (options: LookupOptions) => EdgeClient = programClient;

/** Returns what is known of the language of filters: in a program, by the configuration of its stack. */
let languageOf: () => Language | undefined = () =>
  languageOfSettings({ env: process.env, config: (key) => runtime.getConfig(key) });

/** Runs all lookups of this process with these clients and this language, as the native plugin does. */
export function lookUpBy(
  clients: (connection: string | undefined) => EdgeClient,
  language: () => Language | undefined = () => undefined,
): void {
  clientOf = ({ connection }) => clients(connection);
  languageOf = language;
}

/** Returns what is known of the language of filters besides the table of this release. @throws LanguageError, ConfigurationError */
export function languageOfLookups(): Language | undefined {
  return languageOf();
}

/**
 * Runs a lookup with the client of a connection. Environment variables take precedence over the stack's configuration.
 *
 * @throws LookupError if a request fails. Its `cause` is the error of the client.
 */
export async function lookUp<R>(
  options: LookupOptions,
  look: (client: EdgeClient) => Promise<R>,
): Promise<R> {
  checkArguments(options);
  try {
    return await look(clientOf(options));
  } catch (error) {
    if (!isEdgeError(error)) throw error;
    throw new LookupError(messageWithAnswer(error), { cause: error });
  }
}

/** Returns the output form of a lookup. It runs once its arguments are known; a secret argument makes the result secret. */
export function asOutput<A extends object, R>(
  look: (args: A) => Promise<R>,
): (args: InputsOf<A>) => Output<R> {
  return (args) => {
    // output() unwraps every member of the inputs, so the value has the type of the arguments of `look`.
    const known = output(args) as OutputInstance<unknown> as OutputInstance<A>;
    return known.apply<R>(look);
  };
}

function programClient({ connection }: LookupOptions): EdgeClient {
  // runtime.getConfig, not Config.get: Config.get warns about secrets, and these values reach only the client, never an output.
  const config = (key: string): string | undefined => runtime.getConfig(key);
  return sharedClient(
    resolveConnection({ env: process.env, config, ...(connection === undefined ? {} : { connection }) }),
  );
}

/** The options of every lookup. */
export interface LookupOptions {
  /** The name of an entry of `edge:connections`. Default: the default connection, from the environment and the stack configuration. */
  connection?: string;
}

/** The members of `T` as inputs: the arguments of an output form such as `getZoneOutput`. */
export type InputsOf<T> = { [K in keyof T]: Input<T[K]> };

/** Thrown by lookups that fail, find nothing, or find several objects. The engine prints the message without a stack trace. */
export class LookupError extends Error {
  /**
   * What the SDK recognizes its `RunError` by. The native plugin does not load the SDK.
   * @internal
   */
  readonly __pulumiRunError = true;
  /** The error of the HTTP client, if the request failed. */
  override readonly cause?: unknown;

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message);
    // For an unhandled rejection, the SDK prints the stack even of a RunError; without a stack, it prints the message.
    this.stack = "";
    this.cause = options.cause;
    silenceLateHandling();
  }
}

/**
 * Prevents Node's PromiseRejectionHandledWarning for failed lookups. The SDK reads the outputs of a stack one after another. If a
 * lookup fails while the SDK waits for an earlier output, the SDK prints the error, and reads the failed output later. Other late
 * rejections still produce the warning.
 */
const silenceLateHandling = lazily(() =>
  process.on("rejectionHandled", (promise) => {
    promise.catch((error: unknown) => {
      if (error instanceof LookupError) return;
      // A listener replaces Node's own warning.
      process.emitWarning("Promise rejection was handled asynchronously", "PromiseRejectionHandledWarning");
    });
  }),
);

/** The arguments of all lookups. */
const ARGUMENTS = [
  "accountId",
  "connection",
  "expression",
  "method",
  "mode",
  "name",
  "nameSuffix",
  "network",
  "onRetired",
  "params",
  "phase",
  "rulesetId",
  "scope",
  "tag",
  "value",
  "version",
  "zoneId",
];
const OUTPUT_FORM =
  "use the form of the lookup whose name ends with Output, such as getZoneOutput, and pass the Output itself";

/**
 * Checks the arguments of a lookup, which a program in JavaScript may have misspelt, or made of values that are known later.
 *
 * @throws LookupError
 */
export function checkArguments(args: unknown): void {
  if (!isMembers(args))
    throw new LookupError('The arguments of a lookup must be an object, such as { name: "example.com" }.');
  for (const name of Object.keys(args)) {
    if (args[name] === undefined || ARGUMENTS.includes(name)) continue;
    const hint = insteadOf(name, ARGUMENTS) || `; the arguments of lookups are ${ARGUMENTS.join(", ")}`;
    throw new LookupError(`${name}: unknown argument of a lookup${hint}`);
  }
  checkValue(args, "");
}

function checkValue(value: unknown, path: string): void {
  if (typeof value === "string" && isOutputText(value))
    throw new LookupError(`${path}: contains the text of an Output, which is not its value: ${OUTPUT_FORM}.`);
  if (isOutput(value)) throw new LookupError(`${path}: is an Output, which is known later: ${OUTPUT_FORM}.`);
  if (value instanceof Promise) throw new LookupError(`${path}: is a promise: await it before the lookup.`);
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value))
    checkValue(member, Array.isArray(value) ? pathTo(path, Number(name)) : pathTo(path, name));
}

/** Whether a value is an output, by what the SDK recognizes one by: the native plugin does not load the SDK. */
function isOutput(value: unknown): boolean {
  return isMembers(value) && value["__pulumiOutput"] === true;
}
