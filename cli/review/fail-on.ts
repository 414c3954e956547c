import { Option } from "commander";
import { reaches } from "../../review/changes/find-reasons";
import { type Review, SEVERITIES, type Severity } from "../../review/changes/review";

/** With `none`, every change would fail. */
const LIMITS = SEVERITIES.filter((severity) => severity !== "none");

/** `--fail-on <severity>`, of the commands that review a change. */
export function failOnOption(): Option {
  return new Option(
    "--fail-on <severity>",
    "exit with 1 if the change has this severity or a higher one, and with 2 if the review is incomplete",
  ).choices(LIMITS);
}

/** Why `--fail-on` does not let a change pass. */
export interface FailOnRefusal {
  /** Whether the review contains only a part of the change, so that its severity can be too low. */
  readonly isIncomplete: boolean;
  readonly text: string;
}

/** Judges a review by `--fail-on`. Returns undefined if the change passes. */
export function refusalOf(review: Review, limit: Severity | undefined): FailOnRefusal | undefined {
  if (limit === undefined) return undefined;
  if (review.failure !== null)
    return {
      isIncomplete: true,
      text: `the preview failed, so the review contains only a part of the change, and --fail-on ${limit} cannot be decided: correct what the preview reports, and review again.`,
    };
  if (review.incomplete !== null)
    return {
      isIncomplete: true,
      text: `the document and its own counts differ, and --fail-on ${limit} cannot be decided: ${review.incomplete} Write the document again.`,
    };
  return reaches(review.severity, limit)
    ? { isIncomplete: false, text: `the severity is ${review.severity}, and --fail-on is ${limit}.` }
    : undefined;
}
