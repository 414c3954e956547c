import { z } from "zod";
import { inOrder, isMembers, pathTo, UNKNOWN } from "../../provider/api";
import { putBackIn } from "../../provider/rulesets";
import { fromCloudflare } from "../model/from-cloudflare";
import { type DeclaredResource, fromEdge } from "../model/from-edge";
import type { Reviewed, SourcePosition } from "../model/reviewed";
import { unknownPaths } from "../changes/shown";
import { ZONE_TYPES } from "./zone-names";
import {
  type DeletedZone,
  DocumentError,
  type KeptObject,
  type PlannedChange,
  type PlannedStep,
  type PutBackLine,
  STACK_OUTPUT,
  type StepCounts,
  type TokenUser,
} from "./planned-change";
import { SIGNATURE } from "../../provider/properties/envelope";
import { cutText } from "../../provider/words";

/** The members of a state of the engine that are used. */
const EngineState = z.looseObject({
  urn: z.string(),
  type: z.string(),
  id: z.string().nullish(),
  inputs: z.record(z.string(), z.unknown()).nullish(),
  outputs: z.record(z.string(), z.unknown()).nullish(),
  protect: z.boolean().nullish(),
  retainOnDelete: z.boolean().nullish(),
  /** The URN of the resource whose deletion deletes this one, too, so that the engine does not. */
  deletedWith: z.string().nullish(),
  sourcePosition: z.string().nullish(),
  external: z.boolean().nullish(),
  /** The URNs on which each property depends. An event log does not have them. */
  propertyDependencies: z.record(z.string(), z.array(z.string()).nullish()).nullish(),
  /** False for a component, which only groups other resources. */
  custom: z.boolean().nullish(),
});
type EngineState = z.infer<typeof EngineState>;

/** A step of the engine, from a preview or an event. */
export const EngineStep = z.looseObject({
  op: z.string(),
  urn: z.string(),
  oldState: EngineState.nullish(),
  newState: EngineState.nullish(),
});
export type EngineStep = z.infer<typeof EngineStep>;

export const EngineDiagnostic = z.looseObject({
  urn: z.string().nullish(),
  message: z.string(),
  severity: z.string(),
});
export type EngineDiagnostic = z.infer<typeof EngineDiagnostic>;

/** The operation of a step with the outputs of a resource, which follows its other steps. */
export const OUTPUTS = "outputs";

/** Operations that change the API or the stack. */
const OPERATIONS: Readonly<Record<string, PlannedStep["operation"]>> = {
  same: "same",
  create: "create",
  update: "update",
  replace: "replace",
  delete: "delete",
  // An existing object becomes part of the stack. What the update changes of it, another step says.
  import: "same",
};
/** Parts of a replacement, whose step `replace` has both states. A preview as JSON has them only with `--show-replacement-steps`. */
const DELETE_REPLACED = "delete-replaced";
const CREATE_REPLACEMENT = "create-replacement";
const REPLACEMENT_STEPS: readonly string[] = [
  CREATE_REPLACEMENT,
  DELETE_REPLACED,
  "discard-replaced",
  "import-replacement",
  "read-replacement",
];
/** Operations without a change of their own: reads, parts of a replacement, and outputs. */
const SILENT: readonly string[] = [
  ...REPLACEMENT_STEPS,
  "read",
  "refresh",
  "discard",
  "remove-pending-replace",
  "diff",
  OUTPUTS,
];
/** The prefix of the types of the engine itself: stacks and providers, which a change does not count. */
const ENGINE_TYPE = "pulumi:";
const STACK_TYPE = "pulumi:pulumi:Stack";
const MAX_MESSAGES = 5;
/** The names of a project and of a stack have at most 100 characters each. */
const MAX_STACK = 201;

/**
 * Returns the change that steps of the engine make, in the order of the URNs, with numbers as numbers: the engine works on several resources at a time, so two
 * previews of one program have their steps and diagnostics in different orders. The errors of the stack come last.
 */
