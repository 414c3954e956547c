import type * as pulumi from "@pulumi/pulumi";
import type * as Client from "../client";
import type { EdgeClient } from "../client";
import { lazily } from "../lazily";
import { checkArguments } from "./check-arguments";
import { LookupError } from "./lookup-error";
import type { InputsOf, LookupOptions } from "./lookup-options";

/** Loads the HTTP client at the first lookup, so that a program that only declares resources does not load it. */
export const loadClient = lazily(() => require("../client") as typeof Client);
/** A program has loaded the SDK already. The native plugin, which runs lookups of other languages, does not load it. */
const loadSdk = lazily(() => require("@pulumi/pulumi") as typeof pulumi);

/** Returns the client of a connection: in a program, of its stack's configuration. */
let clientOf: (options: LookupOptions) => EdgeClient = programClient;

/** Runs all lookups of this process with these clients, as the native plugin does. */
export function lookUpBy(clients: (connection: string | undefined) => EdgeClient): void {
  clientOf = ({ connection }) => clients(connection);
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
    const { isEdgeError, messageWithAnswer } = loadClient();
    if (!isEdgeError(error)) throw error;
    throw new LookupError(messageWithAnswer(error), { cause: error });
  }
}

/** Returns the output form of a lookup. It runs once its arguments are known; a secret argument makes the result secret. */
export function asOutput<A extends object, R>(
  look: (args: A) => Promise<R>,
): (args: InputsOf<A>) => pulumi.Output<R> {
  return (args) => {
    // output() unwraps every member of the inputs, so the value has the type of the arguments of `look`.
    const known = loadSdk().output(args) as pulumi.OutputInstance<unknown> as pulumi.OutputInstance<A>;
    return known.apply<R>(look);
  };
}

function programClient({ connection }: LookupOptions): EdgeClient {
  // runtime.getConfig, not Config.get: Config.get warns about secrets, and these values reach only the client, never an output.
  const config = (key: string): string | undefined => loadSdk().runtime.getConfig(key);
  const { resolveConnection, sharedClient } = loadClient();
  return sharedClient(
    resolveConnection({ env: process.env, config, ...(connection === undefined ? {} : { connection }) }),
  );
}
