import * as pulumi from "@pulumi/pulumi";
import type { Phase } from "../api";
import type { RuleMap } from "../rulesets";
import { EdgeResource, type CommonArgs } from "./edge-resource";
import { warnAboutFilter } from "./filter-warnings";
import type { RuleArgs } from "./rule-args";

/** What every resource that writes rules takes. */
export interface RulesetCommonArgs extends CommonArgs {
  /** A change replaces the ruleset. */
  phase: pulumi.Input<Phase>;
  /** In the order of evaluation. */
  rules: pulumi.Input<pulumi.Input<RuleArgs>[]>;
  /**
   * `marked` (default): the ref of each rule carries a mark on the wire that proves whose it is, and programs and states keep the
   * plain ref. `exact`: refs go over the wire as they are written; then only the state tells which rules are ours, and what an
   * interrupted run made has to be taken over by `takeOver: true`.
   */
  refs?: pulumi.Input<"marked" | "exact"> | undefined;
  /** When somebody else has changed these rules: `overwrite` (default) puts them back, `fail` names what differs. */
  onConcurrentChange?: pulumi.Input<"overwrite" | "fail"> | undefined;
}

/** Properties of every class whose base this is: the arguments that they share, then what else the state holds. */
export const RULESET_MEMBERS = [
  "phase",
  "description",
  "rules",
  "refs",
  "takeOver",
  "onConcurrentChange",
  "connection",
  "rulesetId",
  "version",
  "lastUpdated",
  "ruleIds",
];

/** Base of the resources that write rules. */
export abstract class RulesetResource extends EdgeResource {
  declare readonly phase: pulumi.Output<Phase>;
  declare readonly description: pulumi.Output<string | undefined>;
  /** By ref, each naming the one before it: so an inserted rule shows as one insert. */
  declare readonly rules: pulumi.Output<RuleMap>;
  /** The vendor's id of the ruleset. */
  declare readonly rulesetId: pulumi.Output<string>;
  /** Version of the whole ruleset, which others may raise too. */
  declare readonly version: pulumi.Output<string>;
  /** UTC. */
  declare readonly lastUpdated: pulumi.Output<string>;
  /** The vendor's ids of these rules, by ref. */
  declare readonly ruleIds: pulumi.Output<Record<string, string>>;

  /** `args` are left out where the resource is only looked at. */
  protected constructor(
    kind: string,
    name: string,
    args: RulesetCommonArgs | undefined,
    members: readonly string[],
    opts: pulumi.CustomResourceOptions,
  ) {
    super(kind, name, { ...args }, [...members, ...RULESET_MEMBERS], opts);
    if (args) this.warnAboutRules(args);
  }

  private warnAboutRules({ rules, phase }: RulesetCommonArgs): void {
    if (!Array.isArray(rules)) return;
    rules.forEach((rule: pulumi.Input<RuleArgs>, index) => {
      const later = pulumi.Output.isInstance(rule) || rule instanceof Promise;
      const name = !later && typeof rule.ref === "string" ? JSON.stringify(rule.ref) : String(index);
      // Of a rule in plain, the expression may be known, or no secret, where other members are not.
      const expression = later ? pulumi.output(rule).apply((known) => known.expression) : rule.expression;
      warnAboutFilter(this, `rules[${name}].expression`, expression, phase);
    });
  }
}
