import { createHash } from "node:crypto";
import { shardsOf, type Fleet } from "./fleet";

/** What the stacks of a fleet depend on, as digests. */
export interface StackInputs {
  /** Of the program's files, which all stacks have in common. */
  readonly program: string;
  /** Of the settings of a stack, `Pulumi.<stack>.yaml`; undefined if it has none. */
  readonly settingsOf: (stack: string) => string | undefined;
}

/** The digits of a hash: enough that two versions of a stack never have the same one. */
const DIGITS = 16;

/**
 * Returns a hash of what each stack depends on: the program, the stack's zones with their configuration, and its settings. Equal inputs
 * have equal hashes on every machine.
 */
export function hashStacks(fleet: Fleet, { program, settingsOf }: StackInputs): Map<string, string> {
  return new Map(
    shardsOf(fleet).map(({ stack, zones, removed }) => {
      const inputs = [program, settingsOf(stack) ?? null, zones, removed.map(({ name }) => name)];
      return [stack, digest(JSON.stringify(inputs)).slice(0, DIGITS)];
    }),
  );
}

/** Returns the SHA-256 of a content in hexadecimal digits. */
export function digest(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
