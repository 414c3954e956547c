import { createHash } from "node:crypto";
import { entryLines, entryPage } from "../explain/entry-page";
import type { Entry } from "../registry/entry";
import type { ReasonId } from "../registry/reasons";
import { entries, findEntry } from "../registry/registry";
import { startOf, withCount } from "./shorten";
import { showControls } from "../../provider/visible";
import { counted } from "../../provider/words";

type Level = "error" | "warning" | "note";

/** A finding as SARIF has it. */
export interface SarifResult {
  readonly ruleId: string;
  readonly level: Level;
  readonly text: string;
  /** What the finding is about, and the path in it; empty for the whole. */
  readonly name: string;
  readonly path: string;
  /** Where that is, if it is known. Lines and columns start at 1; columns are code points, and the end is exclusive. */
  readonly position: SarifPosition | null;
  /** Whether a change brings it in. Undefined if there is nothing to compare with. */
  readonly isNew?: boolean;
  /** What identifies the result in several runs. */
  readonly fingerprint: string;
  /** Why the configuration allows the result. */
  readonly reason?: string;
  /** Sentences about the result, by their kind: what a proof assumes. */
  readonly properties?: Readonly<Record<string, readonly string[]>>;
}

export interface SarifPosition {
  readonly file: string;
  readonly line: number;
  readonly startColumn?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

/** Code scanning includes no more results of a file. The last one may say how many are left out. */
const MAX_RESULTS = 4999;
/** The bytes of JSON that rules and results may take: code scanning rejects a file of more than 10 MB after compression. */
const ROOM = 8_500_000;
/** The bytes of JSON that the changes of resources may take. */
const CHANGES_ROOM = 500_000;
/** The characters of a message or of a name that are kept. */
const MAX_TEXT = 1000;
const LEFT_OUT: ReasonId = "results-left-out";

/** What changes in a resource, in lines. */
export interface SarifChange {
  readonly resource: string;
  readonly operation: string;
  readonly lines: readonly string[];
}

/** The program that writes the log. */
export interface SarifTool {
  readonly version: string;
  /** The address at which the folder docs is published, with the pages of ids that `npm run docs` makes. */
  readonly docsUrl?: string | undefined;
}

/** What is the same for all results of a log. */
export interface SarifLog {
  /** The command. */
  readonly driver: string;
  /** The name of the fingerprints, with its version. */
  readonly fingerprints: string;
  /** What a result about everything is about. */
  readonly whole: string;
  /** What the log is about, beside its results: lines by resource. Default: nothing. */
  readonly changes?: readonly SarifChange[];
  /** Returns a short name of an id, if it has one besides its entry. */
  readonly displayNameOf?: (id: string) => string | undefined;
}

/**
 * Returns a SARIF 2.1.0 log. It stays within the limits of code scanning: the least severe results that do not fit are counted in a last
 * result.
 */
export function sarifLog(found: readonly SarifResult[], log: SarifLog, tool: SarifTool): object {
  const rules = rulesOf([...found.map(({ ruleId }) => ruleId), LEFT_OUT], log, tool);
  const room = ROOM - Buffer.byteLength(JSON.stringify([...rules.values()]));
  const { kept, left } = firstThatFit(bySeverity(found), log, room);
  const results = left === 0 ? found : [...kept, leftOutResult(left, log)];
  const ids = [...new Set(results.map(({ ruleId }) => ruleId))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: log.driver,
            version: tool.version,
            semanticVersion: tool.version,
            rules: ids.flatMap((id) => rules.get(id) ?? []),
          },
        },
        columnKind: "unicodeCodePoints",
        results: results.map((result) => resultOf(result, ids, log)),
        ...(log.changes !== undefined && { properties: { changes: shownChanges(log.changes) } }),
      },
    ],
  };
}

const LEVELS: readonly Level[] = ["error", "warning", "note"];

