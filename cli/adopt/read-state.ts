import { DocumentError } from "../../review/documents/planned-change";
import { readTerraformState } from "../../review/documents/terraform-state";
import { objectsOf, TERRAFORM_TYPES, type StateObjects } from "../../adopt/terraform-objects";
import { inputName, readInput } from "../read-text";
import { UsageError } from "../usage-error";

/** Reads the objects in a file with a state of Terraform (`-` is stdin). Errors never quote the text. @throws UsageError */
export function readStateObjects(file: string): StateObjects {
  const name = inputName(file);
  if (file === "-" && process.stdin.isTTY)
    throw new UsageError(
      "No state on stdin. Pipe the output of `terraform show -json`, or name a file with --terraform.",
    );
  const text = readInput(file);
  try {
    return objectsOf(readTerraformState(text, TERRAFORM_TYPES));
  } catch (error) {
    if (error instanceof DocumentError) throw new UsageError(`${name}: ${error.message}`);
    // Deep nesting exceeds the stack of recursive functions.
    if (error instanceof RangeError)
      throw new UsageError(
        `${name} is nested too deeply for a state of Terraform: write it again with \`terraform show -json\`.`,
      );
    throw error;
  }
}
