import type { Phase, Rule, Ruleset, RulesetSummary } from "../api/wire";
import type { EdgeClient, RulesetScope } from "../client";
import { parseRef } from "../marks";
import type { LookupInvokeOptions } from "./invoke-options";
import { asOutput, lookUp, type LookupOptions } from "./lookup";
import { LookupError } from "./lookup-error";

/** The scope of a lookup of rulesets: `zoneId`, or `accountId`. Default: the configured account. */
export interface ScopeArgs extends LookupOptions {
  /** The id of the zone: 32 hexadecimal digits. Excludes `accountId`. */
  zoneId?: string;
  /** The id of the account: 32 hexadecimal digits. Default: the configured account. */
  accountId?: string;
}

/** Identifies a ruleset. */
interface RulesetIdArgs {
  /** The id of the ruleset: 32 hexadecimal digits. */
  rulesetId: string;
}

/** Identifies a version of a ruleset. */
interface RulesetVersionArgs extends RulesetIdArgs {
  /** The version: a decimal number as text. */
  version: string;
}

/** A ruleset without its rules. */
export interface RulesetSummaryResult {
  /** The id of the ruleset. */
  readonly id: string;
  /** The name of the ruleset. Not unique. */
  readonly name: string;
  /** The description; an empty text without one. */
  readonly description: string;
  /** The kind: `managed`, `custom`, `root` or `zone`. */
  readonly kind: string;
  /** The version, a decimal number as text. Every change increments it. */
  readonly version: string;
  /** The phase in which the rules run. */
  readonly phase: string;
  /** The time of the last change, in UTC with microseconds. */
  readonly lastUpdated: string | undefined;
}

/** A rule of a ruleset. */
export interface RuleResult {
  /** The id of the rule. */
  readonly id: string;
  /** The ref as its program declares it, without the ownership mark. */
  readonly ref: string | undefined;
  /** The `<project>/<stack>` that owns the rule; undefined if the rule has no ownership mark. */
  readonly owner: string | undefined;
  /** The version of the rule, a decimal number as text. */
  readonly version: string | undefined;
  /** What happens to a request that matches. */
  readonly action: string | undefined;
  /** The action parameters as the API returns them, in snake_case. */
  readonly actionParameters: Readonly<Record<string, unknown>> | undefined;
  /** The filter expression; undefined for managed rules. */
  readonly expression: string | undefined;
  /** Whether the rule is on; undefined if the API does not return it. */
  readonly enabled: boolean | undefined;
  /** The description; an empty text without one. */
  readonly description: string;
  /** The tags of a managed rule. */
  readonly categories: readonly string[];
  /** The score threshold; only the last rule of the OWASP ruleset has one. */
  readonly scoreThreshold: number | undefined;
}

/** A ruleset with its rules. */
export interface RulesetResult extends RulesetSummaryResult {
  /** The rules in evaluation order. */
  readonly rules: readonly RuleResult[];
}

/** Returns all rulesets of a scope, without their rules. The list of a zone includes the managed rulesets that it can deploy. */
export async function getRulesets(
  args: ScopeArgs = {},
  opts?: LookupInvokeOptions,
): Promise<RulesetSummaryResult[]> {
  return lookUp("getRulesets", args, opts, async (client) =>
    (await client.rulesets.list(scopeOf(client, args))).map(toSummary),
  );
}
/** The output form of {@link getRulesets}. */
export const getRulesetsOutput = asOutput("getRulesets", getRulesets);

/**
 * Returns a ruleset by its id.
 *
 * @throws LookupError if it does not exist, or if the request fails.
 */
export async function getRuleset(
  args: ScopeArgs & RulesetIdArgs,
  opts?: LookupInvokeOptions,
): Promise<RulesetResult> {
  return lookUp("getRuleset", args, opts, async (client) =>
    toResult(await client.rulesets.get(scopeOf(client, args), args.rulesetId)),
  );
}
/** The output form of {@link getRuleset}. */
export const getRulesetOutput = asOutput("getRuleset", getRuleset);

/**
 * Returns a managed ruleset by its exact name.
 *
 * @throws LookupError if there is none of that name. The message lists the names of all managed rulesets.
 */
export async function getManagedRuleset(
  args: ScopeArgs & {
    /** The exact name. */
    name: string;
  },
  opts?: LookupInvokeOptions,
): Promise<RulesetResult> {
  return lookUp("getManagedRuleset", args, opts, async (client) => {
    const scope = scopeOf(client, args);
    const managed = (await client.rulesets.list(scope)).filter((ruleset) => ruleset.kind === "managed");
    const found = managed.find((ruleset) => ruleset.name === args.name);
    if (found) return toResult(await client.rulesets.get(scope, found.id));
    const names = managed.map((ruleset) => JSON.stringify(ruleset.name)).join(", ");
    throw new LookupError(
      `There is no managed ruleset named ${JSON.stringify(args.name)}; available are ${names || "none"}.`,
    );
  });
}
/** The output form of {@link getManagedRuleset}. */
export const getManagedRulesetOutput = asOutput("getManagedRuleset", getManagedRuleset);

