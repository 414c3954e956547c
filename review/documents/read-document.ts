import { z } from "zod";
import { inOrder, isMembers, type Members } from "../../provider/api";
import { parsedJson } from "../model/members";
import { kindOfJson, namesOf, parseJson, refuseFormat, shaped } from "./document-json";
import {
  changeOfSteps,
  EngineDiagnostic,
  EngineStep,
  isStack,
  missingSteps,
  OUTPUTS,
  replacementStepsOf,
  uncountedSteps,
} from "./engine-steps";
import { withHidden } from "./hidden-values";
import { DocumentError, type PlannedChange, type PlannedStep, type StepCounts } from "./planned-change";
import { isTerraformState } from "./terraform-state";
import { ZONE_TYPES, zoneNamesOf } from "./zone-names";
import { fromTerraform } from "../model/from-terraform";
import { cutText } from "../../provider/words";

const EXPECTED =
  "expected the output of `pulumi preview --json`, an event log of the engine (`pulumi preview --event-log`), or the output of `terraform show -json <plan>`";

/** Where supported versions are documented. */
const DOCS = "docs/review.md";

/** The configuration of the stack. Secrets are hidden. */
const Config = z.record(z.string(), z.string()).optional().catch(undefined);

/** The numbers of steps by operation. */
const Counts = z.record(z.string(), z.number());

const Preview = z.looseObject({
  config: Config,
  steps: z.array(EngineStep).default([]),
  diagnostics: z.array(EngineDiagnostic).nullish(),
  changeSummary: Counts.nullish(),
});

/** An event of the engine with the members that are used. Events of other kinds have none of them. */
const EngineEvent = z.looseObject({
  sequence: z.number(),
  preludeEvent: z.looseObject({ config: Config }).optional(),
  resourcePreEvent: z
    .looseObject({
      metadata: z.looseObject({
        op: z.string(),
        urn: z.string(),
        old: z.unknown().optional(),
        new: z.unknown().optional(),
      }),
    })
    .optional(),
  /** The engine sends the outputs of the stack at the end, when the program has run. */
  resOutputsEvent: z
    .looseObject({ metadata: z.looseObject({ urn: z.string(), new: z.unknown().optional() }) })
    .optional(),
  diagnosticEvent: EngineDiagnostic.optional(),
  summaryEvent: z
    .looseObject({ isPreview: z.boolean().optional(), resourceChanges: Counts.nullish() })
    .optional(),
  cancelEvent: z.looseObject({}).optional(),
});

/** Reads a planned change from the output of Pulumi or Terraform. @throws DocumentError */
export function readDocument(text: string): PlannedChange {
  if (text.trim() === "") throw new DocumentError(`the document is empty; ${EXPECTED}`);
  const whole = parsedJson(text);
  if (whole === undefined) return readEvents(text);
  if (!isMembers(whole)) throw new DocumentError(`${EXPECTED}; found ${kindOfJson(whole)}`);
  if ("sequence" in whole) return readEvents(text);
  return { ...changeOfDocument(whole), ...namesIn([whole]) };
}

/** Returns the names of the zones in documents. */
function namesIn(documents: readonly unknown[]): Pick<PlannedChange, "zoneNames"> {
  const zoneNames = zoneNamesOf(documents);
  return zoneNames.size > 0 ? { zoneNames } : {};
}

function changeOfDocument(whole: Members): PlannedChange {
  if ("steps" in whole || "changeSummary" in whole) {
    const { steps, diagnostics, changeSummary, config } = shaped(Preview, whole, "the preview", DOCS);
    // Without --show-sames, unchanged resources are only counted.
    const leftOut = (changeSummary?.same ?? 0) - steps.filter(({ op }) => op === "same").length;
    const change = changeOfSteps("pulumi-preview", steps, diagnostics ?? []);
    if (!changeSummary && change.failure === undefined)
      throw new DocumentError(
        "the preview has no changeSummary and no error, so it was interrupted or cut: write it again, and wait for the end of the preview",
      );
    const replacementSteps = replacementStepsOf(steps);
    return {
      ...change,
      config,
      ...(replacementSteps && { replacementSteps }),
      ...(leftOut > 0 && { leftOut }),
      ...contradictions(change, steps, changeSummary ?? {}),
    };
  }
  if (isTerraformState(whole))
    throw new DocumentError(`found a state of Terraform, which contains no change; ${EXPECTED}`);
  if ("resource_changes" in whole || "terraform_version" in whole)
    return changeOfPlan(shaped(TerraformPlan, whole, "the plan", DOCS));
  if ("deployment" in whole)
    throw new DocumentError(`found the state of a stack, which contains no change; ${EXPECTED}`);
  throw new DocumentError(`${EXPECTED}; found an object with ${namesOf(whole)}`);
}

