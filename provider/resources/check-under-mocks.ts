import * as pulumi from "@pulumi/pulumi";
import { expressionErrorsOf } from "../claims/warnings-of";
import { installedMocks } from "../mocks";
import type { ResourceKind } from "../properties";
import { containsLater } from "./known-parts";
import { programLanguage } from "../program-language";

/**
 * In a unit test with mocks, throws if an expression is invalid: no provider checks the resource there. Arguments that contain outputs or
 * promises are not checked.
 *
 * @throws RunError
 */
export function checkUnderMocks(kind: ResourceKind, name: string, args: object): void {
  // The model of a preview answers with the problems of the provider itself.
  if (installedMocks() === undefined || pulumi.runtime.isDryRun() || containsLater(args)) return;
  const errors = expressionErrorsOf(kind, { ...args }, programLanguage());
  if (errors.length > 0) throw new pulumi.RunError(`${kind} "${name}": ${errors.join("\n")}`);
}
