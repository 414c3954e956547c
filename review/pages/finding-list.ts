import type { LiveFinding } from "../posture/posture";
import { html, type Html } from "./html";
import { countOf, folded, shown } from "./text";

/** The resources of a policy that are listed before the others are folded. */
const LISTED = 5;

/** What a policy reports; `urn` is the resource. */
export type ListedFinding = Pick<
  LiveFinding,
  "policy" | "displayName" | "severity" | "remediationSteps" | "urn" | "message"
>;

/** Lists what policies report, by policy and by resource, the most severe first. */
export function findingList(findings: readonly ListedFinding[]): Html {
  if (findings.length === 0)
    return html`<p><span class="chip good">✓ none</span> No policy reports anything.</p>`;
  return html`${groups(findings, ({ policy }) => policy).map(policyFindings)}`;
}

/** Returns how many pairs of a policy and a resource findings have. */
export function countFindings(findings: readonly Pick<LiveFinding, "policy" | "urn">[]): number {
  return new Set(findings.map(({ policy, urn }) => `${policy} ${urn}`)).size;
}

function policyFindings(findings: readonly ListedFinding[]): Html {
  const [first] = findings;
  if (!first) return html``;
  const { policy, displayName, severity, remediationSteps } = first;
  const resources = groups(findings, ({ urn }) => urn);
  return html`<h3>
      ${severityChip(severity)} ${displayName}
      <span class="soft">${policy}, ${countOf(resources.length, "resource")}</span>
    </h3>
    <p class="note">${remediationSteps}</p>
    ${folded(resources.map(resourceFindings), LISTED, "resources")}`;
}

function resourceFindings(findings: readonly ListedFinding[]): Html {
  return html`${folded(
    findings.map(({ message }) => html`<p>${shown(message, "description")}</p>`),
    1,
    "findings of the same policy about this resource",
  )}`;
}

function groups<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const known = found.get(keyOf(item));
    if (known) known.push(item);
    else found.set(keyOf(item), [item]);
  }
  return [...found.values()];
}

/** Shows a severity by colour and by the number of triangles. */
export function severityChip(severity: LiveFinding["severity"]): Html {
  const signs = { critical: "▲▲ ", high: "▲ ", medium: "", low: "" }[severity];
  const look =
    severity === "critical" || severity === "high" ? "bad" : severity === "medium" ? "logs" : "plain";
  return html`<span class="chip ${look}">${signs}${severity}</span>`;
}
