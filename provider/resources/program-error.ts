import * as pulumi from "@pulumi/pulumi";

/**
 * A refusal to throw where a value of the program is known, inside of `apply`. It has no stack: Node 20 inspects the frames of
 * such an error for a minute and more before the engine prints it.
 */
export function programError(message: string): pulumi.RunError {
  const error = new pulumi.RunError(message);
  error.stack = message;
  return error;
}
