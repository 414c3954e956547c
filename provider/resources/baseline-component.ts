import * as pulumi from "@pulumi/pulumi";
import { isMembers, type Problem } from "../api";
import { baselineParts, checkBaseline, type BaselinePart } from "../rulesets/baseline/baseline-parts";
import { isResourceOfType } from "./edge-resource";
import type { EntrypointRulesetArgs } from "./ruleset-resource";
import type { OwaspConfigArgs } from "./owasp-config";
import { settledValues } from "./failed-values";
import { failProgram, programError } from "./program-error";
import { logAt } from "./program-log";
import type { ValidatedFilterArgs } from "./validated-filter";
import type { BaselineRules, ZoneBaselineArgs } from "./zone-baseline-args";
import type { ZoneEntrypointRulesetArgs } from "./zone-entrypoint-ruleset";

/** The same for the component of either provider, so that moving a stack moves only its resources. */
const TYPE = "edge:index:ZoneBaseline";

/** The classes of a baseline's resources, of the dynamic provider or of the plugin. */
export interface BaselineClasses<Filter, Ruleset, Owasp> {
  readonly ValidatedFilter: Class<ValidatedFilterArgs, Filter>;
  readonly ZoneEntrypointRuleset: Class<ZoneEntrypointRulesetArgs, Ruleset>;
  readonly OwaspConfig: Class<OwaspConfigArgs, Owasp>;
}

type Class<A, R> = new (name: string, args: A, opts: pulumi.CustomResourceOptions) => R;

/** A ZoneBaseline whose resources have the given classes. */
export abstract class BaselineComponent<
  F extends string,
  Filter extends { readonly expression: pulumi.Output<string> },
  Ruleset extends pulumi.Resource,
  Owasp extends pulumi.Resource,
>
  extends pulumi.ComponentResource
{
  /** The id of the zone. */
  readonly zoneId: pulumi.Output<string>;
  /** The filters, by the names that the program gives them. */
  readonly filters: Readonly<Record<F, Filter>>;
  /** The custom rules. Undefined without any. */
  readonly customRules: Ruleset | undefined;
  /** The rate limits. Undefined without any. */
  readonly rateLimits: Ruleset | undefined;
  /** The rule that deploys the managed ruleset. Undefined if `managedRules` is false. */
  readonly managedRules: Ruleset | undefined;
  /** The deployment of the OWASP core ruleset. Undefined if `owasp` is false. */
  readonly owasp: Owasp | undefined;

  protected constructor(
    classes: BaselineClasses<Filter, Ruleset, Owasp>,
    name: string,
    args: ZoneBaselineArgs<F, string>,
    options: pulumi.ComponentResourceOptions = {},
  ) {
    const problems = checkBaseline(args);
    const texts = problems.map(
      ({ path, message }) => `${TYPE} component '${name}' has a problem: ${path}: ${message}`,
    );
    // The engine deletes what a program that goes on does not declare.
    if (problems.length > 0 && !pulumi.runtime.isDryRun()) throw new pulumi.RunError(texts.join("\n"));
    const { opts, faults } = settledValues({}, options);
    super(TYPE, name, {}, opts);
    // A component has no `check`. An error that is thrown would hide the problems of all resources that come later.
    for (const text of texts) logAt(this, "error", text);
    if (problems.length > 0) failProgram();
    const { zoneId, connection, logOnlyUntil, filters, customRules, rateLimits, managedRules, owasp } =
      problems.length > 0 ? nothingOf(args) : args;
    const common = { zoneId, connection };
    // Nobody checks the options of a component: each of its resources reports a value of theirs that fails.
    const parent = { parent: this, ...(faults && { dependsOn: unlessFailed(name, faults) }) };
    const rulesetOf = (part: BaselinePart | undefined): Ruleset | undefined =>
      part &&
      new classes.ZoneEntrypointRuleset(
        `${name}-${part.suffix}`,
        // The cast holds for every program that the compiler has checked. The ruleset checks the others.
        { ...common, ...(part.args as unknown as EntrypointRulesetArgs) },
        parent,
      );

    // The resources report a zone that fails.
    this.zoneId = pulumi.output(settledValues({ zoneId }, {}).args.zoneId);
    this.filters = byName(
      filters,
      (expression, filter) =>
        new classes.ValidatedFilter(`${name}-filter-${filter}`, { expression, connection }, parent),
    );
    const expressions = byName(this.filters, ({ expression }) => expression);
    const parts = baselineParts({
      logOnlyUntil,
      customRules: listOf(customRules, expressions),
      rateLimits: listOf(rateLimits, expressions),
      managedRules,
      owasp,
    });
    this.customRules = rulesetOf(parts.customRules);
    this.rateLimits = rulesetOf(parts.rateLimits);
    this.managedRules = rulesetOf(parts.managedRules);
    const before = parts.owasp?.after && this[parts.owasp.after];
    this.owasp =
      parts.owasp &&
      new classes.OwaspConfig(
        `${name}-${parts.owasp.suffix}`,
        // The cast holds for the same reason.
        { ...common, ...(parts.owasp.args as unknown as Omit<OwaspConfigArgs, "zoneId">) },
        pulumi.mergeOptions(parent, { dependsOn: before ? [before] : [] }),
      );
    this.registerOutputs({ zoneId: this.zoneId });
  }
}

/** Whether a value is a ZoneBaseline, of either provider. */
export function isBaseline(value: unknown): boolean {
  return isResourceOfType(TYPE, value);
}

/** Returns no dependencies, or fails if an option of the component does. */
async function unlessFailed(name: string, faults: Promise<readonly Problem[]>): Promise<pulumi.Resource[]> {
  const [fault] = await faults;
  if (fault) throw programError(`${fault.path} of ${TYPE} component '${name}' ${fault.message}`);
  return [];
}

/** Returns only the filters, which a program may go on with, so that nothing is written of arguments with problems. */
function nothingOf<F extends string>(args: ZoneBaselineArgs<F, string> | undefined): ZoneBaselineArgs<F> {
  const { zoneId = "", filters } = { ...args };
  return { zoneId, ...(isMembers(filters) && { filters }), managedRules: false, owasp: false };
}

function listOf<Rule, F extends string>(
  rules: BaselineRules<Rule, F> | undefined,
  expressions: Readonly<Record<F, pulumi.Output<string>>>,
): Rule[] | undefined {
  return typeof rules === "function" ? rules(expressions) : rules;
}

/** Maps each value by `make`, under the same name. */
function byName<F extends string, V, R>(
  values: Readonly<Record<F, V>> | undefined,
  make: (value: V, name: string) => R,
): Record<F, R> {
  const made = Object.entries<V>(values ?? {}).map(([name, value]) => [name, make(value, name)]);
  // The cast holds: the names are those of `values`, which has every F.
  return Object.fromEntries(made) as Record<F, R>;
}
