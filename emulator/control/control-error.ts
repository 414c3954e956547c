/** What is wrong with a request to the control plane, in words. */
export class ControlError extends Error {
  constructor(
    message: string,
    readonly status: 400 | 403 | 404 = 400,
  ) {
    super(message);
  }
}
