import * as pulumi from "@pulumi/pulumi";

/** Whether a value is an output or a promise, which is known later. */
export function isLater(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/** Whether a value, or any value inside it, is known later. */
export function containsLater(value: unknown): boolean {
  if (typeof value !== "object" || value === null || pulumi.Resource.isInstance(value)) return false;
  return isLater(value) || Object.values(value).some(containsLater);
}
