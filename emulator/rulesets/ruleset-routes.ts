import { Phase, type Ruleset } from "../../provider/api";
import { decide, needsOf, scopeOf } from "../authenticate";
import { failures } from "../failures";
import type { Platform } from "../platform";
import { accountOrZone, type OperationRequest, param, type Routes } from "../route";
import { ruleSite } from "../rules/rule-site";
import type { StoredRuleset } from "../store/rulesets";
import { checkDeletable, newEntrypoint, newRuleset, replacedRuleset } from "./ruleset-writes";
import { serializeRuleset, serializeSummary } from "./serialize";

export const rulesetRoutes = {
  listRulesets: (platform, call) => {
    const { store } = platform;
    const place = accountOrZone(call);
    const visible = [...store.rulesets.list(scopeOf(place)), ...store.rulesets.list("vendor")].filter(
      ({ phase }) => decide(platform, call.requester, needsOf("listRulesets", place, phase)).allowed,
    );
    return { result: visible.map(serializeSummary) };
  },

  createRuleset: (platform, call) => {
    const place = accountOrZone(call);
    // The phase decides which permissions apply, and it is in the body.
    const needs = needsOf("createRuleset", place, call.body.phase);
    if (!decide(platform, call.requester, needs).allowed) throw failures.authentication();
    const ruleset = newRuleset(platform, place, call.body);
    platform.store.rulesets.create(ruleset);
    return { result: serializeRuleset(ruleset) };
  },

  getRuleset: (platform, call) => ({ result: serializeRuleset(getRuleset(platform, call)) }),

  replaceRuleset: (platform, call) => {
    const current = getWritableRuleset(platform, call);
    const site = ruleSite(platform, accountOrZone(call), current);
    const next = replacedRuleset(platform, site, current, call.body);
    platform.store.rulesets.replace(next, current);
    return { result: serializeRuleset(next) };
  },

  removeRuleset: (platform, call) => {
    const ruleset = getWritableRuleset(platform, call);
    checkDeletable(platform, ruleset);
    platform.store.rulesets.remove(ruleset.id);
    return { empty: true };
  },

  listRulesetVersions: (platform, call) => ({
    result: platform.store.rulesets.listVersions(getRuleset(platform, call).id).map(serializeSummary),
  }),

  getRulesetVersion: (platform, call) => ({ result: getVersion(platform, call) }),

  removeRulesetVersion: (platform, call) => {
    const ruleset = getWritableRuleset(platform, call);
    const version = getVersion(platform, call).version;
    if (Number(version) === ruleset.version) {
      throw failures.rulesets([
        { message: `version '${version}' is the latest version of the ruleset, which is in use` },
      ]);
    }
    platform.store.rulesets.removeVersion(ruleset.id, Number(version));
    return { empty: true };
  },

  getRulesByTag: (platform, call) => {
    const ruleset = getVersion(platform, call);
    const tag = param(call, "tag");
    const rules = (ruleset.rules ?? []).filter(({ categories }) => categories?.includes(tag));
    return { result: { ...ruleset, rules } };
  },
} satisfies Partial<Routes>;

/** @throws Failure if the ruleset has no such version */
function getVersion(
  platform: Platform,
  request: OperationRequest,
  { id } = getRuleset(platform, request),
): Ruleset {
  const version = param(request, "version");
  const found = platform.store.rulesets.getVersion(id, Number(version));
  if (!found) throw failures.rulesetVersionNotFound(id, version);
  return serializeRuleset(found);
}

export const entrypointRoutes = {
  getEntrypoint: (platform, call) => ({ result: serializeRuleset(get(platform, call)) }),

  replaceEntrypoint: (platform, call) => {
    const place = accountOrZone(call);
    const { rulesets } = platform.store;
    const current = find(platform, call);
    if (!current) {
      const created = newEntrypoint(platform, place, phaseIn(call), call.body);
      rulesets.create(created);
      return { result: serializeRuleset(created) };
    }
    const next = replacedRuleset(platform, ruleSite(platform, place, current), current, call.body);
    rulesets.replace(next, current);
    return { result: serializeRuleset(next) };
  },

  listEntrypointVersions: (platform, call) => {
    const current = find(platform, call);
    const versions = current ? platform.store.rulesets.listVersions(current.id) : [];
    return { result: versions.map(serializeSummary) };
  },

  getEntrypointVersion: (platform, call) => ({ result: getVersion(platform, call, get(platform, call)) }),
} satisfies Partial<Routes>;

function phaseIn(request: OperationRequest): Phase {
  // The path was checked: this only narrows the type.
  return Phase.parse(param(request, "phase"));
}

function find({ store }: Platform, request: OperationRequest): StoredRuleset | undefined {
  return store.rulesets.getEntrypoint(scopeOf(accountOrZone(request)), phaseIn(request));
}

/** @throws Failure if the phase has no entry point */
function get(platform: Platform, request: OperationRequest): StoredRuleset {
  const found = find(platform, request);
  if (!found) throw failures.entrypointNotFound(phaseIn(request));
  return found;
}

/** Returns the phase in the path, or that of the ruleset in the path. It decides which permissions apply. */
export function phaseOf(platform: Platform, request: OperationRequest): Phase | undefined {
  const { phase, ruleset_id: rulesetId } = request.params;
  // The path was checked: parsing only narrows the type.
  if (phase !== undefined) return Phase.parse(phase);
  return rulesetId === undefined ? undefined : findRuleset(platform, request)?.phase;
}

/** @throws Failure if there is no such ruleset */
export function getRuleset(platform: Platform, request: OperationRequest): StoredRuleset {
  const ruleset = findRuleset(platform, request);
  if (!ruleset) throw failures.rulesetNotFound(param(request, "ruleset_id"));
  return ruleset;
}

/** @throws Failure if there is no such ruleset, or if it is a managed ruleset */
export function getWritableRuleset(platform: Platform, request: OperationRequest): StoredRuleset {
  const ruleset = getRuleset(platform, request);
  if (ruleset.scope !== "vendor") return ruleset;
  throw failures.rulesets([{ message: `managed ruleset '${ruleset.id}' cannot be changed` }]);
}

/** Finds a ruleset of the zone or account in the path, or a managed ruleset, which every zone and account has. */
function findRuleset({ store }: Platform, request: OperationRequest): StoredRuleset | undefined {
  const found = store.rulesets.get(param(request, "ruleset_id"));
  return found?.scope === "vendor" || found?.scope === scopeOf(accountOrZone(request)) ? found : undefined;
}
