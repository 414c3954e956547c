import type { PermissionGroup, Ruleset, Token, Zone } from "../../provider/api";

/** A zone with all its rulesets except managed ones, each with its rules. */
export interface LiveZone {
  readonly zone: Zone;
  readonly rulesets: readonly Ruleset[];
}

/** An account with its entry points and custom rulesets, each with its rules. */
export interface LiveAccount {
  readonly id: string;
  readonly name: string | undefined;
  readonly rulesets: readonly Ruleset[];
}

/** A token with its owner: an account, or the calling user. */
export interface LiveToken {
  readonly token: Token;
  readonly accountId: string | undefined;
}

/** What is live, as the API returns it. */
export interface Live {
  readonly at: Date;
  readonly vendor: string;
  readonly zones: readonly LiveZone[];
  readonly accounts: readonly LiveAccount[];
  readonly tokens: readonly LiveToken[];
  /** The permission groups of the API. */
  readonly groups: readonly PermissionGroup[];
  /** The names of the managed rulesets, by id. */
  readonly managedNames: ReadonlyMap<string, string>;
  /** The OWASP ruleset with its rules; undefined if it cannot be read, or if nothing deploys it. */
  readonly owasp: Ruleset | undefined;
  /** What the credential may not read, such as `the tokens of the user`. */
  readonly unread: readonly string[];
}
