import * as pulumi from "@pulumi/pulumi";
import { failProgram } from "./program-error";

/** Names of the resources of a program that the engine has not answered for, by stack. */
const unanswered = new WeakMap<object, Set<string>>();

/** Whether this process reports them when it ends. It can serve several stacks, as with inline programs. */
let willReport = false;

/** At most as many names are printed. */
const LISTED = 10;

/**
 * Logs a text at a resource once the engine knows the resource. The SDK prints one text after the other, and waits for the resource of
 * each: a text at a resource that never reaches the engine, because a lookup failed, would hold back all that are logged later.
 */
export function logAt(
  resource: pulumi.Resource,
  severity: "debug" | "info" | "warn" | "error",
  text: string,
): void {
  resource.urn.apply(() => void pulumi.log[severity](text, resource));
}

/**
 * Reports an error at a resource that the engine knows, and fails the program when it ends. The program goes on, so that one preview
 * reports the problems of all resources.
 */
export function reportError(resource: pulumi.Resource, message: string): void {
  void pulumi.log.error(message, resource);
  failProgram();
}

/**
 * In a preview, notes a resource until the engine has answered for it. When the program ends, an error names those without an answer,
 * since nobody has checked them. Does nothing without a stack, as in a unit test.
 */
export function noteUnanswered(resource: pulumi.Resource, name: string): void {
  const stack = pulumi.runtime.getStackResource();
  if (!stack) return;
  const names = unanswered.get(stack) ?? new Set();
  // The process of a program ends when nothing is left to wait for.
  if (!willReport) process.once("beforeExit", reportUnchecked);
  willReport = true;
  unanswered.set(stack, names.add(name));
  resource.urn.apply(() => void names.delete(name));
}

function reportUnchecked(): void {
  // The process of an inline program serves others, too, and has no stack after one that has ended.
  const stack = pulumi.runtime.getStackResource();
  const text = stack && uncheckedText(stack);
  if (text === undefined) return;
  void pulumi.log.error(text);
  failProgram();
}

/** Returns the error that names the resources of a program without an answer; undefined if there are none. */
export function uncheckedText(stack: object): string | undefined {
  const names = [...(unanswered.get(stack) ?? [])].sort();
  if (names.length === 0) return undefined;
  const more = names.length > LISTED ? `, and ${names.length - LISTED} more` : "";
  const subject = names.length === 1 ? "1 resource was" : `${names.length} resources were`;
  return (
    `${subject} not checked: ${names.slice(0, LISTED).join(", ")}${more}. A value that they need has an error or never arrives, or the ` +
    "engine ended the preview. Correct the reported errors, then run the preview again."
  );
}
