import * as pulumi from "@pulumi/pulumi";
import type * as Client from "../client";
import type { EdgeClient } from "../client";
import { lazily } from "../lazily";
import { LookupError } from "./lookup-error";

/** The client of the API, loaded for the first look-up: a program that only declares resources has none. */
export const loadClient = lazily(() => require("../client") as typeof Client);

/** What every look-up takes besides its own arguments. */
export interface LookupOptions {
  /** Name of an entry of `edge:connections`. Default: the program's own configuration. */
  connection?: string;
}

/**
 * Looks something up with the client of the program: environment first, then the stack's configuration. What goes wrong is a
 * LookupError, which the engine shows without a stack; its `cause` is the client's own error.
 */
export async function lookUp<R>(
  options: LookupOptions,
  look: (client: EdgeClient) => Promise<R>,
): Promise<R> {
  try {
    return await look(programClient(options));
  } catch (error) {
    const { isEdgeError, messageWithAnswer } = loadClient();
    if (!isEdgeError(error)) throw error;
    throw new LookupError(messageWithAnswer(error), { cause: error });
  }
}

/**
 * Members of `T` as inputs: what a `getXOutput` takes.
 */
export type InputsOf<T> = { [K in keyof T]: pulumi.Input<T[K]> };

/** The output form of a look-up: runs once its arguments are known; a secret among them makes the result a secret. */
export function asOutput<A extends object, R>(
  look: (args: A) => Promise<R>,
): (args: InputsOf<A>) => pulumi.Output<R> {
  return (args) => {
    // output() unwraps the inputs member by member: what arrives is what `look` takes.
    const known = pulumi.output(args) as pulumi.OutputInstance<unknown> as pulumi.OutputInstance<A>;
    return known.apply<R>(look);
  };
}

function programClient({ connection }: LookupOptions): EdgeClient {
  // runtime.getConfig, not Config.get: it is handed to the client as it is and never to an output, so no warning is due.
  const config = (key: string): string | undefined => pulumi.runtime.getConfig(key);
  const { resolveConnection, sharedClient } = loadClient();
  return sharedClient(
    resolveConnection({ env: process.env, config, ...(connection === undefined ? {} : { connection }) }),
  );
}