export function changeOfSteps(
  source: PlannedChange["source"],
  steps: readonly EngineStep[],
  diagnostics: readonly EngineDiagnostic[],
): PlannedChange {
  const engineSteps = inOrder(steps, ({ urn, op }) => [urn, op === OUTPUTS ? "~" : op]);
  const leftBehind = leftBehindSteps(engineSteps);
  const deleted = deletedUrns(engineSteps);
  const imported = importedUrns(engineSteps);
  const own: PlannedStep[] = [];
  let others = 0;
  for (const step of engineSteps) {
    refuseWithoutState(step);
    const state = step.newState ?? step.oldState;
    if (!state || state.type.startsWith(ENGINE_TYPE) || state.external || state.custom === false) continue;
    const isLeftBehind = leftBehind.has(step);
    const operation = isLeftBehind ? "delete" : operationOf(step);
    if (operation === undefined || (step.op === "import" && imported.get(step.urn) === "changed")) continue;
    const planned = plannedStep(operation, step);
    if (planned)
      own.push({
        ...planned,
        ...deletionOf(operation, step, { inTheirOrder: steps, deleted }),
        ...(imported.has(step.urn) && { isImported: true }),
        ...(isLeftBehind && { leftBehind: step.oldState?.id ?? "" }),
      });
    // An event log says of a resource that it is custom, and of a component nothing.
    else if (source !== "pulumi-events" || state.custom === true) others += 1;
  }
  const failure = failureOf(
    inOrder(diagnostics, ({ urn, message }) => [urn && !isStack(urn) ? urn : "~", message]),
  );
  const exported = exportedTokens(stackOutputs(engineSteps));
  const users = usersOfTokens(own, engineSteps);
  const putBack = putBackLines(diagnostics);
  const deletedZones = zonesDeleted(engineSteps, deleted);
  return {
    source,
    stack: stackOf(engineSteps),
    steps: own,
    others,
    ...(failure !== undefined && { failure }),
    ...(exported.length > 0 && { exportedTokens: exported }),
    ...(users.size > 0 && { tokenUsers: users }),
    ...(putBack.length > 0 && { putBack }),
    ...(deletedZones.length > 0 && { deletedZones }),
  };
}

function zonesDeleted(steps: readonly EngineStep[], deleted: ReadonlySet<string>): DeletedZone[] {
  return steps.flatMap((step) => {
    const { op, urn, oldState } = step;
    const isGone = (op === "delete" || op === "replace") && oldState && ZONE_TYPES.includes(oldState.type);
    if (!isGone || keptObject(step, deleted)) return [];
    const domain = oldState.inputs?.["name"] ?? oldState.inputs?.["zone"];
    const label = `Zone ${JSON.stringify(nameIn(urn))}`;
    return [{ urn, label, ...(typeof domain === "string" && domain !== SECRET && { domain }) }];
  });
}

/** Returns what lines of the provider say about rules that the update puts back. */
function putBackLines(diagnostics: readonly EngineDiagnostic[]): PutBackLine[] {
  const lines = diagnostics.flatMap(({ urn, message }): PutBackLine[] => {
    const rules = putBackIn(message);
    if (rules === undefined) return [];
    return urn == null || urn === "" || isStack(urn) ? [{ text: message.trim() }] : [{ urn, text: rules }];
  });
  return inOrder(lines, ({ urn = "~", text }) => [urn, text]);
}

/**
 * Returns the steps that delete what an earlier update has replaced and not deleted, because it was interrupted: each `delete-replaced` that
 * belongs to no step `replace` of the same object.
 */
function leftBehindSteps(steps: readonly EngineStep[]): ReadonlySet<EngineStep> {
  const replaced = steps.filter(({ op }) => op === "replace").map(objectKey);
  return new Set(
    steps.filter((step) => {
      if (step.op !== DELETE_REPLACED) return false;
      const index = replaced.indexOf(objectKey(step));
      // A second deletion of an object with the same id is not part of this replacement.
      if (index >= 0) replaced.splice(index, 1);
      return index < 0;
    }),
  );
}

/** Returns the URNs of what is imported, and whether another step says what becomes of it. */
function importedUrns(steps: readonly EngineStep[]): ReadonlyMap<string, "changed" | "as it is"> {
  const imported = steps.filter(({ op }) => op === "import").map(({ urn }) => urn);
  const others = new Set(
    steps.filter(({ op }) => ["update", "replace", "same"].includes(op)).map(({ urn }) => urn),
  );
  return new Map(imported.map((urn) => [urn, others.has(urn) ? "changed" : "as it is"]));
}

