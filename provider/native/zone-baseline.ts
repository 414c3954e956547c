import type * as pulumi from "@pulumi/pulumi";
import { BaselineComponent, isBaseline } from "../resources/baseline-component";
import type { ZoneBaselineArgs } from "../resources";
import { OwaspConfig, ValidatedFilter, ZoneEntrypointRuleset } from "./resources";

/**
 * The recommended protection of a zone, of native resources: custom rules, rate limits, the vendor's managed ruleset and OWASP. The
 * class of the same name that needs no plugin describes its arguments.
 */
export class ZoneBaseline<F extends string = never> extends BaselineComponent<
  F,
  ValidatedFilter,
  ZoneEntrypointRuleset,
  OwaspConfig
> {
  constructor(name: string, args: ZoneBaselineArgs<F>, opts?: pulumi.ComponentResourceOptions) {
    super({ ValidatedFilter, ZoneEntrypointRuleset, OwaspConfig }, name, args, opts);
  }

  /** Whether a value is a ZoneBaseline, also if another copy of the package made it. */
  static override isInstance(value: unknown): value is ZoneBaseline<string> {
    return isBaseline(value);
  }
}
