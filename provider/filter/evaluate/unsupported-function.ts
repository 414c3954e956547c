/**
 * A call that cannot be computed from the fields of a request, found when a filter is compiled and not when it runs: only
 * the service has what it needs, or its constants are none that the function takes.
 */
export class UnsupportedFunctionError extends Error {
  override readonly name = "UnsupportedFunctionError";

  /** @param reason a sentence without its end, after "cannot be computed here:" */
  constructor(
    readonly functionName: string,
    readonly reason: string,
  ) {
    super(`${functionName}() cannot be computed here: ${reason}.`);
  }
}
