import type { Language } from "../../provider/filter";
import type { TokenRisk } from "../../provider/tokens";
import type { JudgedFinding } from "../changes/find-policy-findings";
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
  /** What is known of the language of filters besides the table of this release. */
  readonly language?: Language | undefined;
  /** What the credential may not read, such as `the tokens of the user`. */
  readonly unread: readonly string[];
}

/** What a rule does with requests that match: acts on them, only logs them, or nothing, because it is disabled. */
export type RuleEffect = "acts" | "logs" | "off";

/** The strongest effect of the rules of a phase; `empty` without rules. */
export type PhaseEffect = RuleEffect | "empty";

/** A live rule. All texts are untrusted and unescaped. */
export interface RulePosture {
  /** The ref without the mark of its owner. */
  readonly ref: string;
  /** The stack that manages the rule, by its mark: `shop/prod`. Null without a mark. */
  readonly owner: string | null;
  readonly action: string;
  readonly expression: string;
  readonly description: string;
  readonly effect: RuleEffect;
  /** The name of the ruleset that the rule executes. */
  readonly executes: string | null;
  /** The number of overrides of managed rules and tags. */
  readonly overrides: number;
  readonly lastUpdated: string | null;
  readonly hazards: readonly { readonly id: string; readonly message: string }[];
}

export interface RulesetPosture {
  readonly id: string;
  readonly name: string;
  readonly kind: "zone" | "root" | "custom";
  readonly phase: string;
  readonly version: string;
  readonly lastUpdated: string | null;
  readonly effect: PhaseEffect;
  readonly rules: readonly RulePosture[];
}

/** How a zone deploys the OWASP ruleset. */
export interface OwaspPosture {
  /** `account` if a rule of the account deploys it for the zone. */
  readonly from: "zone" | "account";
  readonly effect: RuleEffect;
  /** 0 if all paranoia levels are off. */
  readonly level: number;
  readonly threshold: number;
  readonly action: string;
  readonly expression: string;
  /** The managed rules that are on, of all; by level. */
  readonly on: number;
  readonly of: number;
  readonly levels: readonly { readonly level: number; readonly on: number; readonly of: number }[];
  /** The overrides in words: `rule 920272: off`. */
  readonly overrides: readonly string[];
  readonly lastUpdated: string | null;
  /** The days since the last change of the overrides. */
  readonly ageDays: number | null;
  /** What defeats the deployment, in words. */
  readonly defeats: readonly string[];
}

export interface ZonePosture {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  readonly plan: string | null;
  readonly paused: boolean;
  readonly owasp: OwaspPosture | null;
  readonly rulesets: readonly RulesetPosture[];
  /** The number of hazards in all rulesets of the zone. */
  readonly hazards: number;
}

export interface AccountPosture {
  readonly id: string;
  readonly name: string | null;
  readonly rulesets: readonly RulesetPosture[];
}

/** A live token, without its value. */
export interface TokenPosture {
  readonly id: string;
  readonly name: string;
  /** The account that owns the token; null if the user does. */
  readonly accountId: string | null;
  readonly status: string;
  readonly notBefore: string | null;
  readonly expiresOn: string | null;
  readonly lastUsedOn: string | null;
  /** Null if clients of every network can use the token. */
  readonly networks: { readonly in: readonly string[]; readonly notIn: readonly string[] } | null;
  /** The worst first. */
  readonly risks: readonly TokenRisk[];
  /** The names of the permission groups for each of the columns. */
  readonly access: readonly (readonly string[])[];
}

/** Places in which each token has the same permissions. */
export interface AccessColumn {
  readonly letter: string;
  readonly type: "user" | "account" | "zone";
  readonly places: readonly string[];
}

/** A rule that several zones have, compared by what it does, and the zones in which it differs or is missing. */
export interface SharedRule {
  readonly phase: string;
  readonly ref: string;
  readonly description: string;
  readonly action: string;
  readonly expression: string;
  /** The names of zones that have the rule. */
  readonly having: readonly string[];
  /** The zones that have a rule of that ref with another content. */
  readonly differing: readonly { readonly zone: string; readonly members: readonly string[] }[];
  readonly missing: readonly string[];
}

/** The posture of what is live, as plain data. Printers only format it. */
export interface Posture {
  readonly format: "edge-platform-report";
  readonly version: 1;
  readonly at: string;
  /** The weakest zones first. */
  readonly zones: readonly ZonePosture[];
  readonly accounts: readonly AccountPosture[];
  /** The riskiest first. */
  readonly tokens: readonly TokenPosture[];
  readonly columns: readonly AccessColumn[];
  readonly findings: readonly JudgedFinding[];
  /** The rules that most zones have, but not all. */
  readonly differences: readonly SharedRule[];
  readonly unread: readonly string[];
}
