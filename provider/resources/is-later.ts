import * as pulumi from "@pulumi/pulumi";

/** Whether a value is an output or a promise, which is known later. */
export function isLater(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}
