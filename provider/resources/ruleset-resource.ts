import * as pulumi from "@pulumi/pulumi";
import type { Phase } from "../api";
import { isMembers } from "../api/plain";
import type { ResourceKind } from "../properties";
import type { RuleMap } from "../rulesets";
import { EdgeResource, type CommonArgs } from "./edge-resource";
import { keyedRules, pathsByIndex } from "./keyed-rules";
import { warnAboutFilter } from "./warn-about-filter";
import type { RuleArgs } from "./rule-args";

/** The arguments of every resource that writes rules. */
export interface RulesetCommonArgs extends CommonArgs {
  /** A change replaces the ruleset. */
  phase: pulumi.Input<Phase>;
  /** The rules in the order of evaluation. */
  rules: pulumi.Input<pulumi.Input<RuleArgs>[]>;
  /**
   * `marked` (default): on the wire the ref of each rule carries a mark that proves its owner, while programs and states have the
   * plain ref. `exact`: refs are sent as written. Then only the state tells which rules this resource owns, and the orphans of an
   * interrupted run must be taken over by `takeOver: true`.
   */
  refs?: pulumi.Input<"marked" | "exact"> | undefined;
  /** What to do if somebody else has changed these rules: `overwrite` (default) restores them, `fail` lists the changes. */
  onConcurrentChange?: pulumi.Input<"overwrite" | "fail"> | undefined;
}

/** The base class of the resources that write rules. */
export abstract class RulesetResource extends EdgeResource {
  declare readonly phase: pulumi.Output<Phase>;
  declare readonly description: pulumi.Output<string | undefined>;
  /** The rules by ref, each with the ref before it, so that an inserted rule shows as one insert. */
  declare readonly rules: pulumi.Output<RuleMap>;
  /** The API's id of the ruleset. */
  declare readonly rulesetId: pulumi.Output<string>;
  /** The version of the whole ruleset. Changes of foreign rules raise it too. */
  declare readonly version: pulumi.Output<string>;
  /** When the ruleset was last changed; UTC. */
  declare readonly lastUpdated: pulumi.Output<string>;
  /** The API's ids of these rules, by ref. */
  declare readonly ruleIds: pulumi.Output<Record<string, string>>;

  /** `args` are undefined for `.get`. */
  protected constructor(
    kind: ResourceKind,
    name: string,
    args: RulesetCommonArgs | undefined,
    opts: pulumi.CustomResourceOptions,
  ) {
    super(kind, name, { ...args, ...(args && keyedRules(args.rules, opts)) }, opts);
    for (const path of pathsByIndex(opts)) {
      const message = `${path} has no effect: the state has the rules by ref, so write rules["<ref>"] in place of the index`;
      void pulumi.log.warn(message, this);
    }
    if (args) this.warnAboutRules(args);
  }

  private warnAboutRules({ rules, phase }: RulesetCommonArgs): void {
    if (!Array.isArray(rules)) return;
    rules.forEach((rule: pulumi.Input<RuleArgs>, index) => {
      // A program in JavaScript may have an undefined rule, which `check` reports.
      if (!isMembers(rule)) return;
      const later = pulumi.Output.isInstance(rule) || rule instanceof Promise;
      const name = !later && typeof rule.ref === "string" ? JSON.stringify(rule.ref) : String(index);
      // Reads the expression alone, since other members of the rule may be unknown or secret.
      const expression = later ? pulumi.output(rule).apply((known) => known.expression) : rule.expression;
      warnAboutFilter(this, `rules[${name}].expression`, expression, phase);
    });
  }
}
