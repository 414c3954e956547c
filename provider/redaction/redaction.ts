import { AsyncLocalStorage } from "node:async_hooks";
import { secretReplacer } from "./secret-replacer";

/** A text that has passed a redaction. Nothing else can make one, so what takes it can print it. */
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

/** The secrets of one call, and what may be told of it. */
export class Redaction {
  readonly #secrets: () => Iterable<string>;
  readonly #learned: string[] = [];
  #replace: ((text: string) => string) | undefined;

  /** `secrets` is called with the first text: most calls print nothing. */
  constructor(
    secrets: () => Iterable<string>,
    /** Whether a message may quote what the API answers: it repeats what it was sent, in forms that nobody can foresee. */
    readonly quotesAnswers: boolean,
  ) {
    this.#secrets = secrets;
  }

  /** A secret that came to be known on the way. */
  learn(secret: string): void {
    this.#learned.push(secret);
    this.#replace = undefined;
  }

  redact(text: string): Redacted {
    this.#replace ??= secretReplacer([...this.#secrets(), ...this.#learned]);
    return Redacted.by(this.#replace, text);
  }
}

const underWay = new AsyncLocalStorage<Redaction>();

/** Runs `work`; what it redacts, and what all that it calls redacts, is redacted by this redaction. */
export function redactingBy<T>(redaction: Redaction, work: () => T): T {
  return underWay.run(redaction, work);
}

/** Without the secrets of the call under way, and without `more`. */
export function redacted(text: string, ...more: readonly string[]): Redacted {
  const known = underWay.getStore()?.redact(text).text ?? text;
  return Redacted.by(secretReplacer(more), known);
}

/** The call under way has got a secret, which nothing that it prints may hold from now on. */
export function learnSecret(secret: string): void {
  underWay.getStore()?.learn(secret);
}

/** Whether a message of the call under way may quote what the API answers. */
export function quotesAnswers(): boolean {
  return underWay.getStore()?.quotesAnswers ?? true;
}
