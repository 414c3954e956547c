import * as pulumi from "@pulumi/pulumi";

/** Thrown by lookups that fail, find nothing, or find several objects. The engine prints the message without a stack trace. */
export class LookupError extends pulumi.RunError {
  /** The error of the HTTP client, if the request failed. */
  override readonly cause?: unknown;

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message);
    // For an unhandled rejection, the SDK prints the stack even of a RunError; without a stack, it prints the message.
    this.stack = "";
    this.cause = options.cause;
  }
}
