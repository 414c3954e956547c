import { output, runtime, unknown, type Input, type Output, type OutputInstance } from "@pulumi/pulumi";
import { isEdgeError, messageWithAnswer, resolveConnection, sharedClient, type EdgeClient } from "../client";
import type { Language } from "../filter";
import { installedMocks } from "../mocks";
import { programLanguage } from "../program-language";
import { askMocks, askPlugin, SettingsUnknown } from "./ask-engine";
import { checkArguments, type LookupName } from "./check-arguments";
import {
  existenceOf,
  providerOf,
  type LookupInvokeOptions,
  type LookupInvokeOutputOptions,
} from "./invoke-options";
import { LookupError } from "./lookup-error";

/** Returns the client of a connection: in a program, of its stack's configuration. */
let clientOf: (options: LookupOptions) => EdgeClient = programClient;

/** Returns what is known of the language of filters: in a program, by the configuration of its stack. */
let languageOf: () => Language | undefined = programLanguage;

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
 * Checks the arguments of a lookup, then runs it with the client of a connection. Environment variables take precedence over the
 * stack's configuration. With a provider, the plugin runs it instead. In a unit test with mocks, returns the answer of the mock, and
 * sends nothing.
 *
 * @throws LookupError if an argument or an option is wrong, or if a request fails. Its `cause` is the error of the client.
 */
export async function lookUp<R>(
  name: LookupName,
  args: LookupOptions,
  opts: LookupInvokeOptions | undefined,
  look: (client: EdgeClient) => Promise<R>,
): Promise<R> {
  checkArguments(name, args);
  const provider = providerOf(name, opts);
  const mocks = mocksOfProgram();
  // The casts hold as far as mocks, which have no types, and the installed plugin keep to the type of the result.
  if (mocks) return (await askMocks(mocks, name, args, provider)) as R;
  if (provider) return (await askPlugin(name, args, { ...opts, provider })) as R;
  try {
    return await look(clientOf(args));
  } catch (error) {
    if (!isEdgeError(error)) throw error;
    throw new LookupError(messageWithAnswer(error), { cause: error });
  }
}

/**
 * Returns the output form of a lookup. It runs once its arguments are known, and the resources of `dependsOn` exist; a secret argument makes
 * the result secret.
 */
export function asOutput<A extends object, R>(
  name: LookupName,
  look: (args: A, opts?: LookupInvokeOptions) => Promise<R>,
): (args: InputsOf<A>, opts?: LookupInvokeOutputOptions) => Output<R> {
  return (args, { dependsOn, ...opts } = {}) => {
    // Wrong options are reported even if a preview does not know the arguments.
    const options = Promise.resolve().then(() => void providerOf(name, opts));
    // output() unwraps every member of the inputs, so the value has the type of the arguments of `look`.
    const known = output([
      args,
      options,
      existenceOf(dependsOn),
    ]) as OutputInstance<unknown> as OutputInstance<[A]>;
    return known.apply<R>(([values]) => look(values, opts).catch(unknownOf));
  };
}

/** Returns the value that makes an output unknown, for a result that only the update will know. */
function unknownOf(error: unknown): never {
  // The cast holds: the SDK never hands out this value, since an output that contains it is unknown.
  if (error instanceof SettingsUnknown) return unknown as never;
  throw error;
}

/** Returns the mocks of a unit test; undefined in the native plugin, which does not load the SDK. */
export function mocksOfProgram(): runtime.Mocks | undefined {
  return clientOf === programClient ? installedMocks() : undefined;
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
