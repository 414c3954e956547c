import { Phase } from "../../provider/api";
import { scopeOf } from "../access";
import { failures } from "../failures";
import type { Platform } from "../platform";
import { accountOrZone, param, type OperationRequest, type Routes } from "../route";
import { ruleSite } from "../rules/rule-site";
import type { StoredRuleset } from "../store/rulesets";
import { newEntrypoint, replacedRuleset } from "./ruleset-writes";
import { serializeRuleset, serializeSummary } from "./serialize";

type EntrypointOperation =
  "getEntrypoint" | "replaceEntrypoint" | "listEntrypointVersions" | "getEntrypointVersion";

export const entrypointRoutes: Routes<EntrypointOperation> = {
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

  getEntrypointVersion: (platform, call) => {
    const { id } = get(platform, call);
    const version = param(call, "version");
    const found = platform.store.rulesets.getVersion(id, Number(version));
    if (!found) throw failures.rulesetVersionNotFound(id, version);
    return { result: serializeRuleset(found) };
  },
};

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
