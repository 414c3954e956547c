/** Something wrong with the arguments of a resource. */
export interface Problem {
  /** `policies[0].resources`; "" for the whole. */
  readonly path: string;
  /** What was found and what would be right. */
  readonly message: string;
}
