import path from "node:path";
import * as pulumi from "@pulumi/pulumi";

/** A source position as the SDK sends it with a registration. */
interface Position {
  readonly uri: string;
}

/** A private method of the SDK's base class: returns the stack of the call that makes a resource. */
interface StackTracer {
  stackTrace?: (skip: number) => readonly (Position | undefined)[];
}

/** A running constructor of the SDK. */
interface Registration {
  end(): void;
  /** Returns an error of the constructor with the stack that it could not capture. Ends the registration. */
  failed(problem: unknown): unknown;
}

/** Parts of paths that do not belong to the program: this package, the SDK, and what the SDK runs a program with. */
const NOT_THE_PROGRAM = [path.resolve(__dirname, "..").replaceAll(path.sep, "/") + "/", "/@pulumi/"];

/**
 * Makes the SDK's constructors capture less until `end` is called.
 *
 * - For each property they capture four stacks to report promises that never resolve, if that debug option is set. With a hundred
 *   zones and ts-node, which maps every frame, that takes a third of a program's CPU. Without the option, no stack is captured.
 * - They register every frame from this package down to the event loop: 700 bytes for each resource in a state, with folders of
 *   the machine, and a line of this package as the resource's source. Only the frames of the program are kept.
 */
export function startRegistration(): Registration {
  const { stackTraceLimit } = Error;
  if (!process.env["PULUMI_DEBUG_PROMISE_LEAKS"]) Error.stackTraceLimit = 0;
  // The method is private, so its type needs a cast. If an SDK does not have it, every frame is kept. The SDK has no public way to choose
  // frames, and `Error.prepareStackTrace` runs before the SDK drops its own first frames, whose number this code would have to know.
  const tracer = pulumi.Resource as unknown as StackTracer;
  const own = tracer.stackTrace;
  if (own) {
    tracer.stackTrace = (skip) =>
      own.call(tracer, skip).filter((frame) => frame !== undefined && isOfProgram(frame));
  }
  const end = () => {
    Error.stackTraceLimit = stackTraceLimit;
    if (own) tracer.stackTrace = own;
  };
  return {
    end,
    failed: (problem) => {
      end();
      if (problem instanceof Error) Error.captureStackTrace(problem);
      return problem;
    },
  };
}

function isOfProgram({ uri }: Position): boolean {
  const file = decodeURIComponent(uri);
  return !NOT_THE_PROGRAM.some((part) => file.includes(part));
}
