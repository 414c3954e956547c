import type { TokenRisk } from "../../provider/tokens";
import type { ReasonId } from "../registry/reasons";
import { counted } from "./counted";
import type {
  OwaspReview,
  OwaspSettings,
  Reason,
  RuleChange,
  RulesetReview,
  Severity,
  Shown,
  TokenReview,
} from "./review";
import { overridesWithout } from "./review-owasp";

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

/** The actions from the weakest to the strongest. */
const STRENGTH = ["log", "js_challenge", "challenge", "managed_challenge", "block"];

/** Returns why people should look at the change of an OWASP deployment. */
export function owaspReasons({ urn, label, before, after, texts, effect }: OwaspReview): Reason[] {
  const reason = (id: ReasonId, severity: Severity, text: string): Reason => {
    return { id, severity, text: `${label}: ${text}`, urn, path: "" };
  };
  if (!after) return [reason("owasp-off", "dangerous", texts.join(" "))];
  if (!before) {
    return [
      after.enabled
        ? reason("owasp-deployed", "review", texts.join(" "))
        : reason("owasp-deployed", "low", texts.join(" ")),
    ];
  }
  if (before.enabled && !after.enabled) return [reason("owasp-off", "dangerous", "OWASP is turned off.")];
  if (texts.length === 0) return [];
  const weaker = weakenings(before, after);
  const isOff =
    (effect?.turnedOff.length ?? 0) > 0 || overridesWithout(after, before).some((text) => / off/.test(text));
  if (weaker.length > 0) return [reason("owasp-weaker", "dangerous", weaker.join(" "))];
  if (isOff) return [reason("owasp-rules-off", "review", texts.join(" "))];
  return [reason("owasp-changed", "review", texts.join(" "))];
}

function weakenings(before: OwaspSettings, after: OwaspSettings): string[] {
  const [level, threshold] = [
    compare(before.level, after.level, Number),
    compare(before.threshold, after.threshold, Number),
  ];
  const action = compare(before.action, after.action, (text) => STRENGTH.indexOf(text));
  return [
    ...(level < 0 ? [`The paranoia level falls from ${plain(before.level)} to ${plain(after.level)}.`] : []),
    ...(threshold > 0
      ? [
          `The score threshold rises from ${plain(before.threshold)} to ${plain(after.threshold)}: fewer requests reach it.`,
        ]
      : []),
    ...(action < 0 ? [`The action weakens from ${plain(before.action)} to ${plain(after.action)}.`] : []),
  ];
}

/** Compares two values: negative if the later one is less. 0 if one of them is unknown. */
function compare(before: Shown | null, after: Shown | null, rank: (text: string) => number): number {
  if (!before || !after || !("text" in before) || !("text" in after)) return 0;
  const difference = rank(after.text) - rank(before.text);
  return Number.isNaN(difference) ? 0 : difference;
}

function plain(value: Shown | null): string {
  return value && "text" in value ? value.text : "";
}

/** Risks that give away an account or all zones. The others make a leaked token worse. */
const DANGEROUS_RISKS: readonly string[] = ["can make tokens", "reaches all accounts or zones"];

const RISKS: Readonly<Record<Exclude<TokenRisk, "never used">, ReasonId>> = {
  "can make tokens": "token-can-make-tokens",
  "reaches all accounts or zones": "token-reaches-all-accounts-or-zones",
  "never ends": "token-never-ends",
  "usable from anywhere": "token-usable-from-anywhere",
};

/** Returns why people should look at the change of a token. */
export function tokenReasons(token: TokenReview): Reason[] {
  const { urn, label, operation, access, risks, settings } = token;
  const reason = (id: ReasonId, severity: Severity, text: string, path = ""): Reason => {
    return { id, severity, text: `${label}: ${text}`, urn, path };
  };
  if (operation === "delete")
    return [reason("token-deleted", "review", "the token is deleted: what uses it stops working.")];
  const gains = access.filter(({ change, effect }) => change === (effect === "allow" ? "gained" : "lost"));
  const risky = gains.filter(({ risk }) => risk !== null);
  const gained = risks.filter(({ change }) => change === "gained").map(({ risk }) => risk);
  const plain = gains.filter(({ risk }) => risk === null);
  return [
    ...gained
      .filter((risk) => DANGEROUS_RISKS.includes(risk))
      .map((risk) => reason(idOf(risk), "dangerous", `the token ${risk}.`, "policies")),
    ...risky
      .filter(({ risk }) => risk !== null && !gained.includes(risk))
      .map(({ group, on, risk }) =>
        reason(
          "token-risk-grows",
          "dangerous",
          `the token gains ${group} on ${on}: it ${risk ?? ""}.`,
          "policies",
        ),
      ),
    ...gained
      .filter((risk) => !DANGEROUS_RISKS.includes(risk))
      .map((risk) =>
        reason(
          idOf(risk),
          "review",
          `the token ${risk === "usable from anywhere" ? "is usable from anywhere" : risk}.`,
        ),
      ),
    ...(operation === "replace"
      ? [reason("token-replaced", "review", "the token is replaced: what uses the old value stops working.")]
      : []),
    ...(plain.length > 0
      ? [
          reason(
            "token-gains-access",
            "review",
            `the token gains ${counted(plain.length, "permission")}.`,
            "policies",
          ),
        ]
      : []),
    ...(access.some(({ change, effect }) => change === (effect === "allow" ? "lost" : "gained"))
      ? [
          reason(
            "token-loses-access",
            "low",
            "the token loses permissions that something may use.",
            "policies",
          ),
        ]
      : []),
    ...(token.isPartlyUnknown
      ? [
          reason(
            "unknown-access",
            "review",
            "some of its permissions are known only during the update.",
            "policies",
          ),
        ]
      : []),
    ...(settings.length > 0
      ? [reason("token-settings", "low", `${settings.map(({ member }) => member).join(", ")} changes.`)]
      : []),
  ];
}

function idOf(risk: string): ReasonId {
  // A review has only texts of `tokenRisks`; whether a token is ever used is not known in a review.
  return RISKS[risk as Exclude<TokenRisk, "never used">];
}
