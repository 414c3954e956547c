import type { ExampleResource } from "../../provider/claims/example-resource";
import type { PlannedChange } from "../documents/planned-change";

/** What an update does with a resource. Without `before` it creates the resource, without `after` it deletes it. */
export interface ExampleStep {
  readonly before?: ExampleResource;
  readonly after?: ExampleResource;
  readonly isReplaced?: boolean;
}

/** A change of a stack, with what its preview says about the whole stack. */
export interface ExampleChange extends Partial<
  Pick<PlannedChange, "failure" | "leftOut" | "exportedTokens">
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
export const deleting = (before: ExampleResource): ExampleChange => ({ steps: [{ before }] });
