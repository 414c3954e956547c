/** Help that a diagnostic adds. Both properties quote the expression. */
export interface Help {
  /** A probable correction, as source text. */
  readonly suggestion?: string;
  /** A sentence about what to do. */
  readonly hint?: string;
}
