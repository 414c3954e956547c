import { isMembers } from "../api/plain";
import { codeOf, parseMark } from "../marks";
import { MARK, ORPHANS, REPLACED } from "../properties/hidden";

/** What a stack's state proves about marked objects. */
export interface StateEvidence {
  /** The codes of the marks of its resources, also of those that are still to be deleted. */
  readonly codes: ReadonlySet<string>;
  /** The ids of the remote objects of its resources: tokens, rulesets and rules. */
  readonly ids: ReadonlySet<string>;
  /** The codes of the marks of creations that were interrupted: their objects may exist, and no resource has them. */
  readonly interrupted: ReadonlySet<string>;
}

const ID = /[0-9a-f]{32}/g;
/** The outputs that hold ids of remote objects. Arguments such as `policies` name objects of others. */
const IDS = ["tokenId", "previous", REPLACED, ORPHANS, "rulesetId", "ruleId", "ruleIds"];

/** Reads the evidence in the output of `pulumi stack export`. A document of another form proves nothing. */
export function evidenceIn(document: unknown): StateEvidence {
  const deployment = isMembers(document) && isMembers(document["deployment"]) ? document["deployment"] : {};
  const resources = listOf(deployment["resources"]);
  const codes = new Set(resources.flatMap(codesOf));
  const pending = listOf(deployment["pending_operations"]).filter(({ type }) => type === "creating");
  const created = pending.flatMap(({ resource }) => (isMembers(resource) ? codesOf(resource) : []));
  return {
    codes,
    ids: new Set(resources.flatMap(idsOf)),
    interrupted: new Set(created.filter((code) => !codes.has(code))),
  };
}

function codesOf({ inputs, outputs }: Record<string, unknown>): string[] {
  return [inputs, outputs].flatMap((properties) => {
    const text = isMembers(properties) ? properties[MARK] : undefined;
    const mark = typeof text === "string" ? parseMark(text) : undefined;
    return mark ? [codeOf(mark)] : [];
  });
}

function idsOf({ outputs }: Record<string, unknown>): string[] {
  return isMembers(outputs)
    ? IDS.flatMap((name) => textsIn(outputs[name])).flatMap((text) => text.match(ID) ?? [])
    : [];
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isMembers) : [];
}
