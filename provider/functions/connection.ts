import * as pulumi from "@pulumi/pulumi";
import { resolveConnection, sharedClient, type EdgeClient } from "../client";

/** What every look-up takes besides its own arguments. */
export interface LookupOptions {
  /** Name of an entry of `edge:connections`. Default: the program's own configuration. */
  connection?: string;
}

/** The client of a program: environment first, then the stack's configuration. Throws ConfigurationError. */
export function programClient(options: LookupOptions): EdgeClient {
  const { connection } = options;
  // runtime.getConfig, not Config.get: it is handed to the client as it is and never to an output, so no warning is due.
  const config = (key: string): string | undefined => pulumi.runtime.getConfig(key);
  return sharedClient(resolveConnection({ env: process.env, config, ...(connection === undefined ? {} : { connection }) }));
}

/**
 * Members of `T` as inputs: what a `getXOutput` takes.
 */
export type InputsOf<T> = { [K in keyof T]: pulumi.Input<T[K]> };

/** The output form of a look-up: runs once its arguments are known; a secret among them makes the result a secret. */
export function asOutput<A extends object, R>(look: (args: A) => Promise<R>): (args: InputsOf<A>) => pulumi.Output<R> {
  return (args) =>
    pulumi
      .output(args)
      // output() unwraps the inputs member by member: what arrives is what `look` takes.
      .apply((known) => look(known as A)) as pulumi.Output<R>;
}