/** Returns a text that only steps about the same old object have. */
function objectKey({ urn, oldState }: EngineStep): string {
  return `${urn} ${oldState?.id ?? ""}`;
}

/** Returns the URNs of what the engine deletes. Without the steps of replacements, that includes all that is replaced. */
function deletedUrns(steps: readonly EngineStep[]): ReadonlySet<string> {
  return new Set(
    steps.filter(({ op }) => [DELETE_REPLACED, "delete", "replace"].includes(op)).map(({ urn }) => urn),
  );
}

/** Returns how the engine deletes the object of a deletion, or what is replaced. */
function deletionOf(
  operation: PlannedStep["operation"],
  step: EngineStep,
  {
    inTheirOrder,
    deleted,
  }: { readonly inTheirOrder: readonly EngineStep[]; readonly deleted: ReadonlySet<string> },
): Pick<PlannedStep, "first" | "kept"> {
  if (operation !== "delete" && operation !== "replace") return {};
  const kept = keptObject(step, deleted);
  const first = operation === "replace" ? firstOf(step, inTheirOrder) : undefined;
  return { ...(kept && { kept }), ...(first && { first }) };
}

/** The engine sends no deletion of an object with one of these options in its state. */
function keptObject({ oldState }: EngineStep, deleted: ReadonlySet<string>): KeptObject | undefined {
  const { retainOnDelete, deletedWith } = oldState ?? {};
  if (retainOnDelete === true) return { by: "retainOnDelete" };
  if (deletedWith == null || !deleted.has(deletedWith)) return undefined;
  return { by: "deletedWith", goesWith: nameIn(deletedWith) };
}

/** Returns which part of a replacement comes first: steps of one resource are in the order in which the engine does them. */
function firstOf(replacement: EngineStep, steps: readonly EngineStep[]): PlannedStep["first"] {
  const { urn } = replacement;
  const key = objectKey(replacement);
  const creation = steps.findIndex((step) => step.op === CREATE_REPLACEMENT && step.urn === urn);
  const deletion = steps.findIndex((step) => step.op === DELETE_REPLACED && objectKey(step) === key);
  if (creation < 0 || deletion < 0) return undefined;
  return deletion < creation ? "delete" : "create";
}

/** The operations whose steps a preview always shows, and counts in its summary. It shows `same` only with `--show-sames`. */
const COUNTED: readonly string[] = ["create", "update", "replace", "delete", "import"];

/** A provider that the engine makes by itself. Event logs have its steps, which the engine does not count. */
const DEFAULT_PROVIDER = /::pulumi:providers:[^:]+::default(?:_[^:]*)?$/;

/** Returns the number of steps with an operation that the engine counts. */
function numberOf(operation: string, steps: readonly EngineStep[]): number {
  return steps.filter(({ op, urn }) => op === operation && !DEFAULT_PROVIDER.test(urn)).length;
}

/**
 * Returns how many steps the engine has counted beyond those in the document, by operation; undefined if the document has all. Steps of
 * replacements, such as `delete-replaced`, are never counted.
 */
export function missingSteps(steps: readonly EngineStep[], counts: StepCounts): StepCounts | undefined {
  const missing: Record<string, number> = {};
  let unexplained = refreshedOnly(steps);
  for (const operation of COUNTED) {
    const lacking = Math.max(0, (counts[operation] ?? 0) - numberOf(operation, steps));
    const explained = Math.min(lacking, unexplained);
    unexplained -= explained;
    if (lacking > explained) missing[operation] = lacking - explained;
  }
  return Object.keys(missing).length > 0 ? missing : undefined;
}

/** Returns how many steps the document contains beyond those that the engine has counted, by operation; undefined if there are none. */
export function uncountedSteps(steps: readonly EngineStep[], counts: StepCounts): StepCounts | undefined {
  const surplus = [...COUNTED, "same"].flatMap((operation) => {
    const more = numberOf(operation, steps) - (counts[operation] ?? 0);
    return more > 0 ? [[operation, more] as const] : [];
  });
  return surplus.length > 0 ? Object.fromEntries(surplus) : undefined;
}

