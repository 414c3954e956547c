import * as pulumi from "@pulumi/pulumi";

/** A look-up that failed, found nothing, or more than one. The engine shows its message without a stack. */
export class LookupError extends pulumi.RunError {
  /** The client's error, where the call itself failed. */
  override readonly cause?: unknown;

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message);
    // The SDK prints the stack of an unhandled rejection even of a RunError; without one, the message.
    this.stack = "";
    this.cause = options.cause;
  }
}
