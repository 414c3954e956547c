import type { z } from "zod";
import {
  edgeKind,
  resourceLabel,
  stackOf,
  StateDocument,
  type PendingOperation,
  type StackState,
  type StateResource,
} from "../stack-state";
import { inputName, readInput } from "../read-text";
import { type DoctorFinding, ok, problem } from "./finding";
import { counted } from "../../provider/words";

const CLEAR_PENDING_CREATES = "pulumi refresh --clear-pending-creates --yes";

/** Examines an exported state for leftovers of a killed CLI. `-` is stdin. @throws UsageError */
export function examineStateFile(file: string): DoctorFinding[] {
  const text = readInput(file);
  const name = inputName(file);
  const state = parseState(text);
  if (state) return examineState(state);
  const [what, cure, command] =
    text.trim() === ""
      ? [
          `${name} is empty: \`pulumi stack export\` printed no state.`,
          "read its error message on stderr. For a stack in a file backend, check its files:",
          "edge-platform doctor --backend file://<folder of the backend>",
        ]
      : [
          `${name} is not a valid Pulumi state.`,
          "export the state again. For a stack in a file backend, `edge-platform doctor --backend` looks for an earlier state:",
          "pulumi stack export | edge-platform doctor --state -",
        ];
  return [problem("state", what, cure, command)];
}

/** Parses a state; returns undefined for any other text. */
export function parseState(text: string): StackState | undefined {
  return parseJson(StateDocument, text);
}

/** Parses JSON with a schema; returns undefined for any other text. */
export function parseJson<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function examineState(state: StackState): DoctorFinding[] {
  const findings = [
    ...state.pending.map(interruptedOperation),
    ...state.resources.flatMap((resource) => [
      ...(resource.pendingReplacement ? [interruptedReplacement(resource)] : []),
      ...(resource.delete ? [undeletedPredecessor(resource)] : []),
      ...(resource.initErrors?.length ? [incompleteWrite(resource, resource.initErrors)] : []),
    ]),
  ];
  const { project, stack } = stackOf(state) ?? {};
  const name = project === undefined ? "The state" : `The state of ${project}/${stack ?? ""}`;
  const text =
    state.resources.length === 0
      ? `${name} has no resources.`
      : `${name} has ${counted(state.resources.length, "resource")} and no pending operations.`;
  return findings.length > 0 ? findings : [ok("state", text)];
}

function interruptedOperation({ resource, type }: PendingOperation): DoctorFinding {
  const text = `${resourceLabel(resource)} was interrupted while ${type}. It is unknown whether the API carried out the operation.`;
  const next = NEXT_STEPS[edgeKind(resource) === undefined ? "foreign" : "own"];
  const [cure, ...commands] = type === "creating" ? next.created : next.changed;
  return problem("pending", text, cure, ...commands);
}

/** What to do about an interrupted operation, by whose resource it is: a sentence and commands. */
const NEXT_STEPS = {
  own: {
    created: [
      "the next `up` looks for the created object and takes it over by its mark. The entry stays in the state until it is cleared:",
      "pulumi up",
      CLEAR_PENDING_CREATES,
    ],
    changed: ["the next `up` reads the live object and continues from there:", "pulumi up --refresh"],
  },
  foreign: {
    created: [
      "the resource belongs to another provider: check there whether it exists. If it does not, clear the entry:",
      CLEAR_PENDING_CREATES,
    ],
    changed: ["refresh, so that the resource's provider compares it:", "pulumi refresh --yes"],
  },
} satisfies Record<string, Record<string, [string, ...string[]]>>;

function interruptedReplacement(resource: StateResource): DoctorFinding {
  return problem(
    "replacement",
    `The replacement of ${resourceLabel(resource)} was interrupted: the old object is deleted, and the state has no new one.`,
    "the next `up` creates the new object, or takes it over if it exists:",
    "pulumi up",
  );
}

function undeletedPredecessor(resource: StateResource): DoctorFinding {
  const text = `${resourceLabel(resource)} was replaced, but the old object is not deleted yet.`;
  return problem("replacement", text, "the next `up` deletes it:", "pulumi up");
}

function incompleteWrite(resource: StateResource, reasons: readonly string[]): DoctorFinding {
  const text = `${resourceLabel(resource)} exists, but its last write was not completed: ${reasons.join(" ")}`;
  return problem("resource", text, "fix the reported cause; the next `up` completes the write:", "pulumi up");
}
