import type { Review, Subject } from "../changes/review";
import { changedSubjects } from "../changes/group-across-resources";
import { visible } from "./visible";

type Level = "error" | "warning" | "note";

interface Result {
  readonly ruleId: string;
  readonly level: Level;
  readonly text: string;
  readonly urn: string | null;
  readonly path: string;
  readonly position: Subject["position"];
  readonly isNew: boolean;
}

/** Describes rules that are no policies. */
const KINDS = {
  hazard: "A rule that probably locks visitors out, opens a zone, or does nothing (docs/hazards.md).",
  reason: "A change that people should look at (docs/review.md).",
};

/**
 * Returns a review as a SARIF 2.1.0 log: policy findings, hazards that the change brings in, and dangerous changes, each with the line
 * of the program that declares the resource, if that is known.
 */
export function printSarif(review: Review): object {
  const results = [...findingResults(review), ...hazardResults(review), ...reasonResults(review)];
  const ids = [...new Set(results.map(({ ruleId }) => ruleId))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "edge-platform review", rules: ids.map((id) => ruleOf(id, review)) } },
        columnKind: "unicodeCodePoints",
        results: results.map((result) => resultOf(result, ids)),
      },
    ],
  };
}

function findingResults({ findings }: Review): Result[] {
  return findings.map(({ policy, enforcementLevel, isUnjudged, message, urn, path, position, isNew }) => ({
    ruleId: policy,
    level: isUnjudged ? "note" : enforcementLevel === "mandatory" ? "error" : "warning",
    text: message,
    ...{ urn, path, position, isNew },
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

function ruleOf(id: string, { findings }: Review): object {
  const finding = findings.find(({ policy }) => policy === id);
  const text = finding?.displayName ?? (id.startsWith("hazard-") ? KINDS.hazard : KINDS.reason);
  return {
    id,
    shortDescription: { text },
    ...(finding && { help: { text: finding.remediationSteps } }),
  };
}

function resultOf(
  { ruleId, level, text, urn, path, position, isNew }: Result,
  ids: readonly string[],
): object {
  const name = visible(urn ?? "the whole change");
  return {
    ruleId,
    ruleIndex: ids.indexOf(ruleId),
    level,
    baselineState: isNew ? "new" : "unchanged",
    message: { text: plainText(text) },
    locations: [
      {
        ...(position && {
          physicalLocation: {
            artifactLocation: { uri: uriOf(position.file), uriBaseId: "%SRCROOT%" },
            region: { startLine: position.line },
          },
        }),
        logicalLocations: [{ fullyQualifiedName: path === "" ? name : `${name} ${visible(path)}` }],
      },
    ],
    partialFingerprints: { "edgeReview/v1": visible([ruleId, urn ?? "", path].join(" ")) },
  };
}

/** Returns an untrusted text in which `[text](address)` is no link, as it would be in a message of SARIF. */
function plainText(text: string): string {
  return visible(text).replaceAll("](", "] (");
}

function uriOf(file: string): string {
  const wellFormed = file.replace(/\p{Cs}/gu, "\uFFFD");
  return wellFormed.split("/").map(encodeURIComponent).join("/");
}
