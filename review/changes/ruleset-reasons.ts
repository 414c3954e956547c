import type { ReasonId } from "../registry/reasons";
import { counted } from "./counted";
import type { Reason, RuleChange, RulesetReview, Severity } from "./review";

/** Members of a rule that decide which requests it acts on, and how. */
const DECISIVE = /^(action|expression|enabled|ratelimit|exposed|action_?parameters)/i;

/** Returns why people should look at the change of a ruleset. */
export function rulesetReasons(ruleset: RulesetReview): Reason[] {
  const { urn, label, operation, settings, takesOver } = ruleset;
  const reason = (id: ReasonId, severity: Severity, text: string, path = ""): Reason => {
    return { id, severity, text: `${label}: ${text}`, urn, path };
  };
  if (operation === "delete") {
    const count = counted(ruleset.before.length, "rule");
    const what = ruleset.level === "custom" ? "the custom ruleset" : "the entry point";
    return [
      reason(
        "ruleset-deleted",
        "dangerous",
        `${what} is deleted with its ${count}: requests pass without them.`,
      ),
    ];
  }
  const setting = (name: RegExp) => settings.find(({ member }) => name.test(member));
  const ownership = setting(/^ownership$/);
  const isTaking = takesOver && (operation === "create" || setting(/^take_?over$/i) !== undefined);
  return [
    ...(operation === "replace"
      ? [
          reason(
            "ruleset-replaced",
            "dangerous",
            "the ruleset is replaced: for a moment, its rules do not exist.",
          ),
        ]
      : []),
    ...(isTaking
      ? [
          reason(
            "takes-over",
            "dangerous",
            "rules of other owners are taken over or removed (takeOver).",
            "takeOver",
          ),
        ]
      : []),
    ...(ownership?.after && "text" in ownership.after && ownership.after.text === "exclusive"
      ? [
          reason(
            "becomes-exclusive",
            "review",
            "the resource removes foreign rules from now on.",
            "ownership",
          ),
        ]
      : []),
    ...(ruleset.hasUnknownRules
      ? [
          reason(
            "unknown-rules",
            "review",
            "some values of its rules are secret or known only during the update.",
            "rules",
          ),
        ]
      : []),
    ...allRemoved(ruleset).map((text) => reason("all-rules-removed", "dangerous", text, "rules")),
    ...ruleset.changes.map((change) => {
      const { id, severity } = judge(change);
      return reason(id, severity, change.text, `rules[${JSON.stringify(change.ref)}]`);
    }),
  ];
}

function allRemoved({ before, after, hasUnknownRules }: RulesetReview): string[] {
  return before.length > 0 && after.length === 0 && !hasUnknownRules
    ? [`all rules are removed (${before.length}).`]
    : [];
}

function judge({ kinds, members, rule }: RuleChange): { id: ReasonId; severity: Severity } {
  if (kinds.includes("removed")) return { id: "rule-removed", severity: rule.enabled ? "review" : "low" };
  if (kinds.includes("added")) return { id: "rule-added", severity: rule.enabled ? "review" : "low" };
  if (members.some(({ member }) => DECISIVE.test(member))) return { id: "rule-changed", severity: "review" };
  if (kinds.includes("moved")) return { id: "rule-moved", severity: "review" };
  return { id: "rule-described", severity: "low" };
}
