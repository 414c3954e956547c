import * as pulumi from "@pulumi/pulumi";
import { UNKNOWN, type Members } from "../api";
import { isOutputText } from "../api/unknown";

/** Deeper values are taken to be unknown: a cyclic value has no end. */
const MAX_DEPTH = 32;

/** `apply` as the SDK itself calls it: with `true`, it also hands over values that are unknown, or that are so in part. */
interface Applicable {
  apply(
    callback: (value: unknown) => void,
    runWithUnknowns: true,
  ): pulumi.Output<void> & { readonly isKnown: Promise<boolean> };
}

/** Copies members, with `UNKNOWN` in place of each output and promise, at any depth. */
export function membersNow(members: Members): Members {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) copyInto(copy, name, value, 0);
  return copy;
}

/**
 * Resolves the outputs and promises in members, at any depth, and copies them. Parts that are secret, unknown in a preview, or failed
 * are `UNKNOWN`, and so is what is no plain data, and the text of an Output, which the check of the resource refuses. Never rejects.
 */
export async function knownMembers(members: Members): Promise<Members> {
  const waiting: Promise<void>[] = [];
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) copyInto(copy, name, value, 0, waiting);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await next;
  return copy;
}

function copyInto(
  parent: Record<string | number, unknown> | unknown[],
  name: string | number,
  value: unknown,
  depth: number,
  waiting?: Promise<void>[],
): void {
  const put = (member: unknown) => Reflect.set(parent, name, member);
  const later = async (read: () => Promise<unknown>) => {
    const resolved = await read().catch(() => UNKNOWN);
    copyInto(parent, name, resolved, depth + 1, waiting);
  };
  if (depth > MAX_DEPTH || pulumi.isUnknown(value) || isTextOfOutput(value)) put(UNKNOWN);
  else if (pulumi.Output.isInstance(value)) {
    put(UNKNOWN);
    waiting?.push(later(() => valueOf(value)));
  } else if (value instanceof Promise) {
    put(UNKNOWN);
    waiting?.push(later(() => value));
  } else if (Array.isArray(value)) {
    const copy: unknown[] = [];
    put(copy);
    for (let index = 0; index < value.length; index += 1)
      copyInto(copy, index, value[index], depth + 1, waiting);
  } else if (isPlain(value)) {
    const copy: Record<string, unknown> = {};
    put(copy);
    for (const [member, inner] of Object.entries(value)) copyInto(copy, member, inner, depth + 1, waiting);
  } else put(typeof value === "object" && value !== null ? UNKNOWN : value);
}

function isTextOfOutput(value: unknown): boolean {
  return typeof value === "string" && isOutputText(value);
}

/** Returns the value of an output, `UNKNOWN` if it is secret. */
async function valueOf(output: pulumi.Output<unknown>): Promise<unknown> {
  let value: unknown = UNKNOWN;
  // The types of the SDK do not declare the second parameter.
  const applied = (output as unknown as Applicable).apply((known) => void (value = known), true);
  // Of a failed output, the SDK rejects this promise, too, and nobody else waits for it.
  applied.isKnown.catch(() => undefined);
  // Resolves when the callback has been called.
  return (await pulumi.isSecret(applied)) ? UNKNOWN : value;
}

/** Resolves to why an output or a promise has no value; to undefined if it has one, or may have one that a preview does not know. */
export async function failureOf(value: unknown): Promise<string | undefined> {
  try {
    await valueOf(pulumi.output(value));
    return undefined;
  } catch (error) {
    return (error instanceof Error && error.message) || String(error);
  }
}

/** Whether a value is an object that is no instance of a class. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether a value is an output or a promise, which is known later. */
export function isLater(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/** Returns a value that is known later as an output. */
export function later(value: unknown): pulumi.Output<unknown> {
  return pulumi.output(value);
}

/** Whether a value, or any value inside it, is known later. */
export function containsLater(value: unknown): boolean {
  if (typeof value !== "object" || value === null || pulumi.Resource.isInstance(value)) return false;
  return isLater(value) || Object.values(value).some(containsLater);
}
