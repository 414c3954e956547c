import { z } from "zod";
import { isMembers } from "../../provider/api";
import { fromTerraform } from "../model/from-terraform";
import { parsedJson } from "../model/members";
import type { Reviewed } from "../model/reviewed";
import { shaped } from "./document-json";
import { changeOfSteps, EngineStep } from "./engine-steps";
import { DocumentError, PREVIEW_COMMAND } from "./planned-change";
import { withHidden } from "./hidden-values";
import { readDocument } from "./read-document";
import { isTerraformState, readTerraformState } from "./terraform-state";
import { zoneNamesIn } from "./zone-names";
import { countedSteps } from "../changes/counted-steps";

/** The resources of this API that a document describes. */
export interface DocumentResources {
  /** Undefined for a state, which describes no change. */
  readonly before: readonly Reviewed[] | undefined;
  readonly after: readonly Reviewed[];
  /** The names of zones by their ids, as far as the document says them. */
  readonly names: ReadonlyMap<string, string>;
}

const DOCS = "docs/requests.md";

const Deployment = z.looseObject({
  resources: z.array(z.looseObject({ urn: z.string(), delete: z.boolean().default(false) })).nullish(),
});
const StackExport = z.looseObject({ deployment: Deployment });

/**
 * Reads the resources of a planned change, of the output of `pulumi stack export`, or the rulesets of a state of Terraform. What proofs are
 * about must be complete: a plan that failed, a preview that leaves out unchanged resources, and a state without the rules of a ruleset are
 * refused. @throws DocumentError
 */
export function readResources(text: string): DocumentResources {
  return { ...resourcesIn(text), names: zoneNamesIn(text) };
}

function resourcesIn(text: string): Omit<DocumentResources, "names"> {
  const whole = parsedJson(text);
  if (isMembers(whole) && "deployment" in whole) return { before: undefined, after: stateResources(whole) };
  if (isMembers(whole) && isTerraformState(whole))
    return { before: undefined, after: terraformRulesets(text) };
  const { steps, failure, leftOut, missing, uncounted } = readDocument(text);
  if (failure !== undefined)
    throw new DocumentError(`the plan has failed, so it is not complete: ${failure}`);
  if (missing !== undefined)
    throw new DocumentError(
      `the document counts ${countedSteps(missing)} more than it contains, so it is not complete: write it again`,
    );
  if (uncounted !== undefined)
    throw new DocumentError(
      `the document contains ${countedSteps(uncounted)} more than it counts, so it contradicts itself: write it again`,
    );
  if (leftOut !== undefined)
    throw new DocumentError(
      `the preview leaves out unchanged resources: write it with \`${PREVIEW_COMMAND}\``,
    );
  return {
    before: steps.flatMap(({ before }) => before ?? []),
    after: steps.flatMap(({ after }) => after ?? []),
  };
}

function stateResources(whole: object): Reviewed[] {
  const { deployment } = shaped(StackExport, whole, "the state", DOCS);
  const kept = (deployment.resources ?? []).filter((resource) => !resource.delete);
  const steps = kept.map((resource) =>
    shaped(
      EngineStep,
      { op: "same", urn: resource.urn, newState: resource },
      "a resource of the state",
      DOCS,
    ),
  );
  return changeOfSteps("pulumi-preview", steps, []).steps.flatMap(({ after }) => after ?? []);
}

function terraformRulesets(text: string): Reviewed[] {
  const { objects, unread } = readTerraformState(text, ["cloudflare_ruleset"]);
  const [missing] = unread;
  if (missing !== undefined)
    throw new DocumentError(
      `the state does not say what rules ${JSON.stringify(missing.address)} has: ${missing.why}`,
    );
  return objects.flatMap(({ type, address, values, sensitive }) => {
    const secrets = new Set<string>();
    const hidden = withHidden(values, { sensitive }, secrets);
    return (isMembers(hidden) && fromTerraform({ type, address, values: hidden, secrets })) || [];
  });
}
