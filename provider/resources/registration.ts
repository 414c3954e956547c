import path from "node:path";
import * as pulumi from "@pulumi/pulumi";

/** A line of source as the SDK sends it with a registration. */
interface Position {
  readonly uri: string;
}

/** What the SDK's base class keeps to itself: where a resource was made, each caller in turn. */
interface StackTracer {
  stackTrace?: (skip: number) => readonly (Position | undefined)[];
}

/** In the paths of files that are not the program's: this package, the SDK, and what the SDK runs a program with. */
const NOT_THE_PROGRAM = [path.resolve(__dirname, "..").replaceAll(path.sep, "/") + "/", "/@pulumi/"];

/**
 * Between this and its end the SDK's constructors register a resource, and capture less than they would.
 *
 * - For each member they capture four stacks, to name promises that never end where they are asked to. With a hundred zones
 *   and ts-node, which maps every frame, those are a third of a program's CPU: none is captured.
 * - They register every frame from this package down to the event loop: 700 bytes of each resource in a state, folders of the
 *   machine among them, and the package's line for the resource's source. Only the program's own lines are left.
 */
export function startRegistration(): { end(): void } {
  const { stackTraceLimit } = Error;
  if (!process.env["PULUMI_DEBUG_PROMISE_LEAKS"]) Error.stackTraceLimit = 0;
  // The method is private, so the compiler does not know it, and an SDK may come without it: then every frame stays.
  const tracer = pulumi.Resource as unknown as StackTracer;
  const own = tracer.stackTrace;
  if (own) {
    tracer.stackTrace = (skip) =>
      own.call(tracer, skip).filter((frame) => frame !== undefined && isOfProgram(frame));
  }
  return {
    end: () => {
      Error.stackTraceLimit = stackTraceLimit;
      if (own) tracer.stackTrace = own;
    },
  };
}

function isOfProgram({ uri }: Position): boolean {
  const file = decodeURIComponent(uri);
  return !NOT_THE_PROGRAM.some((part) => file.includes(part));
}
