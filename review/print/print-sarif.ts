import type { AccessCell, Operation, Review, Shown, Subject } from "../changes/review";
import { ownRequests } from "../changes/requests-texts";
import type { ReasonId } from "../registry/reasons";
import { changedSubjects } from "../changes/group-across-resources";
import {
  isChanged,
  otherRows,
  owaspRows,
  owaspSettings,
  type Row,
  rulesetRows,
  tokenRows,
  type ValueRow,
} from "../rows/resource-rows";
import { type SarifChange, type SarifResult, type SarifTool, sarifLog } from "./sarif-log";

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
    changes: changesOf(review),
    displayNameOf: (id: string) => [...findings, ...allowed].find(({ policy }) => policy === id)?.displayName,
  };
  return sarifLog(found.map(withName), log, tool);
}

/** Returns what changes, resource by resource. */
function changesOf({ places, tokens, others }: Review): SarifChange[] {
  return [
    ...places.flatMap(({ level, id, rulesets, owasp }) => {
      const place = `${level} ${plain(id)}`;
      return [
        ...rulesets.map((one) => changeOf(one, [`${place}, ${plain(one.phase)}`], rulesetRows(one))),
        ...owasp.map((one) =>
          changeOf(one, [place], [...owaspRows(one), ...owaspSettings(one).filter(isChanged)]),
        ),
      ];
    }),
    ...tokens.map((one) => changeOf(one, one.access.flatMap(cellLines), tokenRows(one))),
    ...others.map((one) => changeOf(one, [], otherRows(one))),
  ];
}

function changeOf(
  { label, operation }: Subject & { readonly operation: Operation },
  first: readonly string[],
  rows: readonly Row[],
): SarifChange {
  return { resource: label, operation, lines: [...first, ...rows.flatMap(rowLines)] };
}

function cellLines({ change, effect, group, on }: AccessCell): string[] {
  return change === "kept" ? [] : [`${change}: ${effect === "deny" ? "deny " : ""}${group} on ${on}`];
}

/** Returns a row in plain text: a rule and each of its members have a line. */
function rowLines(row: Row): string[] {
  switch (row.kind) {
    case "sentence":
      return [row.text];
    case "value":
      return [valueLine(row)];
    case "rule": {
      const { text, whole, members } = row;
      const rule =
        whole && `${plain(whole.action)} if ${plain(whole.expression)}${whole.enabled ? "" : " (disabled)"}`;
      return [text, ...(rule === null ? [] : [rule]), ...members.map(valueLine)];
    }
  }
}

function valueLine({ name, before, after, side }: ValueRow): string {
  const all = (values: readonly Shown[]) =>
    values.length === 0 ? plain(null) : values.map(plain).join(", ");
  const values = side === "both" ? `${all(before)} → ${all(after)}` : all(side === "after" ? after : before);
  return `${name}: ${values}`;
}

function plain(value: Shown | null): string {
  if (value === null) return "(not set)";
  return "text" in value ? value.text : value.hidden === "secret" ? "(secret)" : "(not known yet)";
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
    urn,
    path,
    position,
    isNew,
  }));
}

/** Code scanning closes a result that is suppressed, and shows why. */
function allowedResults({ allowed }: Review): Result[] {
  return allowed.map(({ policy, message, urn, path, position, reason, until }) => ({
    ruleId: policy,
    level: "note",
    text: message,
    urn,
    path,
    position,
    isNew: false,
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
      urn,
      path,
      position,
      isNew,
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
          urn,
          position,
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
      text,
      urn,
      path,
      position: positions.get(urn ?? "") ?? null,
      isNew: true,
    }));
}
