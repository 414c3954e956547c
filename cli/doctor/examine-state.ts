import {
  edgeKind,
  resourceLabel,
  stackOf,
  StateDocument,
  type PendingOperation,
  type StackState,
  type StateResource,
} from "../stack-state";
import { counted } from "../../review/changes/counted";
import { inputName, readInput } from "../read-text";
import type { DoctorFinding } from "./finding";

type NextStep = Required<Pick<DoctorFinding, "cure" | "commands">>;

const CLEAR_PENDING_CREATES = "pulumi refresh --clear-pending-creates --yes";

/** Examines an exported state for leftovers of a killed CLI. `-` is stdin. @throws UsageError */
export function examineStateFile(file: string): DoctorFinding[] {
  const text = readInput(file);
  const name = inputName(file);
  if (text.trim() === "")
    return [
      problem("state", `${name} is empty: \`pulumi stack export\` printed no state.`, {
        cure: "read its error message on stderr. For a stack in a file backend, check its files:",
        commands: ["edge-platform doctor --backend file://<folder of the backend>"],
      }),
    ];
  const state = parseState(text);
  if (state) return examineState(state);
  return [
    problem("state", `${name} is not a valid Pulumi state.`, {
      cure: "export the state again. For a stack in a file backend, `edge-platform doctor --backend` looks for an earlier state:",
      commands: ["pulumi stack export | edge-platform doctor --state -"],
    }),
  ];
}

/** Parses a state; returns undefined for any other text. */
export function parseState(text: string): StackState | undefined {
  try {
    return StateDocument.safeParse(JSON.parse(text)).data;
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
  return findings.length > 0 ? findings : [{ subject: "state", state: "ok", text }];
}

function interruptedOperation({ resource, type }: PendingOperation): DoctorFinding {
  return problem(
    "pending",
    `${resourceLabel(resource)} was interrupted while ${type}. It is unknown whether the API carried out the operation.`,
    edgeKind(resource) === undefined ? foreignNextStep(type) : ownNextStep(type),
  );
}

function ownNextStep(type: string): NextStep {
  if (type !== "creating")
    return {
      cure: "the next `up` reads the live object and continues from there:",
      commands: ["pulumi up --refresh"],
    };
  return {
    cure: "the next `up` looks for the created object and takes it over by its mark. The entry stays in the state until it is cleared:",
    commands: ["pulumi up", CLEAR_PENDING_CREATES],
  };
}

function foreignNextStep(type: string): NextStep {
  if (type !== "creating")
    return {
      cure: "refresh, so that the resource's provider compares it:",
      commands: ["pulumi refresh --yes"],
    };
  return {
    cure: "the resource belongs to another provider: check there whether it exists. If it does not, clear the entry:",
    commands: [CLEAR_PENDING_CREATES],
  };
}

function interruptedReplacement(resource: StateResource): DoctorFinding {
  return problem(
    "replacement",
    `The replacement of ${resourceLabel(resource)} was interrupted: the old object is deleted, and the state has no new one.`,
    { cure: "the next `up` creates the new object, or takes it over if it exists:", commands: ["pulumi up"] },
  );
}

function undeletedPredecessor(resource: StateResource): DoctorFinding {
  return problem(
    "replacement",
    `${resourceLabel(resource)} was replaced, but the old object is not deleted yet.`,
    {
      cure: "the next `up` deletes it:",
      commands: ["pulumi up"],
    },
  );
}

function incompleteWrite(resource: StateResource, reasons: readonly string[]): DoctorFinding {
  return problem(
    "resource",
    `${resourceLabel(resource)} exists, but its last write was not completed: ${reasons.join(" ")}`,
    { cure: "fix the reported cause; the next `up` completes the write:", commands: ["pulumi up"] },
  );
}

function problem(subject: DoctorFinding["subject"], text: string, nextStep: NextStep): DoctorFinding {
  return { subject, state: "problem", text, ...nextStep };
}
