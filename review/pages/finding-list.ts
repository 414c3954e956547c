import { counted } from "../changes/counted";
import type { JudgedFinding } from "../changes/find-policy-findings";
import { grouped } from "../changes/grouped";
import { html, type Html } from "./html";
import { folded, shown } from "./text";

/** The resources of a policy that are listed before the others are folded. */
const LISTED = 5;
/** The resources of a policy that the page has. A page of all would grow by the policies times the zones. */
const KEPT = 100;

/** Lists what policies report, by policy and by resource, the most severe first. */
export function findingList(findings: readonly JudgedFinding[]): Html {
  if (findings.length === 0)
    return html`<p><span class="chip good">✓ none</span> No policy reports anything.</p>`;
  return html`${grouped(findings, ({ policy }) => [policy]).map(policyFindings)}`;
}

/** Returns how many pairs of a policy and a resource findings have. */
export function countFindings(findings: readonly Pick<JudgedFinding, "policy" | "urn">[]): number {
  return new Set(findings.map(({ policy, urn }) => `${policy} ${urn}`)).size;
}

function policyFindings(findings: readonly [JudgedFinding, ...JudgedFinding[]]): Html {
  const [first] = findings;
  const { policy, displayName, severity, enforcementLevel, remediationSteps } = first;
  const resources = grouped(findings, ({ urn }) => [urn]);
  return html`<h3>
      ${severityChip(severity)} ${displayName}
      <span class="soft">${policy}, ${enforcementLevel}, ${counted(resources.length, "resource")}</span>
    </h3>
    <p class="note">${remediationSteps}</p>
    ${folded(resources.slice(0, KEPT).map(resourceFindings), LISTED, "resource")}
    ${
      resources.length > KEPT &&
      html`<p class="note">
        ${counted(resources.length - KEPT, "more resource")} of this policy: the JSON report has all of them.
      </p>`
    }`;
}

function resourceFindings(findings: readonly JudgedFinding[]): Html {
  return html`${folded(
    findings.map(
      ({ message, isUnjudged }) =>
        html`<p>
          ${isUnjudged && html`<span class="chip logs">not judged</span> `}${shown(message, "description")}
        </p>`,
    ),
    1,
    "finding",
  )}`;
}

/** Shows a severity by colour and by the number of triangles. */
export function severityChip(severity: JudgedFinding["severity"]): Html {
  const signs = { critical: "▲▲ ", high: "▲ ", medium: "", low: "" }[severity];
  const look =
    severity === "critical" || severity === "high" ? "bad" : severity === "medium" ? "logs" : "plain";
  return html`<span class="chip ${look}">${signs}${severity}</span>`;
}
