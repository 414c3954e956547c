/** A configuration with a mistake. The engine prints the stack of an error of a pack, so the stack is the message alone. */
export class PolicyConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`invalid policy configuration: ${problems.join("; ")}`);
    this.stack = this.message;
  }
}
