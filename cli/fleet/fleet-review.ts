import { inOrder } from "../../provider/api";
import path from "node:path";
import { z } from "zod";
import { policySettings } from "../../review/changes/find-policy-findings";
import type { Review, Severity } from "../../review/changes/review";
import { reviewChange } from "../../review/changes/review-change";
import { DocumentError, type PlannedChange, type StepCounts } from "../../review/documents/planned-change";
import { readDocument } from "../../review/documents/read-document";
import { EDGE_POLICIES } from "../../review/policies";
import type { CommandIo } from "../command-io";
import type { ConnectionFlags } from "../connection";
import { type FailOnRefusal, refusalOf } from "../review/fail-on";
import { readLive } from "../review/read-live";
import { readPolicyConfig, type ReportFiles, writeReports } from "../review/reports";
import { readInput } from "../read-text";
import { UsageError } from "../usage-error";
import type { FleetFile } from "./fleet-file";
import { checkYaml, parseYaml } from "./yaml-text";

export interface ReviewFlags extends ConnectionFlags {
  /** Files, whose extensions say their form. */
  readonly review: readonly string[];
  readonly docsUrl?: string;
  readonly policyConfig?: string;
  readonly failOn?: Severity;
  readonly live: boolean;
}

const FORMS: Readonly<Record<string, keyof ReportFiles>> = {
  ".md": "markdown",
  ".json": "json",
  ".sarif": "sarif",
  ".html": "html",
};

/** Returns the reports that files are for, by their extensions. @throws UsageError for another extension, or two files of one form */
export function reportFiles(files: readonly string[]): ReportFiles {
  const forms = files.map((file) => {
    const form = FORMS[path.extname(file).toLowerCase()];
    if (form === undefined)
      throw new UsageError(
        `--review ${file}: the name must end with one of ${Object.keys(FORMS).join(", ")}.`,
      );
    return [form, file] as const;
  });
  const reports: ReportFiles = Object.fromEntries(forms);
  if (Object.keys(reports).length < files.length)
    throw new UsageError("--review names two files of one form: name one of them.");
  return reports;
}

/** The event log of each preview, by stack; undefined for a stack without one. */
export type PreviewLogs = ReadonlyMap<string, readonly string[] | undefined>;

/** Reviews the previews of a fleet as one change, and writes the reports. Returns why `--fail-on` does not let it pass. */
export async function writeFleetReview(
  file: FleetFile,
  logs: PreviewLogs,
  flags: ReviewFlags,
  io: CommandIo,
): Promise<FailOnRefusal | undefined> {
  const change = joinedChange(projectName(file), logs);
  const live = flags.live ? await readLive(change, flags) : {};
  const policies = policySettings(EDGE_POLICIES, readPolicyConfig(flags.policyConfig));
  const review: Review = reviewChange(change, { policies, ...live });
  writeReports(io, review, { ...reportFiles(flags.review), docsUrl: flags.docsUrl });
  return refusalOf(review, flags.failOn);
}

/** Joins the changes of all stacks into one. Without the preview of a stack, it is a part, and says so. */
function joinedChange(project: string, logs: PreviewLogs): PlannedChange {
  const changes: PlannedChange[] = [];
  const failures: string[] = [];
  for (const [stack, lines] of inOrder([...logs], ([stack]) => [stack])) {
    const change = lines && changeOf(lines);
    if (change instanceof DocumentError)
      failures.push(`${stack}: its preview cannot be reviewed: ${change.message}`);
    else if (!change) failures.push(`${stack}: it has no preview`);
    else {
      changes.push(change);
      if (change.failure !== undefined) failures.push(`${stack}: ${change.failure}`);
    }
  }
  const missing = sumOf(changes.flatMap((change) => (change.missing ? [change.missing] : [])));
  const leftOut = changes.reduce((sum, change) => sum + (change.leftOut ?? 0), 0);
  return {
    source: "pulumi-events",
    stack: `${project}/fleet`,
    steps: changes.flatMap(({ steps }) => steps),
    others: changes.reduce((sum, { others }) => sum + others, 0),
    exportedTokens: changes.flatMap(({ exportedTokens = [] }) => exportedTokens),
    zoneNames: new Map(changes.flatMap(({ zoneNames }) => [...(zoneNames ?? [])])),
    deletedZones: changes.flatMap(({ deletedZones = [] }) => deletedZones),
    tokenUsers: new Map(changes.flatMap(({ tokenUsers }) => [...(tokenUsers ?? [])])),
    ...(Object.keys(missing).length > 0 && { missing }),
    ...(leftOut > 0 && { leftOut }),
    ...(failures.length > 0 && { failure: failures.join("\n") }),
  };
}

function sumOf(counts: readonly StepCounts[]): StepCounts {
  const sum: Record<string, number> = {};
  for (const one of counts)
    for (const [operation, count] of Object.entries(one)) sum[operation] = (sum[operation] ?? 0) + count;
  return sum;
}

function changeOf(lines: readonly string[]): PlannedChange | DocumentError {
  try {
    return readDocument(lines.join("\n"));
  } catch (error) {
    if (error instanceof DocumentError) return error;
    throw error;
  }
}

const Project = z.looseObject({ name: z.string() });

/** Returns the name of the program's project, by which a pipeline finds its comment. @throws UsageError */
function projectName({ programFolder }: FleetFile): string {
  const name = path.join(programFolder, "Pulumi.yaml");
  return checkYaml(Project, parseYaml(name, readInput(name))).name;
}