/** New results come before those of the same level from before the change. */
function bySeverity(results: readonly SarifResult[]): SarifResult[] {
  const rank = ({ level, isNew = true }: SarifResult) => 2 * LEVELS.indexOf(level) + (isNew ? 0 : 1);
  return results.toSorted((a, b) => rank(a) - rank(b));
}

function firstThatFit(
  results: readonly SarifResult[],
  log: SarifLog,
  room: number,
): { kept: readonly SarifResult[]; left: number } {
  let free = room;
  const end = results.findIndex((result, index) => {
    free -= Buffer.byteLength(JSON.stringify(resultOf(result, [], log)));
    return free < 0 || index > MAX_RESULTS;
  });
  const kept = end < 0 ? results : results.slice(0, Math.min(end, MAX_RESULTS));
  return { kept, left: results.length - kept.length };
}

/** Returns the changes that fit, with their texts as those of results. */
function shownChanges(changes: readonly SarifChange[]): SarifChange[] {
  let room = CHANGES_ROOM;
  return changes.flatMap(({ resource, operation, lines }) => {
    const change = { resource: nameOf(resource), operation, lines: lines.map(plainText) };
    room -= Buffer.byteLength(JSON.stringify(change));
    return room < 0 ? [] : [change];
  });
}

function leftOutResult(left: number, { whole }: SarifLog): SarifResult {
  const text = `${counted(left, "more result")} did not fit into the limits of code scanning: the JSON document has all findings.`;
  return {
    ruleId: LEFT_OUT,
    level: "note",
    text,
    name: whole,
    path: "",
    position: null,
    isNew: true,
    fingerprint: [LEFT_OUT, "", ""].join(" "),
  };
}

/** Returns what the registry says about ids, by id. */
function rulesOf(
  ids: readonly string[],
  { displayNameOf }: SarifLog,
  tool: SarifTool,
): ReadonlyMap<string, object> {
  const all = entries();
  return new Map(
    [...new Set(ids)].map((id) => {
      const entry = findEntry(all, id);
      return [id, { id, ...(entry && ruleOf(entry, displayNameOf?.(id), tool)) }];
    }),
  );
}

function ruleOf(entry: Entry, name: string | undefined, { docsUrl }: SarifTool): object {
  const { id, meaning, level } = entry;
  const [sentence = meaning] = /^.*?\.(?= |$)/.exec(meaning) ?? [];
  return {
    shortDescription: { text: name ?? sentence },
    fullDescription: { text: meaning },
    help: { text: entryLines(entry).join("\n"), markdown: entryPage(entry) },
    ...(docsUrl !== undefined && { helpUri: `${docsUrl}/reference/${id}.md` }),
    defaultConfiguration: {
      ...(level === "disabled" && { enabled: false }),
      level: level === "mandatory" ? "error" : id === LEFT_OUT ? "note" : "warning",
    },
  };
}

function resultOf(
  { ruleId, level, text, name, path, position, isNew, fingerprint, reason, properties }: SarifResult,
  ids: readonly string[],
  { fingerprints }: SarifLog,
): object {
  const shown = nameOf(name);
  return {
    ruleId,
    ruleIndex: ids.indexOf(ruleId),
    level,
    ...(isNew !== undefined && { baselineState: isNew ? "new" : "unchanged" }),
    message: { text: plainText(text) },
    ...(reason !== undefined && {
      suppressions: [{ kind: "external", status: "accepted", justification: plainText(reason) }],
    }),
    locations: [
      {
        ...(position && { physicalLocation: physicalLocation(position) }),
        logicalLocations: [{ fullyQualifiedName: path === "" ? shown : `${shown} ${nameOf(path)}` }],
      },
    ],
    partialFingerprints: { [fingerprints]: fingerprintOf(fingerprint) },
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, texts]) => [name, texts.map(plainText)]),
      ),
    }),
  };
}

function physicalLocation({ file, line, ...columns }: SarifPosition): object {
  return {
    artifactLocation: { uri: uriOf(file), uriBaseId: "%SRCROOT%" },
    region: { startLine: line, ...columns },
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
