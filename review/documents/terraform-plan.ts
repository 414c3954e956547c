import { z } from "zod";
import { UNKNOWN, isMembers } from "../../provider/api";
import { fromTerraform } from "../model/from-terraform";
import { DocumentError, type PlannedChange, type PlannedStep } from "./planned-change";

const ResourceChange = z.looseObject({
  address: z.string(),
  mode: z.string().default("managed"),
  type: z.string(),
  change: z.looseObject({
    actions: z.array(z.string()),
    before: z.unknown().optional(),
    after: z.unknown().optional(),
    after_unknown: z.unknown().optional(),
    before_sensitive: z.unknown().optional(),
    after_sensitive: z.unknown().optional(),
  }),
});
type ResourceChange = z.infer<typeof ResourceChange>;

/** The members of a plan in JSON that are used. */
export const TerraformPlan = z.looseObject({
  format_version: z.string(),
  errored: z.boolean().nullish(),
  resource_changes: z.array(ResourceChange).nullish(),
});

/** The major version of the format that is read. Minor versions only add members. */
const FORMAT = /^[01]\./;

/** Returns the change that a plan of Terraform or OpenTofu describes. @throws DocumentError */
export function changeOfPlan(plan: z.infer<typeof TerraformPlan>): PlannedChange {
  if (!FORMAT.test(plan.format_version)) {
    throw new DocumentError(
      `the plan has the format ${JSON.stringify(plan.format_version.slice(0, 20))}; this release reads the formats 0 and 1`,
    );
  }
  const changes = (plan.resource_changes ?? []).filter(({ mode }) => mode === "managed");
  const steps = changes.flatMap((change) => {
    const operation = operationOf(change.change.actions);
    return operation === undefined ? [] : [plannedStep(operation, change)];
  });
  return {
    source: "terraform-plan",
    stack: "terraform",
    steps: steps.filter((step) => step !== undefined),
    others: steps.filter((step) => step === undefined).length,
    ...(plan.errored === true && { failure: "Terraform could not complete the plan." }),
  };
}

/** Returns undefined for a resource of another provider. */
function plannedStep(
  operation: PlannedStep["operation"],
  { address, type, change }: ResourceChange,
): PlannedStep | undefined {
  const resource = (values: unknown, unknown: unknown, sensitive: unknown) => {
    const secrets = new Set<string>();
    const hidden = overlay(values, unknown, sensitive, "", secrets);
    return isMembers(hidden) ? fromTerraform({ type, address, values: hidden, secrets }) : undefined;
  };
  const before = resource(change.before, undefined, change.before_sensitive);
  const after = resource(change.after, change.after_unknown, change.after_sensitive);
  if (!before && !after) return undefined;
  return { operation, ...(before && { before }), ...(after && { after }) };
}

function operationOf(actions: readonly string[]): PlannedStep["operation"] | undefined {
  if (actions.includes("create")) return actions.includes("delete") ? "replace" : "create";
  if (actions.includes("delete")) return "delete";
  if (actions.includes("update")) return "update";
  // `forget` removes a resource from the state only.
  return actions.includes("no-op") ? "same" : undefined;
}

/**
 * Returns a value with `UNKNOWN` where `unknown` or `sensitive`, which mirror its structure, are true. The paths of sensitive parts
 * are added to `secrets`.
 */
function overlay(
  value: unknown,
  unknown: unknown,
  sensitive: unknown,
  path: string,
  secrets: Set<string>,
): unknown {
  if (sensitive === true) {
    secrets.add(path);
    return value === null && unknown !== true ? null : UNKNOWN;
  }
  if (unknown === true) return UNKNOWN;
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      overlay(item, memberOf(unknown, index), memberOf(sensitive, index), `${path}[${index}]`, secrets),
    );
  }
  if (!isMembers(value)) return value;
  const names = new Set([...Object.keys(value), ...(isMembers(unknown) ? Object.keys(unknown) : [])]);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      overlay(
        value[name],
        memberOf(unknown, name),
        memberOf(sensitive, name),
        path === "" ? name : `${path}.${name}`,
        secrets,
      ),
    ]),
  );
}

function memberOf(mirror: unknown, member: string | number): unknown {
  if (Array.isArray(mirror)) return typeof member === "number" ? (mirror[member] as unknown) : undefined;
  return isMembers(mirror) && Object.hasOwn(mirror, member) ? mirror[member] : undefined;
}
