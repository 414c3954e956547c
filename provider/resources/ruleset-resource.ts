import type * as pulumi from "@pulumi/pulumi";
import type { Phase } from "../api/wire";
import type { ByRef, RuleMap } from "../rulesets";
import type { RULESET_KINDS } from "../rulesets/rules/ownership";
import { LISTS } from "../properties/hidden";
import { declaredLists } from "./declared-lists";
import { EdgeResource, type AllowingArgs, type CommonArgs } from "./edge-resource";
import { keyedRules, optionWarnings } from "./keyed-rules";
import { logAt } from "./program-log";
import type { LaterRuleArgs, RuleArgs } from "./rule-args";

/**
 * `P`, where the compiler does not look for it. Otherwise a program that allows an action which its phase does not list, and a list of
 * `RuleArgs`, would not compile.
 */
type Given<P extends Phase> = [P][P extends unknown ? 0 : never];

/**
 * The arguments of every resource that writes rules, but for the phase.
 *
 * @typeParam P the phase; by default, rules can have the actions of any
 * @typeParam A the actions of the rules, which the compiler finds
 */
export interface RulesArgs<P extends Phase = Phase, A extends string = never>
  extends CommonArgs, AllowingArgs {
  /** The rules in the order of evaluation. */
  rules: pulumi.Input<pulumi.Input<RuleArgs<Given<P>> | LaterRuleArgs<A>>[]>;
  /**
   * `marked` (default): on the wire the ref of each rule carries a mark that proves its owner, while programs and states have the
   * plain ref. `exact`: refs are sent as written. Then only the state tells which rules this resource owns, and the orphans of an
   * interrupted run must be taken over by `takeOver: true`.
   */
  refs?: pulumi.Input<"marked" | "exact"> | undefined;
  /** What to do if somebody else has changed these rules: `overwrite` (default) restores them, `fail` lists the changes. */
  onConcurrentChange?: pulumi.Input<"overwrite" | "fail"> | undefined;
}

/** The arguments of the resources that write the rules of a phase which the program chooses. */
export interface RulesetCommonArgs<P extends Phase = Phase, A extends string = never> extends RulesArgs<
  P,
  A
> {
  /** The phase in which the rules run: `http_request_firewall_custom`. A change replaces the ruleset. */
  phase: pulumi.Input<Given<P>>;
}

/** The base class of the resources that write rules. */
export abstract class RulesetResource<P extends Phase = Phase> extends EdgeResource {
  /** The phase in which the rules run. */
  declare readonly phase: pulumi.Output<P>;
  /** The description of the ruleset, as the program declares it. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * The rules as a map by ref, not the list of the arguments: `rules["login"]`. Each rule names the rule before it in `after`, so that an
   * inserted rule shows as one insert.
   */
  declare readonly rules: pulumi.Output<RuleMap>;
  /** The API's id of the ruleset. */
  declare readonly rulesetId: pulumi.Output<string>;
  /** The version of the whole ruleset. Changes of foreign rules raise it too. */
  declare readonly version: pulumi.Output<string>;
  /** When the ruleset was last changed; UTC. */
  declare readonly lastUpdated: pulumi.Output<string>;
  /** The API's ids of these rules, by ref. */
  declare readonly ruleIds: pulumi.Output<ByRef<string>>;

  /** `args` are undefined for `.get`. */
  protected constructor(
    kind: keyof typeof RULESET_KINDS,
    name: string,
    args: RulesArgs<Phase, string> | undefined,
    opts: pulumi.CustomResourceOptions,
  ) {
    super(kind, name, { ...args }, opts, ({ rules }) => ({
      ...(args && { ...keyedRules(rules, opts), [LISTS]: declaredLists() }),
    }));
    for (const warning of args ? optionWarnings(args.rules, opts) : []) logAt(this, "warn", warning);
  }
}

/** The arguments that entry point rulesets of zones and accounts share. */
export interface EntrypointRulesetArgs<
  P extends Phase = Phase,
  A extends string = never,
> extends RulesetCommonArgs<P, A> {
  /** The description of the entry point. A shared owner sets it only when it makes the entry point. */
  description?: pulumi.Input<string> | undefined;
  /**
   * `shared` (default): changes only these rules and leaves foreign rules alone. `exclusive`: removes all other rules, except the
   * deploying rules of managed rulesets.
   */
  ownership?: pulumi.Input<"shared" | "exclusive"> | undefined;
  /**
   * The position of these rules among foreign ones: `first`, `last`, before or after the rule with a ref. By default new rules are
   * added at the end, and existing ones are not moved.
   */
  position?:
    | pulumi.Input<
        | "first"
        | "last"
        | {
            /** The ref of the rule that follows these rules. */
            before: pulumi.Input<string>;
          }
        | {
            /** The ref of the rule that these rules follow. */
            after: pulumi.Input<string>;
          }
      >
    | undefined;
  /** Lets an exclusive ruleset take over an entry point with foreign rules, which it removes. Defaults to false. */
  takeOver?: pulumi.Input<boolean> | undefined;
}

/** Rules in the entry point of one phase. They are merged into an existing entry point, which is never overwritten. */
export abstract class EntrypointRuleset<P extends Phase = Phase> extends RulesetResource<P> {
  /** Undefined: `shared`. */
  declare readonly ownership: pulumi.Output<"shared" | "exclusive" | undefined>;
  /** Whether this resource made the entry point: then it removes the entry point with the last rule. */
  declare readonly createdEntrypoint: pulumi.Output<boolean>;
  /** The number of rules of all owners in that `version`; not set after a partial write. */
  declare readonly ruleCount: pulumi.Output<number | undefined>;
}
