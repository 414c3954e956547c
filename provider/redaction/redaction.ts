import { AsyncLocalStorage } from "node:async_hooks";
import { showControls } from "../visible";
import { secretReplacer } from "./secret-replacer";

/** A text from which secrets were removed. Only redaction creates instances, so a function that takes one may print it. */
export class Redacted {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  toString(): string {
    return this.#text;
  }

  static by(replace: (text: string) => string, text: string): Redacted {
    return new Redacted(replace(text));
  }
}

/** The secrets of one call, and whether its messages may quote the API. */
export class Redaction {
  readonly #secrets: () => Iterable<string>;
  readonly #rename: (text: string) => string;
  readonly #learned: string[] = [];
  #replace: ((text: string) => string) | undefined;

  /** `secrets` is called for the first text, since most calls print nothing. */
  constructor(
    secrets: () => Iterable<string>,
    /** Whether a message may quote the API, which may repeat the request in unpredictable forms. */
    readonly quotesAnswers: boolean,
    /** Changes how a text without secrets names things. */
    rename: (text: string) => string = (text) => text,
  ) {
    this.#secrets = secrets;
    this.#rename = rename;
  }

  learn(secret: string): void {
    this.#learned.push(secret);
    this.#replace = undefined;
  }

  redact(text: string): Redacted {
    this.#replace ??= secretReplacer([...this.#secrets(), ...this.#learned]);
    return Redacted.by(this.#rename, this.#replace(text));
  }
}

const currentCall = new AsyncLocalStorage<Redaction>();

/** Runs `work` with this redaction as the current one, also for everything that `work` calls. */
export function redactingBy<T>(redaction: Redaction, work: () => T): T {
  return currentCall.run(redaction, work);
}

/**
 * Removes the secrets of the current call and those in `more` from a text, and then shows characters that a terminal would not print
 * as they are. The lines of the text stay.
 */
export function redacted(text: string, ...more: readonly string[]): Redacted {
  const known = currentCall.getStore()?.redact(text).text ?? text;
  const replace = secretReplacer(more);
  return Redacted.by((one) => replace(one).split("\n").map(showControls).join("\n"), known);
}

export function learnSecret(secret: string): void {
  currentCall.getStore()?.learn(secret);
}

/** Whether a message of the current call may quote the API. */
export function quotesAnswers(): boolean {
  return currentCall.getStore()?.quotesAnswers ?? true;
}
