import { isDeepStrictEqual } from "node:util";
import { isMembers, UNKNOWN } from "../provider/api";
import { KEYED } from "../provider/properties/hidden";
import type { Properties } from "../provider/lifecycle";
import { listed } from "./declarations";
import { hasEnvelope, opened, withoutSecrets } from "./secrets";

/** The arguments of a resource: all of them, and with an unknown value in place of each secret one. */
export interface Arguments {
  readonly program: Properties;
  readonly shown: Properties;
}

/**
 * Returns the arguments as policies have changed them, which they do after `check`. The engine hands over only the result: what
 * `check` returned, with the changes.
 *
 * @param checked what `check` returned, without envelopes
 * @param given the same after the policies, with envelopes
 */
export function remediated({ program, shown }: Arguments, checked: Properties, given: Properties): Arguments {
  const names = [...new Set([...Object.keys(checked), ...Object.keys(given)])].filter(
    (name) => !name.startsWith("__") && !isDeepStrictEqual(opened(given[name]), checked[name]),
  );
  if (names.length === 0) return { program, shown };
  const { secretInputs } = program;
  const isSecret = (name: string) => Array.isArray(secretInputs) && secretInputs.includes(name);
  const changed = { program: { ...program }, shown: { ...shown } };
  for (const name of names) {
    const value = given[name];
    changed.program[name] = opened(value);
    // A policy may have dropped the envelope.
    const isHidden = isSecret(name) && !hasEnvelope(value);
    changed.shown[name] = isHidden ? UNKNOWN : withoutSecrets(value);
  }
  if (names.includes("rules") && isMembers(changed.program["rules"])) {
    // `check` has made the list a map.
    changed.program[KEYED] = true;
    changed.shown["rules"] = listed(changed.shown["rules"]);
  }
  return changed;
}
