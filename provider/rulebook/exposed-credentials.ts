import { isMembers, type Members } from "../api";
import { isUnknown } from "../api/unknown";
import { constraints, levelOf, type RuleContext, type Violation, violation } from "./constraint";
import { joinQuotedOr } from "../words";

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
export function* checkExposedCredentials(rule: Members, context: RuleContext): Iterable<Violation> {
  const { action, exposed_credential_check: check } = rule;
  const { phase, kind, nameOf } = context;
  const book = EXPOSED_CREDENTIALS;
  const path = ["exposed_credential_check"];
  const isPlace = phase === PHASE && kind === "custom" && levelOf(context) === "account";
  if (check == null) {
    if (action !== "rewrite" || phase !== PHASE || kind === "managed") return;
    const instead = "rewrite requests in http_request_transform or http_request_late_transform instead";
    const message = isPlace
      ? `is missing: rewrite in the phase ${PHASE} requires it; ${instead}`
      : `"rewrite" in the phase ${PHASE} only marks exposed credentials, in an account's custom ruleset; ${instead}`;
    yield violation(book["credential-check-rewrite"], isPlace ? path : ["action"], message);
  }
  if (isUnknown(check) || !isMembers(check)) return;
  if (!isPlace) {
    const message = `belongs to rules of an account's custom ruleset in the phase ${PHASE}; in a zone, use the fields cf.waf.credential_check.*`;
    yield violation(book["credential-check-place"], path, message);
    return;
  }
  for (const [name, text] of Object.entries(check)) {
    const length = typeof text === "string" ? Array.from(text).length : 0;
    if (length <= MAX_LENGTH) continue;
    const message = `must have at most ${MAX_LENGTH} characters, found ${length}`;
    yield violation(book["credential-check-length"], [...path, name], message);
  }
  if (typeof action !== "string" || isUnknown(action) || ACTIONS.includes(action)) return;
  const message = `must be ${joinQuotedOr(ACTIONS)} in a rule with ${nameOf("exposed_credential_check")}, found ${JSON.stringify(action)}`;
  yield violation(book["credential-check-action"], ["action"], message);
}
