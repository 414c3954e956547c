import { readFileSync } from "node:fs";
import type { Finding } from "./doctor-examination";
import {
  edgeKind,
  resourceLabel,
  stackOf,
  StateDocument,
  type PendingOperation,
  type StackState,
  type StateResource,
} from "./stack-state";
import { UsageError } from "./usage-error";

const CLEAR_PENDING_CREATES = "pulumi refresh --clear-pending-creates --yes";

/** Examines a stack's state for what a killed CLI leaves behind; `-` is stdin. @throws UsageError */
export function examineStateFile(file: string): Finding[] {
  const text = readText(file);
  if (text.trim() === "") return [emptyText(file)];
  const state = parseState(text);
  return state ? examineState(state) : [notAState(file)];
}

/** The state in a text; undefined for any other text. */
export function parseState(text: string): StackState | undefined {
  try {
    return StateDocument.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function emptyText(file: string): Finding {
  return {
    subject: "state",
    state: "problem",
    text: `${file === "-" ? "stdin" : file} is empty: \`pulumi stack export\` has printed no state.`,
    cure: "read its message on stderr. For a stack in a file backend, let doctor look at its files:",
    commands: ["edge-platform doctor --backend file://<folder of the backend>"],
  };
}

function notAState(file: string): Finding {
  return {
    subject: "state",
    state: "problem",
    text: `${file === "-" ? "stdin" : file} is no state that Pulumi could read.`,
    cure: "give what this prints; for a stack in a file backend, `edge-platform doctor --backend` looks for an earlier state:",
    commands: ["pulumi stack export | edge-platform doctor --state -"],
  };
}

function examineState(state: StackState): Finding[] {
  const findings = [
    ...state.pending.map(pendingOperation),
    ...state.resources.flatMap((resource) => [
      ...(resource.pendingReplacement ? [pendingReplacement(resource)] : []),
      ...(resource.delete ? [unfinishedReplacement(resource)] : []),
      ...(resource.initErrors?.length ? [unfinished(resource, resource.initErrors)] : []),
    ]),
  ];
  const { project, stack } = stackOf(state) ?? {};
  const name = project === undefined ? "The state" : `The state of ${project}/${stack ?? ""}`;
  const text =
    state.resources.length === 0
      ? `${name} holds no resource.`
      : `${name} holds ${state.resources.length} resources, and no operation is pending.`;
  return findings.length > 0 ? findings : [{ subject: "state", state: "ok", text }];
}

function pendingOperation({ resource, type }: PendingOperation): Finding {
  const label = resourceLabel(resource);
  return {
    subject: "pending",
    state: "problem",
    text: `${label} was interrupted while ${type}. Whether the API has carried that out is not known.`,
    ...(edgeKind(resource) === undefined ? foreignCure(type) : ownCure(type)),
  };
}

function ownCure(type: string): Pick<Finding, "cure" | "commands"> {
  if (type !== "creating")
    return {
      cure: "the next `up` reads the live object and continues from there:",
      commands: ["pulumi up --refresh"],
    };
  return {
    cure: "the next `up` looks for what was made, and takes it over by its mark. The entry stays in the state until it is cleared:",
    commands: ["pulumi up", CLEAR_PENDING_CREATES],
  };
}

function foreignCure(type: string): Pick<Finding, "cure" | "commands"> {
  if (type !== "creating")
    return { cure: "let its provider compare it:", commands: ["pulumi refresh --yes"] };
  return {
    cure: "its provider is not this package's: look there whether it exists. If it does not, clear the entry:",
    commands: [CLEAR_PENDING_CREATES],
  };
}

function pendingReplacement(resource: StateResource): Finding {
  return {
    subject: "replacement",
    state: "problem",
    text: `${resourceLabel(resource)} was being replaced: the old one is removed, and the state knows of no new one.`,
    cure: "the next `up` makes the new one, or takes over the one that was made:",
    commands: ["pulumi up"],
  };
}

function unfinishedReplacement(resource: StateResource): Finding {
  return {
    subject: "replacement",
    state: "problem",
    text: `${resourceLabel(resource)} was replaced, and its predecessor is still to be removed.`,
    cure: "the next `up` removes it:",
    commands: ["pulumi up"],
  };
}

function unfinished(resource: StateResource, reasons: readonly string[]): Finding {
  return {
    subject: "resource",
    state: "problem",
    text: `${resourceLabel(resource)} exists, but its last write was not finished: ${reasons.join(" ")}`,
    cure: "correct what that names; the next `up` finishes it:",
    commands: ["pulumi up"],
  };
}
