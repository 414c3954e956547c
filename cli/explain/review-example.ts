import type { ExampleResource } from "../../provider/claims/example-resource";
import type { ClaimConflict } from "../../provider/claims/claim-conflict";
import { conflictsOf } from "../../provider/claims/conflicts";
import { declareResource } from "../../provider/claims/declare-resource";
import { isResourceKind } from "../../provider/properties";
import { policySettings } from "../../review/changes/find-policy-findings";
import type { Review } from "../../review/changes/review";
import { reviewChange } from "../../review/changes/review-change";
import type { PlannedStep } from "../../review/documents/planned-change";
import { reviewedOf } from "../../review/documents/engine-steps";
import { EDGE_TYPE } from "../../review/model/from-edge";
import { EDGE_POLICIES } from "../../review/policies";
import type { ExampleChange, ExampleStep } from "../../review/registry/change-example";

/** The time at which policies judge examples. */
const NOW = new Date("2030-06-15T12:00:00Z");

/** Reviews the change of an example with the policies that a configuration turns on. */
export function reviewExample({ steps, ...change }: ExampleChange, config: object = {}): Review {
  const policies = policySettings(EDGE_POLICIES, { all: "disabled", ...config });
  return reviewChange(
    { source: "pulumi-preview", stack: "shop/prod", others: 0, ...change, steps: steps.map(stepOf) },
    { policies, now: NOW },
  );
}

/** Returns what contradicts between the resources that an example declares. */
export function claimsOfExample({ steps }: ExampleChange): ClaimConflict[] {
  const declared = steps.map(({ after }) => (after ? declarationsOf(after) : []));
  return declared.flatMap((claims, index) => {
    const all = declared.filter((_, other) => other !== index).flat();
    return conflictsOf(
      claims.map((own) => ({ own, others: all.filter(({ subject }) => subject === own.subject) })),
    );
  });
}

function declarationsOf({ type, name, args }: ExampleResource) {
  const declarations = isResourceKind(type) ? declareResource(type, name, args) : [];
  return declarations.map(({ read, values }) => read(values));
}

function stepOf({ before, after, isReplaced = false }: ExampleStep): PlannedStep {
  const changed = isReplaced ? "replace" : "update";
  const from = before && reviewed(before);
  const to = after && reviewed(after);
  return {
    operation: from && to ? changed : to ? "create" : "delete",
    ...(from && { before: from }),
    ...(to && { after: to }),
  };
}

function reviewed({ type, name, args, protect }: ExampleResource) {
  const full = `${EDGE_TYPE}${type}`;
  return reviewedOf({
    ...{ type: full, name, urn: `urn:pulumi:prod::shop::${full}::${name}` },
    properties: Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)),
    ...(protect !== undefined && { isProtected: protect }),
  });
}
