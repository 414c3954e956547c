import type { Phase, Rule, Ruleset, RulesetSummary } from "../api";
import type { EdgeClient, RulesetScope } from "../client";
import { parseRef } from "../marks";
import { asOutput, lookUp, type LookupOptions } from "./lookup";
import { LookupError } from "./lookup-error";

/** Rulesets of a zone or of an account: one of the two; the configured account when neither is given. */
export interface ScopeArgs extends LookupOptions {
  zoneId?: string;
  accountId?: string;
}

export interface RulesetSummaryResult {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** `managed`, `custom`, `root` or `zone`. */
  readonly kind: string;
  /** Decimal text, raised by every change. */
  readonly version: string;
  readonly phase: string;
  /** UTC, with microseconds. */
  readonly lastUpdated: string | undefined;
}

export interface RuleResult {
  readonly id: string;
  /** As its program writes it, without the mark of its owner. */
  readonly ref: string | undefined;
  /** `<project>/<stack>` of the resource that owns the rule; undefined for a rule without a mark. */
  readonly owner: string | undefined;
  readonly version: string | undefined;
  readonly action: string | undefined;
  /** As the API writes it, in snake_case. */
  readonly actionParameters: Readonly<Record<string, unknown>> | undefined;
  /** Not shown of managed rules. */
  readonly expression: string | undefined;
  readonly enabled: boolean | undefined;
  readonly description: string;
  /** Tags, of managed rules. */
  readonly categories: readonly string[];
  /** Only of the last rule of the OWASP ruleset. */
  readonly scoreThreshold: number | undefined;
}

export interface RulesetResult extends RulesetSummaryResult {
  /** In the order of evaluation. */
  readonly rules: readonly RuleResult[];
}

/** All rulesets of a scope, without their rules. A zone's list holds the managed ones that it can deploy. */
export async function getRulesets(args: ScopeArgs = {}): Promise<RulesetSummaryResult[]> {
  return lookUp(args, async (client) => (await client.rulesets.list(scopeOf(client, args))).map(toSummary));
}
/** The output form of {@link getRulesets}. */
export const getRulesetsOutput = asOutput(getRulesets);

/** One ruleset by its id, with its rules. Throws LookupError. */
export async function getRuleset(args: ScopeArgs & { rulesetId: string }): Promise<RulesetResult> {
  return lookUp(args, async (client) =>
    toResult(await client.rulesets.get(scopeOf(client, args), args.rulesetId)),
  );
}
/** The output form of {@link getRuleset}. */
export const getRulesetOutput = asOutput(getRuleset);

/** A managed ruleset by its exact name, with its rules. Throws LookupError with the names that there are. */
export async function getManagedRuleset(args: ScopeArgs & { name: string }): Promise<RulesetResult> {
  return lookUp(args, async (client) => {
    const scope = scopeOf(client, args);
    const managed = (await client.rulesets.list(scope)).filter((ruleset) => ruleset.kind === "managed");
    const found = managed.find((ruleset) => ruleset.name === args.name);
    if (found) return toResult(await client.rulesets.get(scope, found.id));
    const names = managed.map((ruleset) => JSON.stringify(ruleset.name)).join(", ");
    throw new LookupError(
      `There is no managed ruleset named ${JSON.stringify(args.name)}; there are ${names || "none"}.`,
    );
  });
}
/** The output form of {@link getManagedRuleset}. */
export const getManagedRulesetOutput = asOutput(getManagedRuleset);

/** The entry point of a phase, with its rules. Throws LookupError where the phase has none yet. */
export async function getEntrypointRuleset(args: ScopeArgs & { phase: Phase }): Promise<RulesetResult> {
  return lookUp(args, async (client) =>
    toResult(await client.rulesets.entrypoint(scopeOf(client, args), args.phase)),
  );
}
/** The output form of {@link getEntrypointRuleset}. */
export const getEntrypointRulesetOutput = asOutput(getEntrypointRuleset);

/** All versions of a ruleset that are kept, without rules. */
export async function getRulesetVersions(
  args: ScopeArgs & { rulesetId: string },
): Promise<RulesetSummaryResult[]> {
  return lookUp(args, async (client) =>
    (await client.rulesets.versions(scopeOf(client, args), args.rulesetId)).map(toSummary),
  );
}
/** The output form of {@link getRulesetVersions}. */
export const getRulesetVersionsOutput = asOutput(getRulesetVersions);

/** A ruleset as it was at a version. Throws LookupError. */
export async function getRulesetVersion(
  args: ScopeArgs & { rulesetId: string; version: string },
): Promise<RulesetResult> {
  return lookUp(args, async (client) =>
    toResult(await client.rulesets.version(scopeOf(client, args), args.rulesetId, args.version)),
  );
}
/** The output form of {@link getRulesetVersion}. */
export const getRulesetVersionOutput = asOutput(getRulesetVersion);

/** The rules of a managed ruleset's version that carry a tag, such as `paranoia-level-3`. */
export async function getRulesByTag(
  args: ScopeArgs & { rulesetId: string; version: string; tag: string },
): Promise<readonly RuleResult[]> {
  return lookUp(args, async (client) => {
    const { rulesetId, version, tag } = args;
    return toResult(await client.rulesets.byTag(scopeOf(client, args), rulesetId, version, tag)).rules;
  });
}
/** The output form of {@link getRulesByTag}. */
export const getRulesByTagOutput = asOutput(getRulesByTag);

function scopeOf(client: EdgeClient, args: ScopeArgs): RulesetScope {
  if (args.zoneId !== undefined && args.accountId !== undefined) {
    throw new LookupError("A look-up of rulesets takes zoneId or accountId, not both.");
  }
  if (args.zoneId !== undefined) return { zoneId: args.zoneId };
  const accountId = args.accountId ?? client.settings.accountId;
  if (accountId !== undefined) return { accountId };
  throw new LookupError(
    "A look-up of rulesets needs zoneId or accountId, or the default account: set edge:accountId or EDGE_ACCOUNT_ID.",
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
