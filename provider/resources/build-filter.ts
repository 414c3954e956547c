import * as pulumi from "@pulumi/pulumi";
import type { Condition } from "../filter";
import { programError } from "./program-error";

/**
 * Builds a filter expression from values that are known later, at any depth: outputs of other resources, promises, secrets. The
 * expression is unknown at preview if a value is unknown, and secret if a value is secret.
 *
 * @param values the values by name
 * @param build makes the condition from the plain values, with `filter.field`, `filter.and` and the rest of the builder
 * @returns the expression. If the condition is invalid, the program fails with a code frame; with secret values, without one.
 *
 * @example
 * ```ts
 * import { buildFilter, filter, ValidatedFilter } from "pulumi-edge-platform";
 * import * as pulumi from "@pulumi/pulumi";
 *
 * const network = new pulumi.StackReference("network");
 * const office = network.requireOutput("officeCidr").apply(String);
 * const expression = buildFilter({ office }, ({ office }) => filter.not(filter.field("ip.src").in([office])));
 * new ValidatedFilter("not-office", { expression });
 * ```
 */
export function buildFilter<T extends object>(
  values: T,
  build: (values: pulumi.Unwrap<T>) => Condition,
): pulumi.Output<string> {
  const known = pulumi.output(values);
  return known.apply(async (plain) => {
    try {
      return build(plain).toString();
    } catch (problem) {
      // The code frame shows the values.
      throw programError((await pulumi.isSecret(known)) ? secretProblem(values) : textOf(problem));
    }
  });
}

function secretProblem(values: object): string {
  return (
    "The filter expression is invalid. The details are not shown, since they contain secret values. " +
    `Values: ${Object.keys(values).join(", ")}. Try the same conditions with values that are not secret.`
  );
}

function textOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
