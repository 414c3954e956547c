import { type Automaton, classesBy, type Described, FULL, LazyAutomaton, type Spend } from "../../../regex";
import { lower } from "../../evaluate/wildcard";

/** A field that is a part of the full URL, or the whole of it. */
export type UrlPart = "scheme" | "host" | "path" | "extension" | "query" | "uri" | "url";

const SLASH = 0x2f;
const DOT = 0x2e;
const QUESTION_MARK = 0x3f;
const SCHEMES = ["http://", "https://"];
/** Separates the parts of a URL, or is in a scheme. */
const MARKS = Buffer.from("/:?.htps");

/** How far a URL was read. In `scheme`, `mark` is what was read; in `path`, "." behind the last dot of the last segment. */
interface Reading {
  readonly place: "scheme" | "host" | "path" | "query";
  /** The state of the automaton of the part. */
  readonly inner: number;
  readonly mark: string;
}

/**
 * Returns an automaton over full URLs, `scheme://host/path?query`, that accepts those whose part the given one accepts. The part
 * "scheme" is the text `http` or `https`. A URL without an extension has no such part, so none is accepted.
 */
export function ofUrlPart(automaton: Automaton, part: UrlPart, spend: Spend): Automaton {
  if (part === "url") return automaton;
  const { start } = automaton;
  const at = (place: Reading["place"], inner = start, mark = ""): Described<Reading> => {
    // Behind the host, the rest of a URL can only change an extension, and a query that has not begun.
    const isOpen =
      inner > FULL || part === "extension" || (place !== "query" && (place !== "path" || part === "query"));
    return isOpen ? { place, inner, mark } : inner === FULL ? "full" : "dead";
  };
  const decide = (inner: number): Described<Reading> => (automaton.accepts(inner) ? "full" : "dead");
  const next = ({ place, inner, mark }: Reading, byte: number): Described<Reading> => {
    switch (place) {
      case "scheme": {
        const read = mark + String.fromCharCode(byte);
        if (!SCHEMES.some((scheme) => scheme.startsWith(read))) return "dead";
        if (!SCHEMES.includes(read)) return at("scheme", start, read);
        if (part !== "scheme") return at("host");
        return decide(
          [...Buffer.from(read.slice(0, -3))].reduce((state, one) => automaton.next(state, one), start),
        );
      }
      case "host":
        if (byte !== SLASH) return at("host", part === "host" ? automaton.next(inner, byte) : inner);
        if (part === "host") return decide(inner);
        return at("path", part === "path" || part === "uri" ? automaton.next(inner, byte) : inner);
      case "path":
        if (byte === QUESTION_MARK) {
          if (part === "path") return decide(inner);
          if (part === "extension") return mark === "." ? decide(inner) : "dead";
          return at("query", part === "uri" ? automaton.next(inner, byte) : inner);
        }
        if (part === "extension") return inExtension(inner, mark, byte);
        return at("path", part === "path" || part === "uri" ? automaton.next(inner, byte) : inner);
      case "query":
        return at("query", automaton.next(inner, byte));
    }
  };
  const inExtension = (inner: number, mark: string, byte: number): Described<Reading> => {
    if (byte === SLASH) return at("path");
    if (byte === DOT) return at("path", start, ".");
    return mark === "." ? at("path", automaton.next(inner, lower(byte)), mark) : at("path");
  };
  const accepts = ({ place, inner, mark }: Reading): boolean => {
    if (place === "scheme" || place === "host") return false;
    if (part === "extension") return mark === "." && automaton.accepts(inner);
    return part === "query" && place === "path" ? automaton.accepts(start) : automaton.accepts(inner);
  };
  return new LazyAutomaton<Reading>(
    {
      start: at("scheme"),
      classes: classesBy((byte) => {
        const read = part === "extension" ? lower(byte) : byte;
        return MARKS.includes(byte) ? `=${byte}` : (automaton.classes[read] ?? 0);
      }),
      keyOf: ({ place, inner, mark }) => `${place} ${inner} ${mark}`,
      next,
      accepts,
    },
    spend,
  );
}
