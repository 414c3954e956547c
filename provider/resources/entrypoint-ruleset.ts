import type * as pulumi from "@pulumi/pulumi";
import { claimEntrypoint } from "./entrypoint-claims";
import { RulesetResource, type RulesetCommonArgs } from "./ruleset-resource";

/** What an entry point of a zone takes, and one of an account. */
export interface EntrypointRulesetArgs extends RulesetCommonArgs {
  /** Of the entry point: set when this resource makes it, and kept by an exclusive owner. */
  description?: pulumi.Input<string> | undefined;
  /**
   * `shared` (default): only these rules are touched, whatever else stands in the entry point. `exclusive`: what is not here
   * is removed, but for the deploying rules of managed rulesets.
   */
  ownership?: pulumi.Input<"shared" | "exclusive"> | undefined;
  /**
   * Where these rules stand among those of others: `first`, `last`, before or after the rule of a ref. Default: new ones at the
   * end, those that are there already where they are.
   */
  position?:
    | pulumi.Input<"first" | "last" | { before: pulumi.Input<string> } | { after: pulumi.Input<string> }>
    | undefined;
  /** Lets an exclusive ruleset begin on an entry point that holds others' rules, which are then removed. Default false. */
  takeOver?: pulumi.Input<boolean> | undefined;
}

/** Rules in the entry point of one phase: one that exists is merged with, never refused and never overwritten. */
export abstract class EntrypointRuleset extends RulesetResource {
  declare readonly ownership: pulumi.Output<"shared" | "exclusive" | undefined>;
  /** Whether this resource made the entry point: then it goes with its last rule. */
  declare readonly createdEntrypoint: pulumi.Output<boolean>;
  /** Rules of all owners in that `version`; left out where a write was left half done. */
  declare readonly ruleCount: pulumi.Output<number | undefined>;

  protected constructor(
    kind: string,
    name: string,
    args: EntrypointRulesetArgs | undefined,
    place: "zoneId" | "accountId",
    opts: pulumi.CustomResourceOptions,
  ) {
    const claimed = args && {
      ...args,
      ...claimEntrypoint(name, { ...args }[place as keyof typeof args], args),
    };
    super(kind, name, claimed, [place, "ownership", "position", "createdEntrypoint", "ruleCount"], opts);
  }
}
