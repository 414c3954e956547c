import { judgeRules, WIRE } from "../../provider/rulebook";
import type { Platform } from "../platform";

/** What each platform has said: a program that somebody tries writes the same rules again and again. */
const said = new WeakMap<Platform, Set<string>>();

/**
 * Logs the names in accepted rules that neither this release nor `--fields` knows, each once. Without `--unknown-names warn`, no accepted
 * rule has one.
 */
export function tellUnknownNames(platform: Platform, rules: readonly object[], phase?: string): void {
  const { language, log } = platform;
  if (language?.unknownNames !== "warn") return;
  const named = rules.map((rule) => ({ path: "", rule }));
  const earlier = said.get(platform) ?? new Set();
  said.set(platform, earlier);
  for (const { id, message } of judgeRules(
    { rules: named, form: WIRE, place: { phase, language } },
    "lint",
  )) {
    if (id !== "unknown-name" || earlier.has(message)) continue;
    earlier.add(message);
    log(`accepted: ${message}`);
  }
}
