import { z } from "zod";
import { isMembers, type Members } from "../../provider/api";
import { EDGE_POLICIES, type EdgePolicy } from "./index";
import { HIDE_SECRETS, REPORT_UNJUDGED, type PackPolicy } from "./pack-policies";

export interface DescribedSetting {
  readonly name: string;
  /** In words: `a number from 1 to 4`. */
  readonly type: string;
  readonly description: string;
  /** Undefined if the setting is not set by default. */
  readonly default: unknown;
}

/** A policy as the command line, the docs and a new pack describe it. */
export interface DescribedPolicy extends Omit<PackPolicy, "enforcementLevel"> {
  readonly enforcementLevel: EdgePolicy["enforcementLevel"] | PackPolicy["enforcementLevel"];
  /** Whether the policy can change the inputs, at the level `remediate`. */
  readonly canRemediate: boolean;
  readonly remediation?: string;
  readonly unknownValues?: string;
  readonly settings: readonly DescribedSetting[];
}

export function describePolicies(): DescribedPolicy[] {
  return [...EDGE_POLICIES.map(describePolicy), ...[HIDE_SECRETS, REPORT_UNJUDGED].map(describePackPolicy)];
}

function describePolicy(policy: EdgePolicy): DescribedPolicy {
  const { name, displayName, description, severity, enforcementLevel, tags, remediationSteps } = policy;
  const { properties = {} } = z.toJSONSchema(policy.config, { io: "input" });
  return {
    name,
    displayName,
    description,
    severity,
    enforcementLevel,
    tags,
    remediationSteps,
    unknownValues: policy.unknownValues,
    canRemediate: policy.remediate !== undefined,
    ...(policy.remediation !== undefined && { remediation: policy.remediation }),
    settings: Object.entries(properties).map(describeSetting),
  };
}

function describePackPolicy(policy: PackPolicy): DescribedPolicy {
  return { ...policy, canRemediate: false, settings: [] };
}

function describeSetting([name, schema]: [string, unknown]): DescribedSetting {
  const { description, default: preset } = isMembers(schema) ? schema : {};
  return {
    name,
    type: typeOf(schema),
    description: typeof description === "string" ? description : "",
    default: preset,
  };
}

/** More names than these are counted: they would fill a page. */
const MAX_CHOICES = 40;

/** Describes a JSON schema of a setting in words. */
function typeOf(schema: unknown): string {
  if (!isMembers(schema)) return "anything";
  const { type, enum: values, items, minimum, maximum, additionalProperties } = schema;
  if (Array.isArray(values))
    return values.length > MAX_CHOICES
      ? `one of ${values.length} names`
      : `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
  switch (type) {
    case "array":
      return `a list; each item is ${typeOf(items)}`;
    case "object":
      return isMembers(additionalProperties)
        ? `an object; each member is ${typeOf(additionalProperties)}`
        : "an object";
    case "boolean":
      return "true or false";
    case "integer":
    case "number":
      return `a number${rangeOf(minimum, maximum)}`;
    case "string":
      return textOf(schema);
    default:
      return "anything";
  }
}

function rangeOf(minimum: unknown, maximum: unknown): string {
  const least = isLimit(minimum) ? ` from ${minimum}` : "";
  return `${least}${isLimit(maximum) ? ` to ${maximum}` : ""}`;
}

/** Whether a limit was chosen: a schema of whole numbers also has those of the safe integers. */
function isLimit(limit: unknown): limit is number {
  return typeof limit === "number" && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
}

function textOf({ pattern, format }: Members): string {
  if (typeof format === "string") return `a text in the form ${format}`;
  return typeof pattern === "string" ? `a text that matches ${pattern}` : "a text";
}
