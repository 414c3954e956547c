import type * as pulumi from "@pulumi/pulumi";

/** The options of every lookup. */
export interface LookupOptions {
  /** The name of an entry of `edge:connections`. Default: the default connection, from the environment and the stack configuration. */
  connection?: string;
}

/** The members of `T` as inputs: the arguments of an output form such as `getZoneOutput`. */
export type InputsOf<T> = { [K in keyof T]: pulumi.Input<T[K]> };
