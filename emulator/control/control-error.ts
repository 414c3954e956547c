/** An error that the control plane answers with its message. */
export class ControlError extends Error {
  constructor(
    message: string,
    readonly status: 400 | 403 | 404 = 400,
  ) {
    super(message);
  }
}
