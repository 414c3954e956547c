import type { RuleExample } from "../../provider/rulebook/registry/example";
import type { ExampleResource } from "../../provider/claims/example-resource";
import type { KeptObject, PlannedChange, PlannedStep } from "../documents/planned-change";

/** What an update does with a resource. Without `before` it creates the resource, without `after` it deletes it. */
export interface ExampleStep {
  readonly before?: ExampleResource;
  readonly after?: ExampleResource;
  readonly isReplaced?: boolean;
  /** Whether the resource exists, and becomes part of the stack as it is. */
  readonly isImported?: boolean;
  /** Set if what is deleted, or replaced, stays live. */
  readonly kept?: KeptObject;
  /** Which part of a replacement comes first. */
  readonly first?: PlannedStep["first"];
  /** The id of what is deleted, if an interrupted update has replaced the resource before. */
  readonly leftBehind?: string;
}

/** A change of a stack, with what its preview says about the whole stack. */
export interface ExampleChange extends Partial<
  Pick<
    PlannedChange,
    | "failure"
    | "leftOut"
    | "missing"
    | "uncounted"
    | "replacementSteps"
    | "exportedTokens"
    | "putBack"
    | "deletedZones"
  >
> {
  readonly steps: readonly ExampleStep[];
}

/** Changes that are reported under an id, and similar ones that are not. A test reviews both. */
export interface ChangeExample {
  readonly bad: ExampleChange;
  readonly good: ExampleChange;
  /** The settings of the policy that both are judged with. Default: those of the policy. */
  readonly config?: Readonly<Record<string, unknown>>;
}

export const creating = (...resources: readonly ExampleResource[]): ExampleChange => ({
  steps: resources.map((after) => ({ after })),
});
export const changing = (before: ExampleResource, after: ExampleResource): ExampleChange => ({
  steps: [{ before, after }],
});
export const replacing = (before: ExampleResource, after: ExampleResource): ExampleChange => ({
  steps: [{ before, after, isReplaced: true }],
});
export const keeping = (before: ExampleResource): ExampleChange => ({
  steps: [{ before, kept: { by: "retainOnDelete" } }],
});
export const deleting = (before: ExampleResource): ExampleChange => ({ steps: [{ before }] });

/** The kinds of ids: first what is wrong with an expression or a rule, last what a policy forbids. */
export const KINDS = [
  "parse error",
  "limit",
  "constraint",
  "shape",
  "lint",
  "hazard",
  "claim",
  "reason",
  "policy",
] as const;
export type Kind = (typeof KINDS)[number];

/** What is known about an id that the package reports. */
export interface Entry {
  /** The id as outputs show it. SARIF and the reasons of a review write `hazard-` in front of the id of a hazard. */
  readonly id: string;
  readonly kind: Kind;
  /** How severe a finding is by default, in the words of its kind: `warning`, `dangerous`, `mandatory`. */
  readonly level: string;
  /** The severity of a policy, whatever its level. */
  readonly severity?: string;
  /** What the id means, in one or two sentences. */
  readonly meaning: string;
  /** The public source of the fact, or this project. */
  readonly source: string;
  readonly todo: string;
  /** How to allow it. Undefined if nothing allows it. */
  readonly allow?: string | undefined;
  /** Rules that are reported, and rules that are not. */
  readonly rules?: RuleExample;
  /** Changes of a stack that are reported, and changes that are not. */
  readonly change?: ChangeExample | undefined;
}
