import * as pulumi from "@pulumi/pulumi";
import type { Condition } from "../filter";

/**
 * A filter expression from values that are known later: outputs of other resources, promises, secrets, nested as deep as need
 * be. The expression is unknown at preview where a value is, and secret where a value is.
 *
 * @param values by the names under which `build` takes them
 * @param build makes the condition of the plain values, with `filter.field`, `filter.and` and the other parts of the builder
 * @returns a text for `expression`. It fails the program where a value makes the condition one that the language refuses, with
 * a picture of the fault; of secret values, only that it is so.
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
      // The builder's picture of the fault shows the value. As a RunError it is shown without the stack of this package.
      throw new pulumi.RunError((await pulumi.isSecret(known)) ? secretFault(values) : faultOf(problem));
    }
  });
}

function secretFault(values: object): string {
  return (
    "A filter expression with secret values could not be built, and the fault is not shown since it holds them. " +
    `Values: ${Object.keys(values).join(", ")}. Try the same conditions with values that are not secret.`
  );
}

function faultOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
