/** An error in the arguments of a resource. */
export interface Problem {
  /** The path of the argument, such as `policies[0].resources`; "" for the arguments as a whole. */
  readonly path: string;
  /** What is wrong, what was found and what is valid. Follows the path in the printed text: `must be …, found …`. */
  readonly message: string;
  /** The code of the API's refusal, if it is public. */
  readonly code?: number;
}
