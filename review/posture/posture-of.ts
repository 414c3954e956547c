import { accessGroups, byRisk, tokenRisks } from "../../provider/tokens";
import { findPolicyFindings, type JudgedFinding, policySettings } from "../changes/find-policy-findings";
import { fromLiveRuleset, fromLiveToken, type LivePlace } from "../model/from-live";
import type { Reviewed } from "../model/reviewed";
import { EDGE_POLICIES } from "../policies";
import type { EdgePolicy } from "../policies/policy";
import { accessColumns, accessPlaces, groupsOnPlaces, networksOf } from "./access-columns";
import type {
  Live,
  LiveToken,
  LiveZone,
  AccountPosture,
  Posture,
  TokenPosture,
  ZonePosture,
  SharedRule,
} from "./posture";
import { owaspPosture, rulesetPosture } from "./ruleset-posture";
import { type Rule, sortedJson } from "../../provider/api";
import { type NameScope, parseFilter, printFilter } from "../../provider/filter";
import { differingMembers, plainRef, ruleFromWire, ruleToWire, rulesOf } from "../../provider/rulesets";
import { groupBy } from "../changes/group-by";

export function postureOf(live: Live, policies: readonly EdgePolicy[]): Posture {
  return {
    format: "edge-platform-report",
    version: 1,
    at: live.at.toISOString(),
    zones: live.zones.map((zone) => zonePosture(zone, live)).sort(byWeakness),
    accounts: live.accounts.map((account): AccountPosture => {
      const { id, name = null, rulesets } = account;
      const place = { level: "account", id, name: name ?? id, language: live.language } as const;
      return { id, name, rulesets: rulesets.map((ruleset) => rulesetPosture(ruleset, place, live)) };
    }),
    ...tokenPostures(live),
    findings: liveFindings(live, policies),
    differences: zoneDifferences(live),
    unread: live.unread,
  };
}

function zonePosture(live: LiveZone, all: Live): ZonePosture {
  const { id, name, account, plan, paused = false } = live.zone;
  const place = { level: "zone", id, name, language: all.language } as const;
  const rulesets = live.rulesets.map((ruleset) => rulesetPosture(ruleset, place, all));
  return {
    id,
    name,
    accountId: account.id,
    plan: plan?.legacy_id ?? null,
    paused,
    rulesets,
    owasp: owaspPosture(live, all),
    hazards: rulesets.flatMap(({ rules }) => rules).flatMap(({ hazards }) => hazards).length,
  };
}

/** Compares zones for sorting: the one with the weaker OWASP deployment first, then the one with more hazards, then by name. */
function byWeakness(a: ZonePosture, b: ZonePosture): number {
  return strength(a) - strength(b) || b.hazards - a.hazards || (a.name < b.name ? -1 : 1);
}

function strength({ owasp }: ZonePosture): number {
  if (!owasp) return 0;
  return { off: 1, logs: 2, acts: 3 }[owasp.effect] * 10 + (owasp.defeats.length > 0 ? 0 : owasp.level);
}

function tokenPostures(live: Live): Pick<Posture, "tokens" | "columns"> {
  const { tokens, zones, accounts, groups, vendor } = live;
  const sorted = [...tokens].sort((a, b) => byRisk(a.token, b.token));
  const known = accessGroups(groups, vendor);
  const places = accessPlaces(
    tokens.map(({ token }) => token),
    zones.map(({ zone }) => zone),
    accounts,
    vendor,
  );
  const rows = sorted.map(({ token }) => groupsOnPlaces(token, places, known, vendor));
  const columns = accessColumns(places, rows);
  return {
    columns: columns.map(({ letter, places: alike }) => ({
      letter,
      type: alike[0]?.resource.type ?? "zone",
      places: alike.map(({ label }) => label),
    })),
    tokens: sorted.map((live, row) =>
      tokenPosture(
        live,
        columns.map(({ index }) => rows[row]?.[index] ?? []),
      ),
    ),
  };
}

function tokenPosture({ token, accountId }: LiveToken, access: readonly string[][]): TokenPosture {
  const { id, name, status, not_before: notBefore, expires_on: expiresOn, last_used_on: lastUsedOn } = token;
  return {
    id,
    name,
    accountId: accountId ?? null,
    status,
    notBefore: notBefore ?? null,
    expiresOn: expiresOn ?? null,
    lastUsedOn: lastUsedOn ?? null,
    networks: networksOf(token) ?? null,
    risks: tokenRisks(token),
    access,
  };
}

/** Returns what the policies report about what is live, with their default configuration, the most severe first. */
function liveFindings(live: Live, policies: readonly EdgePolicy[]): JudgedFinding[] {
  return findPolicyFindings(policySettings(policies, {}), { before: [], after: reviewedOf(live) }).findings;
}

