import type { Ruleset } from "../../provider/api";
import { isNotFound } from "../../provider/client";
import { RefusedError } from "./command-output";
import type { RulesetHistory } from "./open-history";

/** Reads a version. @throws RefusedError if it is not kept */
export async function keptVersion(history: RulesetHistory, version: string): Promise<Ruleset> {
  try {
    return await history.version(version);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const kept = (await history.versions()).map((one) => one.version).join(", ");
    throw new RefusedError(`There is no version ${version}. Kept versions: ${kept}.`);
  }
}

/** @throws RefusedError */
export function refuseManaged({ kind, name }: Ruleset): void {
  if (kind !== "managed") return;
  throw new RefusedError(
    `The ruleset ${JSON.stringify(name)} is a managed ruleset: its versions are read-only.`,
  );
}

/** @throws RefusedError */
export function refuseOtherVersion({ version }: Ruleset, expected: string): void {
  if (version === expected) return;
  throw new RefusedError(
    `The live version is ${version}, not ${expected}: the ruleset was changed in the meantime. Nothing was written. ` +
      "Check the difference again with `rulesets diff`.",
  );
}
