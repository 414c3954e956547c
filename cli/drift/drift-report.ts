import type { MemberChange, RuleChange } from "../../review/changes/review";

/** A rule that drifted, with the first version of the ruleset that has it as it is now. */
export interface DriftedRule extends Pick<RuleChange, "ref" | "kinds" | "text" | "members"> {
  /** The owner of a foreign rule that an exclusive ruleset would remove; null for a rule of the resource. */
  readonly foreign: string | null;
  /** Null if the versions cannot be read, or are not kept any more. */
  readonly since: { readonly version: string; readonly at: string | null } | null;
}

/** What one resource of the state looks like at the API. */
export interface ResourceDrift {
  readonly urn: string;
  /** `ZoneEntrypointRuleset "custom"`. */
  readonly label: string;
  /**
   * `gone`: the object does not exist any more. `unread`: the API did not answer, or refused. `hidden`: the state hides what would be
   * compared, because it is secret.
   */
  readonly status: "same" | "drifted" | "gone" | "unread" | "hidden";
  /** Why the resource was not compared; null otherwise. */
  readonly why: string | null;
  /** The versions of the ruleset in the state and now; null for other resources. */
  readonly versions: { readonly state: string | null; readonly live: string } | null;
  readonly rules: readonly DriftedRule[];
  readonly settings: readonly MemberChange[];
  /** Changes in words that are neither of a rule nor of a setting. */
  readonly texts: readonly string[];
  /** What cannot be compared: `whether …`. It is no drift. */
  readonly unknown: readonly string[];
  /** The rules of other owners in the same ruleset, which a shared owner leaves alone: no drift. */
  readonly foreign: readonly { readonly ref: string; readonly owner: string; readonly action: string }[];
}

/** The drift of a stack. All texts are untrusted. */
export interface DriftReport {
  readonly format: "edge-platform-drift";
  readonly version: 1;
  /** `<project>/<stack>`. */
  readonly stack: string;
  readonly resources: readonly ResourceDrift[];
}

export function isDrifted({ status }: ResourceDrift): boolean {
  return status === "drifted" || status === "gone";
}