function reviewedOf({ zones, accounts, tokens, language }: Live): Reviewed[] {
  return [
    ...zones.flatMap(({ zone: { id, name }, rulesets }) =>
      rulesets.map((ruleset) => fromLiveRuleset(ruleset, { level: "zone", id, name, language })),
    ),
    ...accounts.flatMap(({ id, name = id, rulesets }) =>
      rulesets.map((ruleset) => fromLiveRuleset(ruleset, { level: "account", id, name, language })),
    ),
    ...tokens.map(({ token, accountId }) => fromLiveToken(token, ownerPlace(accountId))),
  ];
}

function ownerPlace(accountId: string | undefined): LivePlace {
  return accountId === undefined
    ? { level: "user", id: "", name: "" }
    : { level: "account", id: accountId, name: accountId };
}

/** Policies on how a program declares resources, and on what an update does. They have nothing to judge in what is live. */
const OF_PROGRAMS: readonly string[] = [
  "limit-removed-rules",
  "protect-zones",
  "require-shared-ownership",
  "require-takeover-approval",
  "require-token-making-review",
];

/** The policies that can judge what is live. */
export const LIVE_POLICIES: readonly EdgePolicy[] = EDGE_POLICIES.filter(
  ({ name }) => !OF_PROGRAMS.includes(name),
);

/** Stands for the name of the zone in a rule that is compared with those of other zones. */
const ZONE_NAME = "<zone>";

interface PlacedRule {
  readonly zone: string;
  readonly phase: string;
  readonly ref: string;
  readonly rule: Rule;
  /** Equal for rules that do the same in their zones. */
  readonly content: string;
}

/**
 * Returns the rules that more than half of the zones have, but not all, those of most zones first. Rules are compared by what they do:
 * not by id, ref or description, with the zone's own name in them left out, and with expressions that differ only in layout as equal.
 */
function zoneDifferences({ zones, language }: Live): SharedRule[] {
  const placed = zones.flatMap((zone) => placedRules(zone, language));
  const names = zones.map(({ zone }) => zone.name);
  return groupBy(placed, ({ content }) => [content])
    .flatMap((rules) => sharedRule(rules, placed, names) ?? [])
    .sort((a, b) => b.having.length - a.having.length || (a.ref < b.ref ? -1 : 1));
}

function sharedRule(
  rules: readonly PlacedRule[],
  all: readonly PlacedRule[],
  zones: readonly string[],
): SharedRule | undefined {
  const [first] = rules;
  const having = new Set(rules.map(({ zone }) => zone));
  if (!first || having.size === zones.length || having.size * 2 <= zones.length) return undefined;
  const without = new Set(zones.filter((zone) => !having.has(zone)));
  const variants = all.filter(
    ({ zone, phase, ref }) => without.has(zone) && phase === first.phase && ref === first.ref,
  );
  const differing = variants.map(({ zone, rule }) => ({
    zone,
    members: differingMembers(rule, first.rule).filter((member) => member !== "ref"),
  }));
  for (const { zone } of differing) without.delete(zone);
  const { phase, ref, rule } = first;
  return {
    phase,
    ref,
    description: rule.description ?? "",
    action: rule.action ?? "",
    expression: withoutZone(rule.expression ?? "", first.zone),
    having: [...having],
    differing,
    missing: [...without],
  };
}

function placedRules({ zone: { name }, rulesets }: LiveZone, language: Live["language"]): PlacedRule[] {
  return rulesets.flatMap((ruleset) =>
    rulesOf(ruleset).map((rule) => ({
      zone: name,
      phase: ruleset.phase,
      ref: plainRef(rule),
      rule,
      content: contentOf(rule, { phase: ruleset.phase, language }, name),
    })),
  );
}

function contentOf(rule: Rule, scope: NameScope, zone: string): string {
  // From the wire and back: without the members that the server adds.
  const { action, action_parameters: parameters, enabled, ...more } = ruleToWire(ruleFromWire(rule));
  const { logging, ratelimit, exposed_credential_check: check } = more;
  const expression = canonical(rule.expression ?? "", scope);
  const text = sortedJson({ action, parameters, enabled, logging, ratelimit, check, expression }) ?? "";
  return `${scope.phase} ${withoutZone(text, zone)}`;
}

/** Returns an expression in one layout, or as it is if it cannot be parsed. */
function canonical(expression: string, scope: NameScope): string {
  const parsed = parseFilter(expression, scope);
  return parsed.valid ? printFilter(parsed.ast) : expression;
}

function withoutZone(text: string, zone: string): string {
  return text.replaceAll(zone, ZONE_NAME);
}
