import type { Review, Subject } from "../changes/review";
import { changedSubjects } from "../changes/group-across-resources";
import { type SarifResult, type SarifTool, sarifLog } from "./sarif-log";

interface Result extends Omit<SarifResult, "name" | "fingerprint" | "isNew"> {
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

function withName({ urn, ...result }: Result): SarifResult {
  const { ruleId, path } = result;
  return { ...result, name: urn ?? WHOLE, fingerprint: [ruleId, urn ?? "", path].join(" ") };
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

/** Policies and hazards are reported above. */
function reasonResults(review: Review): Result[] {
  const positions = new Map(changedSubjects(review).map(({ urn, position }) => [urn, position]));
  return review.reasons
    .filter(({ id, severity }) => severity === "dangerous" && !/^(policy|hazard)-/.test(id))
    .map(({ id, text, urn, path }) => ({
      ruleId: id,
      level: "warning",
      ...{ text, urn, path },
      position: positions.get(urn ?? "") ?? null,
      isNew: true,
    }));
}
