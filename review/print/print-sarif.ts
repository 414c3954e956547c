import { createHash } from "node:crypto";
import { counted } from "../changes/counted";
import { changedSubjects } from "../changes/group-across-resources";
import type { Review, Subject } from "../changes/review";
import type { Entry } from "../registry/entry";
import type { ReasonId } from "../registry/reasons";
import { entries, findEntry } from "../registry/registry";
import { startOf, withCount } from "./shorten";
import { showControls } from "../../provider/visible";

type Level = "error" | "warning" | "note";

interface Result {
  readonly ruleId: string;
  readonly level: Level;
  readonly text: string;
  readonly urn: string | null;
  readonly path: string;
  readonly position: Subject["position"];
  readonly isNew: boolean;
  /** Why the configuration allows the result. */
  readonly reason?: string;
}

/** Code scanning includes no more results of a file. The last one may say how many are left out. */
const MAX_RESULTS = 4999;
/** The bytes of JSON that results may take: code scanning rejects a file of more than 10 MB after compression. */
const RESULTS_ROOM = 9_000_000;
/** The characters of a message or of a name that are kept. */
const MAX_TEXT = 1000;
const LEFT_OUT: ReasonId = "results-left-out";

/** The program that writes the log. */
export interface SarifTool {
  readonly version: string;
  /** The address of its repository, with the pages of docs/reference. */
  readonly repository?: string;
}

/**
 * Returns a review as a SARIF 2.1.0 log: policy findings, hazards that the change brings in, and dangerous changes, each with the line
 * of the program that declares the resource, if that is known. It stays within the limits of code scanning: the least severe results
 * that do not fit are counted in a last result.
 */
export function printSarif(review: Review, tool: SarifTool): object {
  const found = [
    ...findingResults(review),
    ...allowedResults(review),
    ...hazardResults(review),
    ...reasonResults(review),
  ];
  const { kept, left } = firstThatFit(bySeverity(found));
  const results = left === 0 ? found : [...kept, leftOutResult(left)];
  const ids = [...new Set(results.map(({ ruleId }) => ruleId))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "edge-platform review",
            version: tool.version,
            semanticVersion: tool.version,
            rules: rulesOf(ids, review, tool),
          },
        },
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

const LEVELS: readonly Level[] = ["error", "warning", "note"];

/** New results come before those of the same level from before the change. */
function bySeverity(results: readonly Result[]): Result[] {
  const rank = ({ level, isNew }: Result) => 2 * LEVELS.indexOf(level) + (isNew ? 0 : 1);
  return results.toSorted((a, b) => rank(a) - rank(b));
}

function firstThatFit(results: readonly Result[]): { kept: readonly Result[]; left: number } {
  let room = RESULTS_ROOM;
  const end = results.findIndex((result, index) => {
    room -= Buffer.byteLength(JSON.stringify(resultOf(result, [])));
    return room < 0 || index > MAX_RESULTS;
  });
  const kept = end < 0 ? results : results.slice(0, Math.min(end, MAX_RESULTS));
  return { kept, left: results.length - kept.length };
}

function leftOutResult(left: number): Result {
  const text = `${counted(left, "more result")} did not fit into the limits of code scanning: the JSON document has all findings.`;
  return { ruleId: LEFT_OUT, level: "note", text, urn: null, path: "", position: null, isNew: true };
}

function rulesOf(ids: readonly string[], { findings, allowed }: Review, tool: SarifTool): object[] {
  const all = entries();
  return ids.map((id) => {
    const name = [...findings, ...allowed].find(({ policy }) => policy === id)?.displayName;
    const entry = findEntry(all, id);
    return { id, ...(entry && ruleOf(entry, name, tool)) };
  });
}

function ruleOf(entry: Entry, name: string | undefined, { repository }: SarifTool): object {
  const { id, meaning, todo, level } = entry;
  const [sentence = meaning] = /^.*?\.(?= |$)/.exec(meaning) ?? [];
  return {
    shortDescription: { text: name ?? sentence },
    fullDescription: { text: meaning },
    help: { text: `${todo} Run \`edge-platform explain ${id}\` for an example.` },
    ...(repository !== undefined && { helpUri: `${repository}/blob/HEAD/docs/reference/${id}.md` }),
    defaultConfiguration: {
      ...(level === "disabled" && { enabled: false }),
      level: level === "mandatory" ? "error" : id === LEFT_OUT ? "note" : "warning",
    },
  };
}

function resultOf(
  { ruleId, level, text, urn, path, position, isNew, reason }: Result,
  ids: readonly string[],
): object {
  const name = nameOf(urn ?? "the whole change");
  return {
    ruleId,
    ruleIndex: ids.indexOf(ruleId),
    level,
    baselineState: isNew ? "new" : "unchanged",
    message: { text: plainText(text) },
    ...(reason !== undefined && {
      suppressions: [{ kind: "external", status: "accepted", justification: plainText(reason) }],
    }),
    locations: [
      {
        ...(position && {
          physicalLocation: {
            artifactLocation: { uri: uriOf(position.file), uriBaseId: "%SRCROOT%" },
            region: { startLine: position.line },
          },
        }),
        logicalLocations: [{ fullyQualifiedName: path === "" ? name : `${name} ${nameOf(path)}` }],
      },
    ],
    partialFingerprints: { "edgeReview/v1": fingerprintOf([ruleId, urn ?? "", path].join(" ")) },
  };
}

/** Returns an untrusted text in which `[text](address)` is no link, as it would be in a message of SARIF. */
function plainText(text: string): string {
  return nameOf(text).replaceAll("](", "] (");
}

function nameOf(text: string): string {
  return showControls(withCount(startOf(text, MAX_TEXT)));
}

/** A long text has a digest in place of its end, so that results whose names begin alike stay different results. */
function fingerprintOf(text: string): string {
  const { start, left } = startOf(text, MAX_TEXT);
  return left === 0
    ? showControls(text)
    : `${showControls(start)} ${createHash("sha256").update(text).digest("hex")}`;
}

function uriOf(file: string): string {
  const wellFormed = file.replace(/\p{Cs}/gu, "\uFFFD");
  return wellFormed.split("/").map(encodeURIComponent).join("/");
}
