import { Phase } from "../../provider/api";
import { scopeOf } from "../access";
import { failures } from "../failures";
import type { Platform } from "../platform";
import { createdEntrypoint, replacedRuleset } from "../rulesets/actions";
import { showRuleset, showSummary } from "../rulesets/show";
import { ruleSite } from "../rulesets/site-of";
import { param, placeOf, type Address, type Routes } from "./route";

type EntrypointOperation =
  "getEntrypoint" | "replaceEntrypoint" | "listEntrypointVersions" | "getEntrypointVersion";

const phase = (_: Platform, address: Address) => phaseOf(address);

export const entrypointRoutes: Routes<EntrypointOperation> = {
  getEntrypoint: {
    phase,
    run: (platform, call) => ({ result: showRuleset(find(platform, call)) }),
  },

  replaceEntrypoint: {
    phase,
    run: (platform, call) => {
      const place = placeOf(call);
      const { rulesets } = platform.store;
      const current = rulesets.getEntrypoint(scopeOf(place), phaseOf(call));
      if (!current) {
        const made = createdEntrypoint(platform, place, phaseOf(call), call.body);
        rulesets.create(made);
        return { result: showRuleset(made) };
      }
      const next = replacedRuleset(platform, ruleSite(platform, place, current), current, call.body);
      rulesets.replace(next, current);
      return { result: showRuleset(next) };
    },
  },

  listEntrypointVersions: {
    phase,
    run: ({ store: { rulesets } }, call) => {
      const current = rulesets.getEntrypoint(scopeOf(placeOf(call)), phaseOf(call));
      return { result: current ? rulesets.listVersions(current.id).map(showSummary) : [] };
    },
  },

  getEntrypointVersion: {
    phase,
    run: (platform, call) => {
      const { id } = find(platform, call);
      const version = param(call, "version");
      const found = platform.store.rulesets.getVersion(id, Number(version));
      if (!found) throw failures.rulesetVersionNotFound(id, version);
      return { result: showRuleset(found) };
    },
  },
};

function phaseOf(address: Address): Phase {
  // Checked by form when the path was read.
  return Phase.parse(param(address, "phase"));
}

function find(platform: Platform, address: Address) {
  const asked = phaseOf(address);
  const found = platform.store.rulesets.getEntrypoint(scopeOf(placeOf(address)), asked);
  if (!found) throw failures.entrypointNotFound(asked);
  return found;
}
