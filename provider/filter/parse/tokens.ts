import type { Reader } from "./reader";

interface Token<T> {
  readonly text: string;
  readonly meaning: T;
}

/** A list of tokens with their meanings. The first match wins, and there is no word boundary: `equals` starts with `eq`. */
export class Tokens<T> {
  /** Tokens by their first ASCII character. */
  private readonly byFirst: (readonly Token<T>[])[];

  constructor(tokens: readonly (readonly [text: string, meaning: T])[]) {
    const all = tokens.map(([text, meaning]) => ({ text, meaning }));
    this.byFirst = Array.from({ length: 128 }, (_, first) =>
      all.filter(({ text }) => text.charCodeAt(0) === first),
    );
  }

  /** Consumes the token at the cursor and returns its meaning, or returns `undefined`. */
  accept(reader: Reader): T | undefined {
    const candidates = this.byFirst[reader.code()];
    if (candidates === undefined) return undefined;
    for (const { text, meaning } of candidates) if (reader.accept(text)) return meaning;
    return undefined;
  }
}
