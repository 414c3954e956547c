import * as pulumi from "@pulumi/pulumi";

/** What a person reads in the output of a command. */
export interface Message {
  readonly severity: "error" | "warning" | "info";
  readonly text: string;
}

export interface Messages {
  readonly add: (message: Message) => void;
  /** Reports an error that the program threw, as the SDK prints it. */
  readonly thrown: (error: unknown) => void;
  /** Takes what a process printed. */
  readonly printed: (text: string) => void;
  readonly all: () => readonly Message[];
  /** Stops the collection. */
  readonly end: () => void;
}

const LEVELS = { warn: "warning", error: "error", log: "info" } as const;
/** The SDK prints its log to the console if no engine listens. */
const LOGGED = /^(?:warning|error|info): \[runtime\] /;

/** Collects what a program and its provider report, until `end`. Programs run one after the other. */
export function collectMessages(): Messages {
  const messages: Message[] = [];
  const reported = new Set<unknown>();
  const add = (message: Message) => void messages.push(message);
  const thrown = (error: unknown) => {
    if (reported.has(error)) return;
    reported.add(error);
    add({ severity: "error", text: textOf(error) });
  };
  const printed = (text: string) => {
    for (const line of text.split(/\n(?=\S)/).filter((one) => one.trim() !== ""))
      add({ severity: line.startsWith("warning") ? "warning" : "info", text: line });
  };
  process.on("unhandledRejection", thrown);
  process.on("uncaughtException", thrown);
  const originals = Object.keys(LEVELS).map((name) => {
    const level = name as keyof typeof LEVELS;
    /* eslint-disable no-console -- the SDK logs there */
    const original = console[level].bind(console);
    console[level] = (...values: unknown[]) =>
      add({ severity: LEVELS[level], text: values.map(String).join(" ").replace(LOGGED, "") });
    return () => void (console[level] = original);
    /* eslint-enable no-console */
  });
  return {
    add,
    thrown,
    printed,
    all: () => messages,
    end: () => {
      process.off("unhandledRejection", thrown);
      process.off("uncaughtException", thrown);
      for (const restore of originals) restore();
    },
  };
}

/** As the SDK's program runner prints an error: only its own errors are without a stack. */
function textOf(error: unknown): string {
  if (pulumi.RunError.isInstance(error)) return error.message;
  if (pulumi.ResourceError.isInstance(error) && error.hideStack === true) return error.message;
  // The inspection of such an error takes the SDK minutes; the stack says the same.
  if (error instanceof Error) return `failed with an unhandled exception:\n${error.stack ?? error.message}`;
  return `failed with an unhandled exception:\n${String(error)}`;
}