/** Counts the resources that are only refreshed: the preview of a `refresh` counts them by what changes, and may show `refresh`. */
function refreshedOnly(steps: readonly EngineStep[]): number {
  const others = new Set(steps.filter(({ op }) => op !== "refresh").map(({ urn }) => urn));
  return steps.filter(({ op, urn }) => op === "refresh" && !others.has(urn)).length;
}

/** Says whether a preview as JSON leaves out the steps of replacements. Without a replacement, nothing shows it. */
export function replacementStepsOf(steps: readonly EngineStep[]): PlannedChange["replacementSteps"] {
  if (steps.some(({ op }) => REPLACEMENT_STEPS.includes(op))) return undefined;
  return steps.some(({ op }) => op === "replace") ? "left out" : "unproved";
}

/**
 * Returns by the URN of each token what depends on it: properties of resources of all packages, and the secret outputs of the stack after
 * the last update, each of which may be the value of any token.
 */
function usersOfTokens(
  steps: readonly PlannedStep[],
  engineSteps: readonly EngineStep[],
): Map<string, TokenUser[]> {
  const users = new Map<string, TokenUser[]>();
  for (const { operation, before, after } of steps) {
    const shown = after ?? before;
    if (shown?.kind === "token" && operation !== "same") users.set(shown.urn, []);
  }
  if (users.size === 0) return users;
  const secrets = secretPaths(earlierOutputs(engineSteps));
  for (const list of users.values()) list.push(...secrets.map((path) => ({ by: STACK_OUTPUT, path })));
  for (const { oldState, newState } of engineSteps) {
    const { urn, type, propertyDependencies } = newState ?? oldState ?? { urn: "", type: "" };
    const by = `${type.slice(type.lastIndexOf(":") + 1)} ${JSON.stringify(nameIn(urn))}`;
    for (const [path, dependencies] of Object.entries(propertyDependencies ?? {}))
      if (!path.startsWith("__"))
        for (const token of new Set(dependencies)) users.get(token)?.push({ by, path });
  }
  return users;
}

function earlierOutputs(steps: readonly EngineStep[]): unknown {
  const states = steps.flatMap(({ oldState }) => oldState ?? []);
  return states.find(({ type, outputs }) => type === STACK_TYPE && outputs != null)?.outputs;
}

/** Returns the paths of the secrets in the outputs of a stack. */
function secretPaths(outputs: unknown): string[] {
  const hidden = hideSecrets(outputs);
  return isMembers(hidden)
    ? Object.entries(hidden).flatMap(([name, value]) => unknownPaths(value, name))
    : [];
}

export function isStack(urn: string): boolean {
  return urn.includes(`::${STACK_TYPE}::`);
}

/** Returns undefined if a step changes nothing itself. Rejects an unknown operation: its change must not look harmless. */
function operationOf({ op, urn }: EngineStep): PlannedStep["operation"] | undefined {
  if (Object.hasOwn(OPERATIONS, op)) return OPERATIONS[op];
  if (SILENT.includes(op)) return undefined;
  throw new DocumentError(
    `the step of ${cutText(urn, 500)} has the operation ${JSON.stringify(cutText(op, 50))}, which this release does not know: update ` +
      "pulumi-edge-platform",
  );
}

/** Returns the outputs of the stack: the new ones from an event log, and those of the last update from a preview, which has no others. */
function stackOutputs(steps: readonly EngineStep[]): unknown {
  const states = steps.flatMap(({ oldState, newState }) => [oldState, newState]);
  return states.findLast((state) => state?.type === STACK_TYPE && state.outputs != null)?.outputs;
}

/** The states that a step of each operation has. */
const STATES: Readonly<Record<string, readonly ("oldState" | "newState")[]>> = {
  create: ["newState"],
  import: ["newState"],
  update: ["oldState", "newState"],
  replace: ["oldState", "newState"],
  delete: ["oldState"],
  [DELETE_REPLACED]: ["oldState"],
};

