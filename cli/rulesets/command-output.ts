import type { RulesetChange } from "../../provider/rulesets";

/** The output of a command, as lines and for --json. */
export interface CommandOutput {
  readonly lines: readonly string[];
  readonly json: object;
  /** Whether the command has failed although it has an output. Default: false. */
  readonly failed?: boolean;
}

/** The live ruleset does not permit the command without a decision by the user. Nothing was written. */
export class RefusedError extends Error {}

/** JSON has no `undefined`, so missing values become null. */
export function changesJson(changes: readonly RulesetChange[]): object[] {
  return changes.map((change) =>
    Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? null])),
  );
}

/** Formats a change as a line. */
export function changeLine(change: RulesetChange): string {
  switch (change.kind) {
    case "added":
    case "removed": {
      const { action, expression, enabled } = change.rule;
      const off = enabled === false ? ", disabled" : "";
      return `${change.kind === "added" ? "+" : "-"} ${change.ref}: ${change.kind} (${action}${off}: ${expression})`;
    }
    case "moved":
      return `~ ${change.ref}: moved ${change.after === undefined ? "to the top" : `after ${change.after}`}`;
    case "changed":
      return `~ ${change.ref}: ${change.member}: ${valueText(change.from)} → ${valueText(change.to)}`;
    case "described":
      return `~ description: ${valueText(change.from)} → ${valueText(change.to)}`;
  }
}

function valueText(value: unknown): string {
  return value === undefined ? "not set" : JSON.stringify(value);
}
