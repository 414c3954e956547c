import type { Writable } from "node:stream";
import { linesForPeople } from "../text-layout";
import type { Changes, Diagnostic } from "./run-stack";
import { counted, joinFirst, truncate } from "../../provider/words";

/** How a stack of a run ended. `skipped`: the run ended before its turn. */
export interface StackResult {
  readonly stack: string;
  readonly status: "succeeded" | "failed" | "skipped";
  readonly seconds: number;
  readonly changes: Changes;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a run is about to do. */
export interface RunHead {
  /** `up`, or `preview of up`. */
  readonly what: string;
  readonly stacks: readonly string[];
  readonly unchanged: readonly string[];
  /** How many stacks at a time. */
  readonly jobs: number;
}

/** Tells people or machines how a run of a fleet goes on. */
export interface RunReporter {
  begin(head: RunHead): void;
  stackBegins(stack: string): void;
  resource(stack: string): void;
  diagnostic(stack: string, diagnostic: Diagnostic): void;
  stackEnds(result: StackResult): void;
  note(text: string): void;
  end(results: readonly StackResult[]): void;
}

/** One JSON object in each line of stdout. */
export function jsonReporter(output: Writable): RunReporter {
  const write = (event: string, members: object) =>
    output.write(`${JSON.stringify({ event, ...members })}\n`);
  return {
    begin: (head) => write("run-begins", head),
    stackBegins: (stack) => write("stack-begins", { stack }),
    resource: () => undefined,
    diagnostic: (stack, diagnostic) => write("diagnostic", { stack, ...diagnostic }),
    stackEnds: ({ stack, status: end, seconds, changes }) =>
      write("stack-ends", { stack, status: end, seconds, changes }),
    note: (text) => write("note", { text }),
    end: (results) => write("run-ends", { stacks: countByStatus(results) }),
  };
}

export function countByStatus(results: readonly StackResult[]): Record<StackResult["status"], number> {
  const count = (status: StackResult["status"]) => results.filter((one) => one.status === status).length;
  return { succeeded: count("succeeded"), failed: count("failed"), skipped: count("skipped") };
}

/** Stacks that a line names. */
const NAMED = 5;
const WIDTH = 100;

/** How lines for people are written. */
export interface TextStyle {
  /** Whether lines that are no warning are shown: of a preview, and not of the writes of an update, which are many. */
  readonly showsInfo: boolean;
  /** A terminal whose last line shows what runs now. */
  readonly status?: Writable | undefined;
}

/**
 * Lines for people: one for each stack that ends, errors at once, and what else was printed at the end, once for all stacks that printed
 * the same.
 */
export function textReporter(output: Writable, { showsInfo, status }: TextStyle): RunReporter {
  const running = new Map<string, number>();
  let total = 0;
  let done = 0;
  const clear = () => status?.write("\r\u001b[K");
  const draw = () => {
    if (!status || running.size === 0) return;
    const stacks = [...running].map(([stack, resources]) => `${stack} (${resources})`).join(", ");
    status.write(`\r\u001b[K${truncate(`${done} of ${total} done; now ${stacks}`, WIDTH)}`);
  };
  const write = (lines: readonly string[]) => {
    clear();
    output.write(`${linesForPeople(lines)}\n`);
    draw();
  };
  return {
    begin({ what, stacks, unchanged, jobs }) {
      total = stacks.length;
      const left = unchanged.length > 0 ? `; ${counted(unchanged.length, "unchanged stack")} skipped` : "";
      write([`${what}: ${counted(stacks.length, "stack")}, ${jobs} at a time${left}`]);
    },
    stackBegins(stack) {
      running.set(stack, 0);
      draw();
    },
    resource(stack) {
      running.set(stack, (running.get(stack) ?? 0) + 1);
      draw();
    },
    diagnostic(stack, { severity, message }) {
      if (severity === "error") write([`${stack}: error: ${message.replaceAll("\n", "\n  ")}`]);
    },
    stackEnds({ stack, status: end, seconds, changes }) {
      running.delete(stack);
      done += 1;
      write([`${stack}  ${end}  ${changesText(changes)}  ${seconds.toFixed(1)} s  (${done} of ${total})`]);
    },
    note: (text) => write([text]),
    end(results) {
      clear();
      const { succeeded, failed, skipped } = countByStatus(results);
      write([
        ...printedTexts(results, showsInfo),
        `${counted(succeeded, "stack")} succeeded, ${failed} failed` +
          (skipped > 0 ? `, ${skipped} not begun` : ""),
      ]);
    },
  };
}

function changesText(changes: Changes): string {
  const parts = Object.entries(changes).map(([operation, count]) => `${count} ${operation}`);
  return parts.length > 0 ? parts.join(", ") : "nothing";
}

/** Warnings and other lines, each once with the stacks that printed it. Errors were printed when they came. */
function printedTexts(results: readonly StackResult[], showsInfo: boolean): string[] {
  const stacks = new Map<string, string[]>();
  for (const { stack, diagnostics } of results)
    for (const { severity, message } of diagnostics) {
      if (severity === "error" || (severity === "info" && !showsInfo)) continue;
      const text = severity === "warning" ? `warning: ${message}` : message;
      const known = stacks.get(text) ?? [];
      if (known.at(-1) !== stack) stacks.set(text, [...known, stack]);
    }
  return [...stacks].map(([text, names]) => `${joinFirst(names, NAMED)}: ${text.replaceAll("\n", "\n  ")}`);
}
