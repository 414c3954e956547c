/** Thrown by lookups that fail, find nothing, or find several objects. The engine prints the message without a stack trace. */
export class LookupError extends Error {
  /**
   * What the SDK recognizes its `RunError` by. The native plugin does not load the SDK.
   * @internal
   */
  readonly __pulumiRunError = true;
  /** The error of the HTTP client, if the request failed. */
  override readonly cause?: unknown;

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message);
    // For an unhandled rejection, the SDK prints the stack even of a RunError; without a stack, it prints the message.
    this.stack = "";
    this.cause = options.cause;
  }
}
