import type { Child, Html } from "./html";

/** What changes in one resource of a place. Nothing in it names the resource. */
export interface ResourceChanges {
  readonly title: Child;
  /** What is said beside the name of the resource. */
  readonly facts: string;
  readonly chips: readonly (Html | false)[];
  readonly body: Html;
}
