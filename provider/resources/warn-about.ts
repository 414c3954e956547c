import * as pulumi from "@pulumi/pulumi";
import type { Members } from "../api";
import { warningsOf } from "../claims/warnings-of";
import type { ResourceKind } from "../properties";

/**
 * Logs the warnings about a resource at that resource, in previews and updates. Never throws.
 *
 * @param known resolves to the arguments with an unknown value in place of each that is not known, or secret. Never rejects
 */
export function warnAbout(resource: pulumi.Resource, kind: ResourceKind, known: Promise<Members>): void {
  void known.then((args) => {
    try {
      for (const text of warningsOf(kind, args, new Date())) void pulumi.log.warn(text, resource);
    } catch (problem) {
      // A warning that cannot be made must not fail the program.
      void pulumi.log.debug(`The rules could not be judged: ${String(problem)}`, resource);
    }
  });
}