function readEvents(text: string): PlannedChange {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const events: unknown[] = [];
  const steps: EngineStep[] = [];
  const diagnostics: EngineDiagnostic[] = [];
  let config: PlannedChange["config"];
  let counts: StepCounts = {};
  let isComplete = false;
  let hasSummary = false;
  for (const [index, line] of lines.entries()) {
    const json = parsedJson(line);
    if (!isMembers(json) || !("sequence" in json)) throw noEvent(text, lines, index);
    events.push(json);
    const event = shaped(EngineEvent, json, `the event in line ${index + 1}`, DOCS);
    config ??= event.preludeEvent?.config;
    if (event.diagnosticEvent) diagnostics.push(event.diagnosticEvent);
    if (event.summaryEvent?.isPreview === false)
      throw new DocumentError(
        "found the log of an update; write the log of a preview: `pulumi preview --event-log`",
      );
    counts = event.summaryEvent?.resourceChanges ?? counts;
    hasSummary ||= event.summaryEvent !== undefined;
    isComplete ||= event.summaryEvent !== undefined || event.cancelEvent !== undefined;
    if (event.resourcePreEvent) {
      const { op, urn, old, new: next } = event.resourcePreEvent.metadata;
      steps.push(
        shaped(
          EngineStep,
          { op, urn, oldState: old, newState: next },
          `the event in line ${index + 1}`,
          DOCS,
        ),
      );
    }
    if (event.resOutputsEvent) {
      const { urn, new: next } = event.resOutputsEvent.metadata;
      // No operation: the step of the resource came before.
      const step = { op: OUTPUTS, urn, newState: next };
      if (isStack(urn)) steps.push(shaped(EngineStep, step, `the event in line ${index + 1}`, DOCS));
    }
  }
  if (!isComplete)
    throw new DocumentError(
      "the event log ends before its preview does: write it again, and wait for the end of the preview",
    );
  const change = changeOfSteps("pulumi-events", steps, diagnostics);
  if (!hasSummary && change.failure === undefined)
    throw new DocumentError(
      "the event log has no summary and no error, so its preview was interrupted: write it again, and wait for the end of the preview",
    );
  return { ...change, config, ...namesIn(events), ...contradictions(change, steps, counts) };
}

/** Returns in what steps and their numbers differ. A preview that failed has steps that it does not count. */
function contradictions(
  { failure }: PlannedChange,
  steps: readonly EngineStep[],
  counts: StepCounts,
): Pick<PlannedChange, "missing" | "uncounted"> {
  const missing = missingSteps(steps, counts);
  // An empty summary says nothing.
  const isCounted = failure === undefined && Object.keys(counts).length > 0;
  const uncounted = isCounted ? uncountedSteps(steps, counts) : undefined;
  return { ...(missing && { missing }), ...(uncounted && { uncounted }) };
}

function noEvent(text: string, lines: readonly string[], index: number): DocumentError {
  if (index > 0)
    return new DocumentError(
      `line ${index + 1} of ${lines.length} is not a complete event: the event log is cut or damaged; write it again`,
    );
  parseJson(text, EXPECTED);
  return new DocumentError(EXPECTED);
}

