/** A field, field value or list that `readRequestFields` or `readFilterLists` cannot read. */
export class RequestFieldError extends Error {
  override readonly name = "RequestFieldError";
}

/**
 * A call that cannot be computed from the fields of a request: only the service has the data, or a constant argument is
 * invalid. `compileFilter` throws it; running a filter does not.
 */
export class UnsupportedFunctionError extends Error {
  override readonly name = "UnsupportedFunctionError";

  /** @param reason completes "cannot be computed here: …", without a full stop */
  constructor(
    readonly functionName: string,
    readonly reason: string,
  ) {
    super(`${functionName}() cannot be computed here: ${reason}.`);
  }
}
