import * as pulumi from "@pulumi/pulumi";
import { dropReports, engineLogOfProgram } from "../process";
import type { PreviewLine } from "../properties/preview-line";
import { joinLines, type LineAt } from "./join-lines";
import { failProgram } from "./program-error";
import { joinFirst } from "../words";

/** Names of the resources of a program that the engine has not answered for, by stack. */
const unanswered = new WeakMap<object, Set<string>>();

/** Whether this process reports them when it ends. It can serve several stacks, as with inline programs. */
let willReport = false;

/** At most as many names are printed. */
const LISTED = 10;

/** The lines of a preview until the program ends. */
const lines: LineAt[] = [];

/** Whether the program has ended, and its lines are on their way to the engine. */
let isEnding = false;
/** The signal with which the engine has interrupted the program meanwhile. */
let interruptedBy: NodeJS.Signals | undefined;

/** The log of the engine, if this process runs nothing but the program, so that it can hold lines back until the program ends. */
const endingLog = engineLogOfProgram();

/**
 * Logs a text at a resource once the engine knows the resource. The SDK prints one text after the other, and waits for the resource of
 * each: a text at a resource that never reaches the engine, because a lookup failed, would hold back all that are logged later.
 */
export function logAt(
  resource: pulumi.Resource,
  severity: "debug" | "info" | "warn" | "error",
  text: string,
): void {
  const isJoined = pulumi.runtime.isDryRun() && (severity === "info" || severity === "warn");
  if (isJoined) printLine(resource, { text: severity === "warn" ? WARNING + text : text });
  else resource.urn.apply(() => void pulumi.log[severity](text, resource));
}

/** How a line that is a warning begins. */
const WARNING = "warning: ";

/**
 * Prints a line of a preview at a resource that the engine knows. Lines that many resources have in common are printed once, when the
 * program ends. In a process that runs several programs, such as one of the Automation API, each line is printed at once.
 */
export function printLine(resource: pulumi.Resource, line: PreviewLine): void {
  resource.urn.apply((urn) => {
    if (endingLog) holdBack({ urn, line });
    else if (line.sum?.isRepeat) return;
    else if (line.text.startsWith(WARNING)) void pulumi.log.warn(line.text.slice(WARNING.length), resource);
    else void pulumi.log.info(line.text, resource);
  });
}

function holdBack(line: LineAt): void {
  if (lines.length === 0) {
    process.once("beforeExit", () => void printHeld());
    process.on("SIGINT", printInterrupted);
  }
  lines.push(line);
}

/** Prints all lines. The engine prints what is written to stdout under the stack, also after it has ended the connection. */
async function printHeld(): Promise<void> {
  isEnding = true;
  for (const { urn, text } of joinLines(lines.splice(0))) {
    const isTaken = await endingLog?.offer(urn, { text });
    if (isTaken !== true) process.stdout.write(`${text}\n`);
  }
  isEnding = false;
  process.off("SIGINT", printInterrupted);
  if (interruptedBy !== undefined) endBy(interruptedBy);
}

/**
 * The engine interrupts the program if it ends a preview, such as after an error of a resource of another package. Then there is only
 * time to write to stdout, which the engine prints under the stack. The engine and its language host each send the signal, so this
 * listens until everything is written: the second signal would end the process.
 */
function printInterrupted(signal: NodeJS.Signals): void {
  if (isEnding) {
    interruptedBy = signal;
    return;
  }
  for (const { text } of joinLines(lines.splice(0))) process.stdout.write(`${text}\n`);
  process.off(signal, printInterrupted);
  endBy(signal);
}

function endBy(signal: NodeJS.Signals): void {
  dropReports();
  // Without a listener of the program, the signal ends the process.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
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
  const subject = names.length === 1 ? "1 resource was" : `${names.length} resources were`;
  return (
    `${subject} not checked: ${joinFirst(names, LISTED)}. A value that they need has an error or never arrives, or the ` +
    "engine ended the preview. Correct the reported errors, then run the preview again."
  );
}