const ResourceChange = z.looseObject({
  address: z.string(),
  mode: z.string().default("managed"),
  type: z.string(),
  /** The key of an object that an interrupted apply has replaced and left to be deleted. */
  deposed: z.string().nullish(),
  change: z.looseObject({
    actions: z.array(z.string()),
    importing: z.looseObject({}).nullish(),
    before: z.unknown().optional(),
    after: z.unknown().optional(),
    after_unknown: z.unknown().optional(),
    before_sensitive: z.unknown().optional(),
    after_sensitive: z.unknown().optional(),
  }),
});
type ResourceChange = z.infer<typeof ResourceChange>;

/** The members of a plan in JSON that are used. */
const TerraformPlan = z.looseObject({
  format_version: z.string(),
  errored: z.boolean().nullish(),
  resource_changes: z.array(ResourceChange).nullish(),
});

/** Returns the change that a plan of Terraform or OpenTofu describes. @throws DocumentError */
function changeOfPlan(plan: z.infer<typeof TerraformPlan>): PlannedChange {
  refuseFormat("the plan", plan.format_version);
  const managed = (plan.resource_changes ?? []).filter(({ mode }) => mode === "managed");
  const changes = inOrder(managed, ({ address }) => [address]);
  const steps = changes.flatMap((change) => {
    const planned = operationOf(change);
    return planned === undefined ? [] : [plannedStep(planned, change)];
  });
  const deletedZones = changes
    .filter(({ type, change: { actions } }) => ZONE_TYPES.includes(type) && actions.includes("delete"))
    .map(({ address }) => ({ urn: address, label: address }));
  return {
    source: "terraform-plan",
    stack: "terraform",
    steps: steps.filter((step) => step !== undefined),
    others: steps.filter((step) => step === undefined).length,
    ...(deletedZones.length > 0 && { deletedZones }),
    ...(plan.errored === true && { failure: "Terraform could not complete the plan." }),
  };
}

/** Returns undefined for a resource of another provider. */
function plannedStep(
  planned: Omit<PlannedStep, "before" | "after">,
  { address, type, change, deposed }: ResourceChange,
): PlannedStep | undefined {
  const resource = (values: unknown, unknown: unknown, sensitive: unknown) => {
    const secrets = new Set<string>();
    const hidden = withHidden(values, { unknown, sensitive }, secrets);
    return isMembers(hidden) ? fromTerraform({ type, address, values: hidden, secrets }) : undefined;
  };
  const before = resource(change.before, undefined, change.before_sensitive);
  const after = resource(change.after, change.after_unknown, change.after_sensitive);
  if (!before && !after) return undefined;
  return {
    ...planned,
    ...(deposed != null && { leftBehind: idIn(change.before) ?? deposed }),
    ...(before && { before }),
    ...(after && { after }),
  };
}

function idIn(values: unknown): string | undefined {
  const id = isMembers(values) ? values["id"] : undefined;
  return typeof id === "string" ? id : undefined;
}

/** What a plan does with a resource, by its actions in their order. `forget` removes the resource from the state only. */
const ACTIONS: Readonly<Record<string, Omit<PlannedStep, "before" | "after"> | undefined>> = {
  "no-op": { operation: "same" },
  create: { operation: "create" },
  update: { operation: "update" },
  delete: { operation: "delete" },
  forget: { operation: "delete", kept: { by: "forget" } },
  "create, delete": { operation: "replace", first: "create" },
  "delete, create": { operation: "replace", first: "delete" },
  "create, forget": { operation: "replace", first: "create", kept: { by: "forget" } },
  "forget, create": { operation: "replace", first: "create", kept: { by: "forget" } },
  // Of data, for example.
  read: undefined,
};

/** Returns undefined if nothing changes. Rejects other actions: their change must not look harmless. @throws DocumentError */
function operationOf({
  address,
  change: { actions, importing },
}: ResourceChange): Omit<PlannedStep, "before" | "after"> | undefined {
  const key = actions.join(", ");
  if (!Object.hasOwn(ACTIONS, key))
    throw new DocumentError(
      `${cutText(address, 500)} has the actions ${JSON.stringify(cutText(key, 50))}, which this release does not know: update ` +
        "pulumi-edge-platform",
    );
  const planned = ACTIONS[key];
  return planned && { ...planned, ...(importing != null && { isImported: true }) };
}
