import type { RulesetSummary } from "../provider/api";
import type { RulesetChange } from "../provider/rulesets";

/** One line for each change, and one where there is none. */
export function changesInWords(changes: readonly RulesetChange[]): string[] {
  return changes.length === 0 ? ["The rules and the description are the same."] : changes.map(changeInWords);
}

/** Newest first. */
export function versionsInWords(versions: readonly RulesetSummary[], live: string): string[] {
  const width = Math.max(...versions.map(({ version }) => version.length), 0);
  return versions.toReversed().map(({ version, last_updated: changed = "", description }) => {
    const state = version === live ? "live" : "    ";
    return `${version.padStart(width)}  ${changed}  ${state}  ${description ?? ""}`.trimEnd();
  });
}

function changeInWords(change: RulesetChange): string {
  switch (change.kind) {
    case "added":
    case "removed": {
      const { action, expression, enabled } = change.rule;
      const off = enabled === false ? ", disabled" : "";
      return `${change.kind === "added" ? "+" : "-"} ${change.ref}: ${change.kind} (${action}${off}: ${expression})`;
    }
    case "moved":
      return `~ ${change.ref}: moved ${change.after === undefined ? "to the first place" : `behind ${change.after}`}`;
    case "changed":
      return `~ ${change.ref}: ${change.member}: ${valueInWords(change.from)} → ${valueInWords(change.to)}`;
    case "described":
      return `~ description: ${valueInWords(change.from)} → ${valueInWords(change.to)}`;
  }
}

function valueInWords(value: unknown): string {
  return value === undefined ? "not set" : JSON.stringify(value);
}
