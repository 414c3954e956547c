import { Option } from "commander";
import { SEVERITIES } from "../../review/changes/review";

/** With `none`, every change would fail. */
const LIMITS = SEVERITIES.filter((severity) => severity !== "none");

/** `--fail-on <severity>`, of the commands that review a change. */
export function failOnOption(): Option {
  return new Option(
    "--fail-on <severity>",
    "exit with 1 if the change has this severity or a higher one",
  ).choices(LIMITS);
}
