import type { JudgedFinding } from "../changes/find-policy-findings";
import { html, type Html } from "./html";
import { leftOut, Room, folded, shown } from "./text";
import { counted } from "../../provider/words";
import { groupBy } from "../changes/group-by";

/** The resources of a policy that are listed before the others are folded. */
const LISTED = 5;
/** The resources of a policy that the page has. A page of all would grow by the policies times the zones. */
const KEPT = 100;
/** The part of the room that the content of an item may take: the others are for its heading. */
const INNER = 0.8;

/** Lists what policies report, by policy and by resource, the most severe first. What does not fit into `room` is counted. */
export function findingList(findings: readonly JudgedFinding[], room = new Room(Infinity)): Html {
  if (findings.length === 0)
    return html`<p><span class="chip good">✓ none</span> No policy reports anything.</p>`;
  const policies = groupBy(findings, ({ policy }) => [policy]);
  const { made, left } = room.fill(policies, (one) => policyFindings(one, room));
  return html`${made}${leftOut(left, "policy with findings", "policies with findings")}`;
}

/** Returns how many pairs of a policy and a resource findings have. */
export function countFindings(findings: readonly Pick<JudgedFinding, "policy" | "urn">[]): number {
  return new Set(findings.map(({ policy, urn }) => `${policy} ${urn}`)).size;
}

function policyFindings(findings: readonly [JudgedFinding, ...JudgedFinding[]], room: Room): Html {
  const [first] = findings;
  const { policy, displayName, severity, enforcementLevel, remediationSteps } = first;
  const resources = groupBy(findings, ({ urn }) => [urn]);
  const inner = room.part(INNER);
  const { made } = inner.fill(resources.slice(0, KEPT), (one) => resourceFindings(one, inner));
  const left = resources.length - made.length;
  return html`<h3>
      ${severityChip(severity)} ${displayName}
      <span class="soft">${policy}, ${enforcementLevel}, ${counted(resources.length, "resource")}</span>
    </h3>
    <p class="note">${remediationSteps}</p>
    ${folded(made, LISTED, "resource")}
    ${
      left > 0 &&
      html`<p class="note">
        ${counted(left, "more resource")} of this policy: the JSON report has all of them.
      </p>`
    }`;
}

function resourceFindings(findings: readonly JudgedFinding[], room: Room): Html {
  const { made, left } = room
    .part(INNER)
    .fill(
      findings,
      ({ message, isUnjudged }) =>
        html`<p>
          ${isUnjudged && html`<span class="chip logs">not judged</span> `}${shown(message, "description")}
        </p>`,
    );
  return html`${folded(made, 1, "finding")}${leftOut(left, "finding")}`;
}

/** Shows a severity by colour and by the number of triangles. */
export function severityChip(severity: JudgedFinding["severity"]): Html {
  const signs = { critical: "▲▲ ", high: "▲ ", medium: "", low: "" }[severity];
  const look =
    severity === "critical" || severity === "high" ? "bad" : severity === "medium" ? "logs" : "plain";
  return html`<span class="chip ${look}">${signs}${severity}</span>`;
}
