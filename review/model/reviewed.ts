import type { Members } from "../../provider/api/arguments";
import type { UNKNOWN } from "../../provider/api/unknown";
import type { Language } from "../../provider/filter";
import type { Placement } from "../../provider/rulesets";
import type { TokenState } from "../../provider/tokens";

/**
 * Resources under review, in one form whoever declares them: this package, `@pulumi/cloudflare`, Terraform, or nobody, for what is live.
 * A value that only the update will know is `UNKNOWN`, and so is a value that the document hides because it is secret.
 */
export type Reviewed =
  ReviewedToken | ReviewedRuleset | ReviewedOwasp | ReviewedList | ReviewedFilter | ReviewedEndpoint;

/** Who declares a resource. */
export type Origin = "edge" | "cloudflare" | "terraform" | "live";

export type MaybeUnknown<T> = T | typeof UNKNOWN;

export interface SourcePosition {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export interface Identity {
  readonly origin: Origin;
  /** The URN; the address in Terraform (`cloudflare_ruleset.admin`); for what is live, the path of the API (`/zones/<id>/rulesets/<id>`). */
  readonly urn: string;
  /** The name of the resource in its program. */
  readonly name: string;
  /** How messages name the resource: `ZoneEntrypointRuleset "admin"`, `cloudflare_ruleset.admin`. */
  readonly label: string;
  /** Returns how the author writes a wire name: `statusCode` in a Pulumi program, `status_code` in Terraform. */
  readonly nameOf: (wireName: string) => string;
  /** Whether the text at a path, such as `rules["admin"].expression`, is secret, so that no message may show it. */
  readonly isSecret: (path: string) => boolean;
  /** Whether the engine refuses to delete the resource (`protect`, `prevent_destroy`). Undefined if the document does not say. */
  readonly isProtected?: boolean;
  /** What shows that the object existed before its resource: `takeOver`. Undefined if nothing does, or if the engine would keep the object. */
  readonly takenOverBy?: string;
  readonly position?: SourcePosition;
  /** The arguments as the program writes them. A ruleset has no `rules` here, and a token of another tool nothing. */
  readonly written?: Members;
  /** What the settings of its program say about the language of filters. Default: nothing. */
  readonly language?: Language | undefined;
  /** The argument `allowances`, not checked. Only resources of this package have one. */
  readonly allowances?: unknown;
}

/**
 * The zone, account or user that a resource belongs to. The id is undefined for the default account or the calling user. Where a rule is
 * in it is a `Place`.
 */
export interface ReviewedPlace {
  readonly level: "zone" | "account" | "user";
  readonly id: MaybeUnknown<string> | undefined;
}

export interface ReviewedToken extends Identity {
  readonly kind: "token";
  readonly place: ReviewedPlace;
  /** Unknown values stay inside. A policy that is unknown as a whole has no permission groups and no resources. */
  readonly token: TokenState;
  /** Whether the policies, or a part of them, are unknown. */
  readonly isPartlyUnknown: boolean;
  /** Whether the token is replaced on a schedule. */
  readonly rotates: boolean;
  /**
   * The properties of inputs and state that decide when a value of the token ends (`valueEnds`). The `value` of a state is never shown
   * here: it is unknown, or undefined if the state has none.
   */
  readonly lifetime: Members;
  /** The reason in `allowTokenMaking`. */
  readonly tokenMakingReason?: MaybeUnknown<string>;
}

export interface ReviewedRule {
  /** How the author addresses the rule: `rules["admin"]`, or `rules[0]` if it has no ref. */
  readonly path: string;
  readonly ref: MaybeUnknown<string> | undefined;
  /** The rule in wire names, without nulls, and with unknown values inside. An empty object if the rule is unknown as a whole. */
  readonly wire: Members;
}

/** An entry point ruleset or a custom ruleset. */
export interface ReviewedRuleset extends Identity {
  readonly kind: "ruleset";
  readonly place: ReviewedPlace;
  /** `zone` and `root` are entry points of a zone and of an account; `custom` is executed by others. */
  readonly level: "zone" | "root" | "custom";
  /** The id of the live ruleset, if the document says it: rules that execute the ruleset name it. */
  readonly rulesetId?: string;
  readonly phase: MaybeUnknown<string> | undefined;
  /** Whether rules of other owners are kept. A Cloudflare provider replaces all rules: exclusive. */
  readonly ownership: MaybeUnknown<"exclusive" | "shared">;
  readonly takesOver: boolean;
  /** The place of these rules among those of other owners, if the program gives one. */
  readonly placement?: Placement;
  /** Whether rules of other owners follow these, as `placement` says. */
  readonly othersFollow: boolean;
  /** In the order of evaluation if `isOrdered`. */
  readonly rules: readonly ReviewedRule[];
  readonly isOrdered: boolean;
  /** Whether rules exist that are not in `rules`, because the whole list is unknown. */
  readonly hasUnknownRules: boolean;
}

/** A deployment of the managed OWASP ruleset, declared as such. A rule that executes the ruleset is in a `ReviewedRuleset`. */
export interface ReviewedOwasp extends Identity {
  readonly kind: "owasp";
  readonly place: ReviewedPlace;
  /** The arguments of `OwaspConfig`, not validated. */
  readonly args: Members;
}

/** A filter expression that is validated by itself. */
export interface ReviewedFilter extends Identity {
  readonly kind: "filter";
  readonly expression: unknown;
  readonly phase: MaybeUnknown<string> | undefined;
}

export interface ReviewedEndpoint extends Identity {
  readonly kind: "endpoint";
  readonly network: MaybeUnknown<string> | undefined;
  readonly onRetired: MaybeUnknown<string> | undefined;
}

/** A list of an account. */
export interface ReviewedList extends Identity {
  readonly kind: "list";
  readonly place: ReviewedPlace;
  readonly listName: MaybeUnknown<string> | undefined;
  readonly ownership: "exclusive" | "shared";
  readonly takesOver: boolean;
  /** The items, not validated; unknown if they are hidden. */
  readonly items: unknown;
}

/** What a policy reports about a resource. */
export interface Verdict {
  readonly urn: string;
  /** The id of what is reported, if the policy reports several things: a hazard, a constraint, a warning. */
  readonly id?: string;
  /** The path of the property, such as `rules["admin"].expression`; "" for the resource as a whole. */
  readonly path: string;
  /** What is wrong and what to do, without a secret. Starts with the resource's label. */
  readonly message: string;
  /** Whether the value is not known yet, so that the policy can only judge during the update. */
  readonly isUnjudged?: boolean;
  /** Why it is allowed. The configuration of the policy allows it, unless the resource does. */
  readonly allowance?: {
    readonly reason: string;
    readonly until?: string | undefined;
    readonly by?: "resource";
  };
}
