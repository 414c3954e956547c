import type { Rule } from "../../api";
import type { OwaspEffect } from "./owasp-effect";

/** One line that says how many managed rules a change turns on and off, and how many are on then. */
export function describeEffect({ turnedOn, turnedOff, acting, on, of, levels }: OwaspEffect): string {
  const otherwise = acting.length > 0 ? `, makes ${acting.length} act otherwise` : "";
  const counts = levels.map((count) => `${count.on} of ${count.of} of level ${count.level}`).join(", ");
  return (
    `turns ${turnedOn.length} managed rules on and ${turnedOff.length} off${otherwise}; ` +
    `then ${on} of ${of} are on${counts ? ` (${counts})` : ""}`
  );
}

/** The managed rules that a change is about, a line each: `+` is turned on, `-` off, `~` acts otherwise. */
export function nameEffect({ turnedOn, turnedOff, acting }: OwaspEffect): string[] {
  const named = (sign: string, rules: readonly Rule[]) =>
    rules.map(({ id, description }) => `${sign} ${description || id}`);
  return [...named("+", turnedOn), ...named("-", turnedOff), ...named("~", acting)];
}
