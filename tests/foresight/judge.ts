import type { FaultyProgram } from "./case";
import type { Message } from "./messages";

/** What a preview reported and did. */
export interface Previewed {
  readonly messages: readonly Message[];
  /** Requests that write: `POST /zones/…`. */
  readonly writes: readonly string[];
}

/** What is wrong with the preview of a faulty program; nothing is wrong if all members are true and nothing was written. */
export interface Verdict {
  readonly stopped: boolean;
  /** The message names the right property. */
  readonly property: boolean;
  /** The message says what is allowed, or what to do. */
  readonly remedy: boolean;
  /** A stack trace or a secret in the output. */
  readonly spoiled: string | undefined;
  readonly writes: number;
}

const STACK_TRACE = /^\s+at .+:\d+:\d+\)?$/m;

export function judgeFaulty(
  { as = "error", property, remedy }: FaultyProgram,
  { messages, writes }: Previewed,
  secrets: readonly string[],
): Verdict {
  const path = pathPattern(property);
  const texts = messages.filter(({ severity }) => severity === "error").map(({ text }) => text);
  const warnings = messages.filter(({ severity }) => severity === "warning").map(({ text }) => text);
  // A warning of something else does not stop a program.
  const fitting = as === "warning" ? warnings.filter((text) => path.test(text) || remedy.test(text)) : [];
  const reports = [...texts, ...fitting];
  const named = reports.filter((text) => path.test(text));
  const spoiled = spoiledBy(messages, secrets);
  return {
    stopped: reports.length > 0 && spoiled === undefined,
    property: named.length > 0,
    remedy: (named.length > 0 ? named : reports).some((text) => remedy.test(text)),
    spoiled,
    writes: writes.length,
  };
}

/** Returns why the preview of a faulty program is not what it should be, or undefined. */
export function missOf({ stopped, property, remedy, spoiled }: Verdict): string | undefined {
  if (spoiled !== undefined) return spoiled;
  if (!stopped) return "not reported";
  if (property && remedy) return undefined;
  return property ? "no remedy" : remedy ? "another property" : "another property, no remedy";
}

/** Returns what the preview of a program without a fault reports. */
export function alarmsOf({ messages }: Previewed): string[] {
  return messages
    .filter(({ severity }) => severity !== "info")
    .map(({ severity, text }) => `${severity}: ${text}`);
}

function spoiledBy(messages: readonly Message[], secrets: readonly string[]): string | undefined {
  if (messages.some(({ text }) => STACK_TRACE.test(text))) return "a stack trace";
  return messages.some(({ text }) => secrets.some((secret) => text.includes(secret)))
    ? "a secret"
    : undefined;
}

/** A path as messages print it: errors name a rule by its index or by its ref. A word such as `rules` inside a sentence is no path. */
function pathPattern(property: string): RegExp {
  const escaped = property.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const named = escaped.replace(/rules\\\[(\d+)\\\]/g, 'rules\\[(?:$1|"[^"\\n]*")\\]');
  const isWord = /^[a-z]+$/i.test(property);
  const begun = `(?<![\\w.\\]])${named}`;
  return new RegExp(isWord ? `${begun}(?=[:.[\`",)]|$)|(?:^|: )${named} ` : begun, "m");
}
