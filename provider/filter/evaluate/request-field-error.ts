/** A field that a request cannot have, or not with this value. */
export class RequestFieldError extends Error {
  override readonly name = "RequestFieldError";
}
