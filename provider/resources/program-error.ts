import * as pulumi from "@pulumi/pulumi";

/** The programs that fail when they end. */
const failed = new WeakSet<object>();

/**
 * Returns an error to throw inside `apply`. It has no stack: Node 20 takes a minute or more, and gigabytes, to inspect the frames
 * of such an error before the SDK prints it.
 */
export function programError(message: string): pulumi.RunError {
  const error = new pulumi.RunError(message);
  error.stack = "";
  return error;
}

/** Fails the program when it ends. Until then it goes on, so that one preview reports the problems of all resources. */
export function failProgram(): void {
  const stack = pulumi.runtime.getStackResource();
  if (!stack || failed.has(stack)) return;
  failed.add(stack);
  // A logged error alone does not fail a program. The SDK prints an unhandled rejection once, and then exits with an error.
  failLater(programError("The program has problems: each is reported at its resource."));
}

/** Fails the program, or the unit test, that runs: as a rejection that nobody handles. */
export function failLater(error: pulumi.RunError): void {
  void Promise.reject(error);
}
