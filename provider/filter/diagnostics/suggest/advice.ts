/** What people are told besides what is wrong. Both quote the expression. */
export interface Advice {
  /** What was probably meant, as it would be written. */
  readonly suggestion?: string;
  /** A sentence about what to do. */
  readonly hint?: string;
}
