import type { Problem } from "../provider/api";
import type { Properties } from "../provider/lifecycle";
import { plain } from "../provider/engine";
import { envelope, isEnvelope } from "../provider/properties/envelope";
import {
  baselineParts,
  type BaselineMember,
  type BaselinePart,
  checkBaseline,
} from "../provider/rulesets/baseline/baseline-parts";
import { hasEnvelope, opened, openedProperties } from "./secrets";

/** A resource of a ZoneBaseline, as the engine registers it. */
export interface BaselineChild extends Pick<BaselinePart, "kind" | "after"> {
  readonly member: BaselineMember;
  readonly name: string;
  readonly inputs: Properties;
}

const MEMBERS: readonly BaselineMember[] = ["customRules", "rateLimits", "managedRules", "owasp"];

/** Checks the arguments of a ZoneBaseline. The program may be in any language. */
export function baselineProblems(given: Properties): Problem[] {
  const { filters, ...args } = openedProperties(withoutNulls(given));
  const message =
    "exists only in TypeScript; declare a ValidatedFilter, and use its output `expression` in the rules instead";
  return [...(filters === undefined ? [] : [{ path: "filters", message }]), ...checkBaseline(args)];
}

/** Returns the resources of a ZoneBaseline whose arguments have no problems. What is secret in the arguments is secret in the inputs. */
export function baselineChildren(name: string, given: Properties): BaselineChild[] {
  const { zoneId, connection, logOnlyUntil, ...args } = withoutNulls(given);
  const hidden = MEMBERS.filter((member) => hasHiddenStructure(member, args[member]));
  const openedArgs = Object.fromEntries(hidden.map((member) => [member, opened(args[member])]));
  const parts = baselineParts({ ...args, ...openedArgs, logOnlyUntil: opened(logOnlyUntil) });
  return MEMBERS.flatMap((member) => {
    const part = parts[member];
    if (!part) return [];
    const { kind, suffix, args: own, after } = part;
    const seal = (input: string, value: unknown) =>
      hidden.includes(member) && input !== "phase" && value !== undefined ? envelope(value) : value;
    const sealed = Object.entries(own).map(([input, value]) => [input, seal(input, value)] as const);
    return {
      member,
      kind,
      name: `${name}-${suffix}`,
      inputs: plain({ zoneId, connection, ...Object.fromEntries(sealed) }),
      ...(after && { after }),
    };
  });
}

/** Whether an argument must be opened to make a resource of it, so that all of the resource's own inputs become secret. */
function hasHiddenStructure(member: BaselineMember, value: unknown): boolean {
  // The action of the managed rules decides the form of their rule.
  if (member === "managedRules") return hasEnvelope(value);
  return isEnvelope(value) || (Array.isArray(value) && value.some(isEnvelope));
}

/** An argument that is null is not set: some languages cannot leave one out. */
function withoutNulls(given: Properties): Properties {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}
