import type { Language } from "../scheme/identifiers";
import type { WantedValue } from "../parse/value-expression";

/**
 * In ascending order: each plan includes the features of those before it. The language does not depend on `provider/api`, which has
 * the same list; the rule book compiles only if both agree.
 */
export const FILTER_PLANS = ["free", "pro", "business", "enterprise"] as const;
/** The plan of a zone. */
export type FilterPlan = (typeof FILTER_PLANS)[number];

/** What an expression is for. `filter` selects requests, `counting` the requests that a rate limit counts; the others are values. */
export type ExpressionPurpose =
  "filter" | "counting" | "path" | "query" | "header" | "target" | "tags" | "credential";

/** What the items of a list are. */
export type ItemKind = "ip" | "hostname" | "asn" | "redirect";

const WANTED: { readonly [purpose in ExpressionPurpose]?: WantedValue } = {
  path: "text",
  query: "text",
  header: "text or ip",
  target: "text",
  tags: "list of text",
  credential: "text",
};

/** The owner of a ruleset. */
export type Level = "zone" | "account";

/** Where a rule is. What is not known is undefined, and nothing is claimed about it. */
export interface Place {
  /** The phase of the ruleset. */
  readonly phase?: string | undefined;
  /** The kind of the ruleset: `zone` and `root` are the entry points of a zone and of an account; `custom` is executed by others. */
  readonly kind?: "managed" | "custom" | "root" | "zone" | undefined;
  /** Whether a zone or an account owns the ruleset. Defaults to the zone for the kind `zone`, otherwise to the account. */
  readonly level?: Level | undefined;
  /** The plan of the zone or account. */
  readonly plan?: FilterPlan | undefined;
  /** Whether rules of other owners follow the rules. Default: false. */
  readonly othersFollow?: boolean | undefined;
  /** What an expression of the rule is for. Default: `filter`. */
  readonly purpose?: ExpressionPurpose | undefined;
  /** What the user says about the language: declared names, and whether unknown names are errors. */
  readonly language?: Language | undefined;
  /** The lists of the account by name, with the kinds of their items. A kind may be unknown. */
  readonly lists?: ReadonlyMap<string, ItemKind | undefined> | undefined;
}

/** Returns the value that an expression must compute for a purpose, or `undefined` for a filter and a counting expression. */
export function wantedValue(purpose: ExpressionPurpose): WantedValue | undefined {
  return WANTED[purpose];
}
