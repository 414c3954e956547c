import { isMembers, type Members } from "../api";
import { listOr } from "../api/suggestion";
import { isUnknown } from "../api/unknown";
import { constraints, levelOf, type RuleContext, type Violation } from "./constraint";

const PHASE = "http_request_firewall_custom";
const ACTIONS = ["rewrite", "log", "block", "js_challenge", "challenge"];
const MAX_LENGTH = 1024;
const DOCS = "developers docs, waf/managed-rules/check-for-exposed-credentials/configure-api";

export const EXPOSED_CREDENTIALS = constraints({
  "credential-check-place": {
    says: "`exposed_credential_check` belongs to rules of custom rulesets of an account in `http_request_firewall_custom`.",
    source: DOCS,
    confidence: "documented",
  },
  "credential-check-action": {
    says: "Rules with `exposed_credential_check` have the action `rewrite`, `log`, `block`, `js_challenge` or `challenge`.",
    source: DOCS,
    confidence: "documented",
  },
  "credential-check-length": {
    says: `Both expressions of \`exposed_credential_check\` have at most ${MAX_LENGTH} characters.`,
    source: DOCS,
    confidence: "documented",
  },
  "credential-check-rewrite": {
    says: "`rewrite` in `http_request_firewall_custom` requires `exposed_credential_check`.",
    source: DOCS,
    confidence: "documented",
  },
});

/** Checks where a rule may look for exposed credentials, and with which action. */
export function checkExposedCredentials(rule: Members, context: RuleContext): Violation[] {
  const { action, exposed_credential_check: check } = rule;
  const { phase, kind, nameOf } = context;
  const book = EXPOSED_CREDENTIALS;
  const isPlace = phase === PHASE && kind === "custom" && levelOf(context) === "account";
  if (isUnknown(check)) return [];
  if (check == null) {
    if (action !== "rewrite" || phase !== PHASE || kind === "managed") return [];
    if (!isPlace) {
      const message = `"rewrite" in the phase ${PHASE} only marks exposed credentials, in an account's custom ruleset; rewrite requests in http_request_transform or http_request_late_transform instead`;
      return [{ constraint: book["credential-check-rewrite"], path: ["action"], message }];
    }
    const path = ["exposed_credential_check"];
    const message = `is missing: rewrite in the phase ${PHASE} requires it; rewrite requests in http_request_transform or http_request_late_transform instead`;
    return [{ constraint: book["credential-check-rewrite"], path, message }];
  }
  if (!isMembers(check)) return [];
  if (!isPlace) {
    const message = `belongs to rules of an account's custom ruleset in the phase ${PHASE}; in a zone, use the fields cf.waf.credential_check.*`;
    return [{ constraint: book["credential-check-place"], path: ["exposed_credential_check"], message }];
  }
  const violations: Violation[] = Object.entries(check)
    .filter(([, text]) => typeof text === "string" && Array.from(text).length > MAX_LENGTH)
    .map(([name, text]) => ({
      constraint: book["credential-check-length"],
      path: ["exposed_credential_check", name],
      message: `must have at most ${MAX_LENGTH} characters, found ${Array.from(String(text)).length}`,
    }));
  if (typeof action === "string" && !isUnknown(action) && !ACTIONS.includes(action)) {
    violations.push({
      constraint: book["credential-check-action"],
      path: ["action"],
      message: `must be ${listOr(ACTIONS)} in a rule with ${nameOf("exposed_credential_check")}, found ${JSON.stringify(action)}`,
    });
  }
  return violations;
}
