import * as pulumi from "@pulumi/pulumi";

/**
 * Returns an error to throw inside `apply`. It has no stack trace: Node 20 takes a minute or more to inspect the frames of such an
 * error before the engine prints it.
 */
export function programError(message: string): pulumi.RunError {
  const error = new pulumi.RunError(message);
  error.stack = message;
  return error;
}
