import * as pulumi from "@pulumi/pulumi";
import { lintFilter, parseFilter } from "../filter";

/** Logs the lint warnings of an expression at its resource. Secret expressions are not linted. */
export function warnAboutFilter(
  resource: pulumi.Resource,
  path: string,
  expression: pulumi.Input<string | undefined>,
  phase?: pulumi.Input<string | undefined>,
): void {
  const both = pulumi.all([expression, phase]);
  void pulumi.isSecret(both).then((secret) => {
    if (secret) return;
    both.apply(([text, place]) => {
      const parsed = typeof text === "string" ? parseFilter(text) : undefined;
      if (typeof text !== "string" || !parsed?.valid) return;
      for (const warning of lintFilter(parsed.ast, text, place === undefined ? {} : { phase: place })) {
        void pulumi.log.warn(`${path}: ${warning.message}`, resource);
      }
    });
  });
}
