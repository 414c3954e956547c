import type { Review, Subject } from "../changes/review";
import { ownRequests } from "../changes/requests-texts";
import type { ReasonId } from "../registry/reasons";
import { changedSubjects } from "../changes/group-across-resources";
import { type SarifResult, type SarifTool, sarifLog } from "./sarif-log";

interface Result extends Omit<SarifResult, "name" | "fingerprint" | "isNew"> {
  /** What tells the result from others of the same rule, resource and path. Default: nothing. */
  readonly detail?: string;
  readonly urn: string | null;
  readonly position: Subject["position"];
  readonly isNew: boolean;
}

const WHOLE = "the whole change";

/**
 * Returns a review as a SARIF 2.1.0 log: policy findings, hazards that the change brings in, and dangerous changes, each with the line
 * of the program that declares the resource, if that is known.
 */
export function printSarif(review: Review, tool: SarifTool): object {
  const found = [
    ...findingResults(review),
    ...allowedResults(review),
    ...hazardResults(review),
    ...reasonResults(review),
    ...requestResults(review),
  ];
  const { findings, allowed } = review;
  const log = {
    driver: "edge-platform review",
    fingerprints: "edgeReview/v1",
    whole: WHOLE,
    displayNameOf: (id: string) => [...findings, ...allowed].find(({ policy }) => policy === id)?.displayName,
  };
  return sarifLog(found.map(withName), log, tool);
}

function withName({ urn, detail, ...result }: Result): SarifResult {
  const { ruleId, path } = result;
  const identity = [ruleId, urn ?? "", path, ...(detail === undefined ? [] : [detail])];
  return { ...result, name: urn ?? WHOLE, fingerprint: identity.join(" ") };
}

function findingResults({ findings }: Review): Result[] {
  return findings.map(({ policy, enforcementLevel, isUnjudged, message, urn, path, position, isNew }) => ({
    ruleId: policy,
    level: isUnjudged ? "note" : enforcementLevel === "mandatory" ? "error" : "warning",
    text: message,
    ...{ urn, path, position, isNew },
  }));
}

/** Code scanning closes a result that is suppressed, and shows why. */
function allowedResults({ allowed }: Review): Result[] {
  return allowed.map(({ policy, message, urn, path, position, reason, until }) => ({
    ruleId: policy,
    level: "note",
    text: message,
    ...{ urn, path, position, isNew: false },
    reason: until === null ? reason : `${reason} (until ${until})`,
  }));
}

function hazardResults({ hazards }: Review): Result[] {
  return hazards
    .filter(({ isNew }) => isNew)
    .map(({ id, label, path, message, urn, position, isNew }) => ({
      ruleId: `hazard-${id}`,
      level: "warning",
      text: `${label}: ${path}: ${message}.`,
      ...{ urn, path, position, isNew },
    }));
}

/** Reported by a result for each pair of deciding rules. */
const REQUESTS_OPEN: ReasonId = "requests-open";

/** Returns what lets requests pass that were stopped, at the rule that decides, with a request. */
function requestResults({ places, reasons }: Review): Result[] {
  const opening = new Set(reasons.flatMap(({ id, urn }) => (id === REQUESTS_OPEN ? [urn] : [])));
  return places
    .flatMap(({ rulesets }) => rulesets)
    .filter(({ urn }) => opening.has(urn))
    .flatMap((ruleset): Result[] => {
      const { label, urn, position } = ruleset;
      const requests = ownRequests(ruleset);
      if (!requests) return [];
      const { rows, assumptions, limits } = requests;
      return rows
        .filter(({ direction }) => direction === "opens")
        .map(({ before, now, example, solved, rule }) => ({
          ruleId: REQUESTS_OPEN,
          level: "warning",
          text:
            `${label}: requests change from "${before}" to "${now}", for example ${example}` +
            `${solved === null ? "" : `, by a visitor who has solved a ${solved}`}.`,
          ...{ urn, position },
          path: rule === null ? "rules" : `rules[${JSON.stringify(rule)}]`,
          isNew: true,
          detail: [before, now, solved ?? ""].join(" "),
          properties: { assumptions, limits },
        }));
    });
}

/** Policies, hazards and requests are reported by themselves. */
function reasonResults(review: Review): Result[] {
  const positions = new Map(changedSubjects(review).map(({ urn, position }) => [urn, position]));
  return review.reasons
    .filter(
      ({ id, severity }) => severity === "dangerous" && !/^(policy|hazard)-/.test(id) && id !== REQUESTS_OPEN,
    )
    .map(({ id, text, urn, path }) => ({
      ruleId: id,
      level: "warning",
      ...{ text, urn, path },
      position: positions.get(urn ?? "") ?? null,
      isNew: true,
    }));
}
