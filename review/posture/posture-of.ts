import { accessGroups, byRisk, tokenRisks } from "../../provider/tokens";
import { findPolicyFindings, type JudgedFinding, policySettings } from "../changes/find-policy-findings";
import { fromLiveRuleset, fromLiveToken, type LivePlace } from "../model/from-live";
import type { Reviewed } from "../model/reviewed";
import { EDGE_POLICIES } from "../policies";
import type { EdgePolicy } from "../policies/policy";
import { accessColumns, accessPlaces, groupsOnPlaces, networksOf } from "./access-columns";
import type { Live, LiveToken, LiveZone } from "./live";
import type { AccountPosture, Posture, TokenPosture, ZonePosture } from "./posture";
import { owaspPosture, rulesetPosture } from "./ruleset-posture";
import { zoneDifferences } from "./zone-differences";

/** Returns the posture of what is live, judged with these policies. */
export function postureOf(live: Live, policies: readonly EdgePolicy[]): Posture {
  return {
    format: "edge-platform-report",
    version: 1,
    at: live.at.toISOString(),
    zones: live.zones.map((zone) => zonePosture(zone, live)).sort(byWeakness),
    accounts: live.accounts.map((account): AccountPosture => {
      const { id, name = null, rulesets } = account;
      const place = { level: "account", id, name: name ?? id } as const;
      return { id, name, rulesets: rulesets.map((ruleset) => rulesetPosture(ruleset, place, live)) };
    }),
    ...tokenPostures(live),
    findings: liveFindings(live, policies),
    differences: zoneDifferences(live.zones),
    unread: live.unread,
  };
}

function zonePosture(live: LiveZone, all: Live): ZonePosture {
  const { id, name, account, plan, paused = false } = live.zone;
  const rulesets = live.rulesets.map((ruleset) => rulesetPosture(ruleset, { level: "zone", id, name }, all));
  return {
    ...{ id, name, accountId: account.id, plan: plan?.legacy_id ?? null, paused, rulesets },
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
    ...{ id, name, accountId: accountId ?? null, status, notBefore: notBefore ?? null },
    ...{ expiresOn: expiresOn ?? null, lastUsedOn: lastUsedOn ?? null },
    networks: networksOf(token) ?? null,
    ...{ risks: tokenRisks(token), access },
  };
}

/** Returns what the policies report about what is live, with their default configuration, the most severe first. */
function liveFindings(live: Live, policies: readonly EdgePolicy[]): JudgedFinding[] {
  return findPolicyFindings(policySettings(policies, {}), { before: [], after: reviewedOf(live) }).findings;
}

function reviewedOf({ zones, accounts, tokens }: Live): Reviewed[] {
  return [
    ...zones.flatMap(({ zone: { id, name }, rulesets }) =>
      rulesets.map((ruleset) => fromLiveRuleset(ruleset, { level: "zone", id, name })),
    ),
    ...accounts.flatMap(({ id, name = id, rulesets }) =>
      rulesets.map((ruleset) => fromLiveRuleset(ruleset, { level: "account", id, name })),
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
