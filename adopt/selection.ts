import type { AccountList, Rule, Ruleset, Token } from "../provider/api";
import { uniqueNames } from "./names";
import type { LeftOut } from "./program";

/** A live object that the program declares. */
export interface Selected {
  /** Returns the name of a resource for the object, unique in the program. `wanted` describes the object. */
  readonly nameOf: (wanted: string) => string;
  /** Whether a rule of the ruleset is to be declared. */
  readonly hasRule: (rule: Rule) => boolean;
  /** Why the other rules of the ruleset are not: `is not in the Terraform state`. */
  readonly otherwise: string;
  /** Rules that are selected and not live. */
  readonly lost: readonly LeftOut[];
  /** The address of the resource that manages the object in Terraform. */
  readonly terraform?: string;
}

/** Decides which live objects a program declares, and under which names. Returns undefined for an object that it does not mention. */
export interface Selection {
  readonly ruleset: (ruleset: Ruleset, place: string) => Selected | undefined;
  readonly list: (list: AccountList) => Selected | undefined;
  readonly token: (token: Token, accountId: string | undefined) => Selected | undefined;
  /** Returns a name for an expression that several rules share. */
  readonly nameOf: (wanted: string) => string;
}

/** Selects everything that is live, under names that describe it. */
export function everything(): Selection {
  const nameOf = uniqueNames();
  const selected = { nameOf, hasRule: () => true, otherwise: "", lost: [] };
  return { ruleset: () => selected, list: () => selected, token: () => selected, nameOf };
}
