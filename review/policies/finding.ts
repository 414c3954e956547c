/** What a policy reports about a resource. */
export interface Finding {
  readonly urn: string;
  /** The id of what is reported, if the policy reports several things: a hazard, a constraint, a warning. */
  readonly id?: string;
  /** The path of the property, such as `rules["admin"].expression`; "" for the resource as a whole. */
  readonly path: string;
  /** What is wrong and what to do, without a secret. Starts with the resource's label. */
  readonly message: string;
  /** Whether the value is not known yet, so that the policy can only judge during the update. */
  readonly isUnjudged?: boolean;
  /** Why the configuration allows it. */
  readonly allowance?: { readonly reason: string; readonly until?: string | undefined };
}
