import type * as pulumi from "@pulumi/pulumi";
import { RulesetResource, type RulesetCommonArgs } from "./ruleset-resource";

/** The arguments that entry point rulesets of zones and accounts share. */
export interface EntrypointRulesetArgs extends RulesetCommonArgs {
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
    | pulumi.Input<"first" | "last" | { before: pulumi.Input<string> } | { after: pulumi.Input<string> }>
    | undefined;
  /** Lets an exclusive ruleset take over an entry point with foreign rules, which it removes. Defaults to false. */
  takeOver?: pulumi.Input<boolean> | undefined;
}

/** Rules in the entry point of one phase. They are merged into an existing entry point, which is never overwritten. */
export abstract class EntrypointRuleset extends RulesetResource {
  declare readonly ownership: pulumi.Output<"shared" | "exclusive" | undefined>;
  /** Whether this resource made the entry point: then it removes the entry point with the last rule. */
  declare readonly createdEntrypoint: pulumi.Output<boolean>;
  /** The number of rules of all owners in that `version`; not set after a partial write. */
  declare readonly ruleCount: pulumi.Output<number | undefined>;
}
