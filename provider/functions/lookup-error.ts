import { lazily } from "../lazily";

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
    // For each resource that needs the result, the SDK writes the name of a property in front of the message of this one error.
    Object.defineProperty(this, "message", { get: () => message, set: () => undefined });
    silenceLateHandling();
  }
}

/**
 * Prevents Node's PromiseRejectionHandledWarning for failed lookups. The SDK reads the outputs of a stack one after another. If a
 * lookup fails while the SDK waits for an earlier output, the SDK prints the error, and reads the failed output later. Other late
 * rejections still produce the warning.
 */
const silenceLateHandling = lazily(() =>
  process.on("rejectionHandled", (promise) => {
    promise.catch((error: unknown) => {
      if (error instanceof LookupError) return;
      // A listener replaces Node's own warning.
      process.emitWarning("Promise rejection was handled asynchronously", "PromiseRejectionHandledWarning");
    });
  }),
);
