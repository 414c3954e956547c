import { setImmediate as nextTurn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import type { Members } from "../api";
import { expressionErrorsOf } from "../claims/warnings-of";
import { installedMocks } from "../mocks";
import type { ResourceKind } from "../properties";
import { containsLater, knownMembers, membersNow } from "./known-parts";
import { failLater } from "./program-error";
import { programLanguage } from "../program-language";

/**
 * In a unit test with mocks, throws if an expression is invalid: no provider checks the resource there. What outputs and promises hold is
 * checked once it is known, and then fails the test. Values that are secret, or unknown in a preview, are not checked.
 *
 * Returns options that let the registration wait for this, so that no output of the resource is known before.
 *
 * @throws RunError
 */
export function checkUnderMocks(
  kind: ResourceKind,
  name: string,
  args: object,
  opts: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  if (installedMocks() === undefined || opts.id !== undefined) return opts;
  const members = { ...args };
  const error = errorOf(kind, name, membersNow(members));
  if (error) throw error;
  if (!containsLater(members)) return opts;
  return pulumi.mergeOptions(opts, { dependsOn: checkLater(kind, name, members) });
}

async function checkLater(kind: ResourceKind, name: string, members: Members): Promise<pulumi.Resource[]> {
  const error = errorOf(kind, name, await knownMembers(members));
  if (error) {
    failLater(error);
    // Only now does Node report the rejection: a test that waits for an output of the resource still runs.
    await nextTurn();
  }
  return [];
}

function errorOf(kind: ResourceKind, name: string, members: Members): pulumi.RunError | undefined {
  const errors = expressionErrorsOf(kind, members, programLanguage());
  return errors.length > 0 ? new pulumi.RunError(`${kind} "${name}": ${errors.join("\n")}`) : undefined;
}