/** Rejects a step without a state that its operation has: its change must not look harmless. @throws DocumentError */
function refuseWithoutState(step: EngineStep): void {
  const states = Object.hasOwn(STATES, step.op) ? (STATES[step.op] ?? []) : [];
  const lacking = states.find((name) => !step[name]);
  if (lacking === undefined) return;
  throw new DocumentError(
    `the step ${JSON.stringify(step.op)} of ${cutText(step.urn, 500)} has no ${lacking}: the document is damaged; write it again`,
  );
}

function plannedStep(
  operation: PlannedStep["operation"],
  { oldState, newState }: EngineStep,
): PlannedStep | undefined {
  const before = oldState && operation !== "create" ? reviewedOf(declared(oldState)) : undefined;
  const after = newState && operation !== "delete" ? reviewedOf(declared(newState)) : undefined;
  if (!before && !after) return undefined;
  return { operation, ...(before && { before }), ...(after && { after }) };
}

function declared({
  id,
  urn,
  type,
  inputs,
  outputs,
  protect,
  retainOnDelete,
  sourcePosition,
}: EngineState): DeclaredResource {
  const properties = hideSecrets(inputs ?? {});
  const position = positionOf(sourcePosition ?? "");
  return {
    type,
    urn,
    id: id ?? undefined,
    name: nameIn(urn),
    // An object stays an object unless it is a secret as a whole.
    properties: isMembers(properties) ? properties : {},
    ...(outputs && { outputs }),
    // The engine writes the option only if it is set.
    isProtected: protect === true,
    isRetained: retainOnDelete === true,
    ...(position && { position }),
  };
}

function nameIn(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}

/** Parses `project:///src/index.ts#12,3`. */
function positionOf(text: string): SourcePosition | undefined {
  const [, file, line] = /^project:\/\/\/(.+)#(\d+)(?:,\d+)?$/.exec(text) ?? [];
  return file === undefined || Number(line) < 1 ? undefined : { file: decoded(file), line: Number(line) };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function stackOf(steps: readonly EngineStep[]): string {
  for (const { urn } of steps) {
    const [, stack, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(urn) ?? [];
    if (stack !== undefined && project !== undefined) return `${project}/${stack}`.slice(0, MAX_STACK);
  }
  return "unknown stack";
}

function failureOf(diagnostics: readonly EngineDiagnostic[]): string | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  if (errors.length === 0) return undefined;
  const more = errors.length > MAX_MESSAGES ? [`… and ${errors.length - MAX_MESSAGES} more errors`] : [];
  return [...errors.slice(0, MAX_MESSAGES).map((message) => message.trimEnd()), ...more].join("\n");
}

export type { DeclaredResource } from "../model/from-edge";

/** Returns a resource of the engine for review, or undefined if it does not belong to this API. */
export function reviewedOf(declared: DeclaredResource): Reviewed | undefined {
  return fromEdge(declared) ?? fromCloudflare(declared);
}

/** How the engine prints a secret. */
const SECRET = "[secret]";

/**
 * Returns a value of the engine with `UNKNOWN` for each secret, at any depth. This includes the plain text that
 * `--show-secrets` prints.
 */
export function hideSecrets(value: unknown): unknown {
  if (value === SECRET) return UNKNOWN;
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (!isMembers(value)) return value;
  if (Object.hasOwn(value, SIGNATURE)) return UNKNOWN;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hideSecrets(member)]));
}

/** The value of a token or of a key: a prefix that says whose it is, and random characters. */
const VALUE = /cf(?:ut|at|k)_[A-Za-z0-9]{40,76}/g;

/**
 * Returns the paths of a stack's outputs that contain the value of a token in plain text. The engine shows an output that is marked as
 * secret as `[secret]`, so these were made public with `pulumi.unsecret`, or written into the program.
 */
export function exportedTokens(outputs: unknown): string[] {
  return [...new Set(pathsIn(outputs, ""))];
}

function pathsIn(value: unknown, path: string): string[] {
  if (typeof value === "string") return value.search(VALUE) >= 0 ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => pathsIn(item, pathTo(path, index)));
  if (!isMembers(value) || Object.hasOwn(value, SIGNATURE)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const shown = name.replace(VALUE, "(a token's value)");
    const at = path === "" ? shown : pathTo(path, shown);
    return [...(shown === name ? [] : [at]), ...pathsIn(member, at)];
  });
}
