import type { AccountList, ListItem, Rule, Ruleset, Token } from "../provider/api";
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

/** A live list with its items. */
export interface LiveAccountList {
  readonly list: AccountList;
  readonly items: readonly ListItem[];
}

/** A live list that the program declares. */
export interface SelectedList extends Pick<Selected, "nameOf" | "otherwise" | "lost" | "terraform"> {
  /** Whether an item is selected. */
  readonly hasItem: (item: ListItem) => boolean;
  /**
   * What the program owns: the list, also if it has items that are not selected; the list, but only its items if it has others; or only
   * the items that are selected.
   */
  readonly owns: "list" | "list, or its items" | "items";
  /** The addresses of the resources that manage single items in Terraform. */
  readonly terraformItems?: readonly string[];
}

/** Decides which live objects a program declares, and under which names. Returns undefined for an object that it does not mention. */
export interface Selection {
  readonly ruleset: (ruleset: Ruleset, place: string) => Selected | undefined;
  readonly list: (live: LiveAccountList, accountId: string) => SelectedList | undefined;
  readonly token: (token: Token, accountId: string | undefined) => Selected | undefined;
  /** Returns a name for an expression that several rules share. */
  readonly nameOf: (wanted: string) => string;
}

/** Selects everything that is live, under names that describe it. */
export function everything(): Selection {
  const nameOf = uniqueNames();
  const selected = { nameOf, hasRule: () => true, otherwise: "", lost: [] };
  const list = { ...selected, hasItem: () => true, owns: "list" } as const;
  return { ruleset: () => selected, list: () => list, token: () => selected, nameOf };
}
