import type { Reader } from "./reader";

interface Token<T> {
  readonly text: string;
  readonly meaning: T;
}

/** Tokens and what each stands for. Where several fit, the one that is listed first counts: `eq` is found in `equals`. */
export class Tokens<T> {
  /** By the ASCII character that they begin with, so that most are never looked at. */
  private readonly byFirst: (readonly Token<T>[])[];

  constructor(tokens: readonly (readonly [text: string, meaning: T])[]) {
    const all = tokens.map(([text, meaning]) => ({ text, meaning }));
    this.byFirst = Array.from({ length: 128 }, (_, first) =>
      all.filter(({ text }) => text.charCodeAt(0) === first),
    );
  }

  /** Steps over the token that stands here, and tells its meaning. Without one, nothing is read. */
  accept(reader: Reader): T | undefined {
    const candidates = this.byFirst[reader.code()];
    if (candidates === undefined) return undefined;
    for (const { text, meaning } of candidates) if (reader.accept(text)) return meaning;
    return undefined;
  }
}