/**
 * Returns the entry point ruleset of a phase.
 *
 * @throws LookupError if the phase has no entry point.
 */
export async function getEntrypointRuleset(
  args: ScopeArgs & {
    /** The phase in which the rules run. */
    phase: Phase;
  },
  opts?: LookupInvokeOptions,
): Promise<RulesetResult> {
  return lookUp("getEntrypointRuleset", args, opts, async (client) =>
    toResult(await client.rulesets.entrypoint(scopeOf(client, args), args.phase)),
  );
}
/** The output form of {@link getEntrypointRuleset}. */
export const getEntrypointRulesetOutput = asOutput("getEntrypointRuleset", getEntrypointRuleset);

/** Returns all versions of a ruleset that the API keeps, without rules. */
export async function getRulesetVersions(
  args: ScopeArgs & RulesetIdArgs,
  opts?: LookupInvokeOptions,
): Promise<RulesetSummaryResult[]> {
  return lookUp("getRulesetVersions", args, opts, async (client) =>
    (await client.rulesets.versions(scopeOf(client, args), args.rulesetId)).map(toSummary),
  );
}
/** The output form of {@link getRulesetVersions}. */
export const getRulesetVersionsOutput = asOutput("getRulesetVersions", getRulesetVersions);

/**
 * Returns a version of a ruleset.
 *
 * @throws LookupError if the version does not exist, or if the request fails.
 */
export async function getRulesetVersion(
  args: ScopeArgs & RulesetVersionArgs,
  opts?: LookupInvokeOptions,
): Promise<RulesetResult> {
  return lookUp("getRulesetVersion", args, opts, async (client) =>
    toResult(await client.rulesets.version(scopeOf(client, args), args.rulesetId, args.version)),
  );
}
/** The output form of {@link getRulesetVersion}. */
export const getRulesetVersionOutput = asOutput("getRulesetVersion", getRulesetVersion);

/** Returns the rules with a tag, such as `paranoia-level-3`, in a version of a managed ruleset. */
export async function getRulesByTag(
  args: ScopeArgs &
    RulesetVersionArgs & {
      /** The tag: `paranoia-level-3`. */
      tag: string;
    },
  opts?: LookupInvokeOptions,
): Promise<readonly RuleResult[]> {
  return lookUp("getRulesByTag", args, opts, async (client) => {
    const { rulesetId, version, tag } = args;
    return toResult(await client.rulesets.byTag(scopeOf(client, args), rulesetId, version, tag)).rules;
  });
}
/** The output form of {@link getRulesByTag}. */
export const getRulesByTagOutput = asOutput("getRulesByTag", getRulesByTag);

function scopeOf(client: EdgeClient, args: ScopeArgs): RulesetScope {
  if (args.zoneId !== undefined && args.accountId !== undefined) {
    throw new LookupError("A lookup of rulesets accepts zoneId or accountId, not both.");
  }
  if (args.zoneId !== undefined) return { zoneId: args.zoneId };
  const accountId = args.accountId ?? client.settings.accountId;
  if (accountId !== undefined) return { accountId };
  throw new LookupError(
    "A lookup of rulesets requires zoneId, accountId or a default account: set edge:accountId or EDGE_ACCOUNT_ID.",
  );
}

function toSummary(ruleset: RulesetSummary): RulesetSummaryResult {
  const { id, name, description, kind, version, phase, last_updated } = ruleset;
  return { id, name, description: description ?? "", kind, version, phase, lastUpdated: last_updated };
}

function toResult(ruleset: Ruleset): RulesetResult {
  return { ...toSummary(ruleset), rules: (ruleset.rules ?? []).map(toRule) };
}

function toRule(rule: Rule): RuleResult {
  const { ref, mark } = parseRef(rule.ref ?? "");
  return {
    id: rule.id,
    ref: rule.ref === undefined ? undefined : ref,
    owner: mark?.owner,
    version: rule.version,
    action: rule.action,
    actionParameters: rule.action_parameters ?? undefined,
    expression: rule.expression,
    enabled: rule.enabled,
    description: rule.description ?? "",
    categories: rule.categories ?? [],
    scoreThreshold: rule.score_threshold ?? undefined,
  };
}
