import { lazily } from "../../../lazily";
import { compileAutomaton, type Spend } from "../../../regex";
import type { Value } from "../../parse/ast";
import type { Language } from "../words/language";
import { oneOf } from "../words/literals";
import { findWord, type WordCondition } from "../words/find-word";
import { ofUrlPart, type UrlPart } from "../words/url";
import { URL_ASSUMPTIONS } from "./domains";
import { type AtomLiteral, shrunk, type Using } from "./find-value";
import type { Solved } from "./solve-value";

const PARTS: Readonly<Record<string, UrlPart>> = {
  "http.host": "host",
  "http.request.full_uri": "url",
  "http.request.uri": "uri",
  "http.request.uri.path": "path",
  "http.request.uri.path.extension": "extension",
  "http.request.uri.query": "query",
  ssl: "scheme",
};
const RAW = "raw.";

/** A field that is a part of a URL: of the request's, or of the one before normalization. */
export interface PlaceInUrl {
  readonly part: UrlPart;
  readonly isRaw: boolean;
}

/** Returns the part of the URL that a value is; undefined if it is none. */
export function placeInUrl({ source, indexes }: Value): PlaceInUrl | undefined {
  if (source.kind === "call" || indexes.length > 0) return undefined;
  const isRaw = source.name.startsWith(RAW);
  const plain = isRaw ? source.name.slice(RAW.length) : source.name;
  const part = Object.hasOwn(PARTS, plain) ? PARTS[plain] : undefined;
  return part && { part, isRaw };
}

/** Returns the parts of a URL that must be solved together, because one of them contains others. */
export function joinedParts(parts: ReadonlySet<UrlPart>): ReadonlySet<UrlPart> {
  if (parts.has("url")) return parts;
  if (parts.has("uri")) return within(parts, ["uri", "path", "query", "extension"]);
  return parts.has("extension") ? within(parts, ["path", "extension"]) : new Set();
}

function within(parts: ReadonlySet<UrlPart>, some: readonly UrlPart[]): ReadonlySet<UrlPart> {
  return new Set(some.filter((part) => parts.has(part)));
}

const SHAPE = lazily((): Language => {
  const automaton = compileAutomaton(URL_ASSUMPTIONS.pattern, () => undefined);
  if (automaton === undefined) throw new TypeError("The pattern of URLs has looks at characters.");
  return { automaton };
});

/** Finds a URL whose parts meet the literals. Lifted automata are kept, since many sets of literals share them. */
export class UrlSolver {
  private readonly lifted = new Map<string, Language | undefined>();

  constructor(private readonly spend: Spend) {}

  /** @param url the field of the whole URL, to which the URL is assigned */
  solve(url: Value, literals: readonly AtomLiteral[], { meter }: Using): Solved {
    const conditions: WordCondition[] = [];
    const sources: AtomLiteral[] = [];
    for (const literal of literals) {
      const language = this.languageOf(literal);
      if (language === undefined) continue;
      conditions.push({ language, holds: literal.value });
      sources.push(literal);
    }
    const find = (indexes: readonly number[]) =>
      findWord(
        indexes.flatMap((index) => conditions[index] ?? []),
        { base: [SHAPE()], accepts: undefined },
        meter,
      );
    const found = find([...conditions.keys()]);
    if (found.kind === "word") return { kind: "settings", settings: [{ value: url, runtime: found.word }] };
    const core = shrunk(found.core, (some) => find(some).kind === "conflict");
    return {
      kind: "conflict",
      core: core.flatMap((index) => sources[index] ?? []),
      assumptions: URL_ASSUMPTIONS.assumptions,
    };
  }

  private languageOf({ atom }: AtomLiteral): Language | undefined {
    if (atom.kind !== "value") return undefined;
    if (this.lifted.has(atom.key)) return this.lifted.get(atom.key);
    const language = this.lift(atom);
    this.lifted.set(atom.key, language);
    return language;
  }

  private lift({ value, set }: Extract<AtomLiteral["atom"], { kind: "value" }>): Language | undefined {
    const place = placeInUrl(value);
    if (place === undefined || set.kind === "numbers") return undefined;
    const words =
      set.kind === "truth" ? { automaton: oneOf([Buffer.from("https")], this.spend) } : set.language();
    if (words === undefined || place.part === "url") return words;
    return { automaton: ofUrlPart(words.automaton, place.part, this.spend) };
  }
}
