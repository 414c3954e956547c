import { fromLatin1, toLatin1 } from "../../evaluate/byte-functions";
import { isBytes } from "../../evaluate/runtime-value";
import { remembered } from "../../remembered";
import type { Value } from "../../parse/ast";
import { printValue } from "../../print/print-filter";
import type { Assumption } from "../answer";
import type { Theory, TheoryAnswer } from "../boolean/solver";
import type { UrlPart } from "../words/url";
import type { Atom } from "./atom";
import { presenceOf } from "./domains";
import type { AtomLiteral, Using } from "./find-value";
import { entriesNamed, hasKeys, keyNamed, keysOf } from "./map-keys";
import { solveArray, solvePresentArray } from "./solve-array";
import { joinedParts, type PlaceInUrl, placeInUrl, UrlSolver } from "./solve-url";
import { type Setting, type Solved, solveValue } from "./solve-value";

/** What is done with literals of which the theory knows no conflict. */
export interface Search {
  /** Tells whether a request with settings that meet the literals shows what is asked. */
  confirm(settings: readonly Setting[], literals: readonly AtomLiteral[]): boolean;
  /** Takes note of literals for which no settings were found. */
  reject(literals: readonly AtomLiteral[]): void;
}

/** Literals that depend on each other, and how they are solved. */
interface Group {
  readonly literals: AtomLiteral[];
  readonly solve: (literals: readonly AtomLiteral[]) => Solved;
}

/** What the theory reads of the value of each atom again and again. */
interface Subject {
  /** The value as text. */
  readonly name: string;
  readonly place: PlaceInUrl | undefined;
  /** For elements: their array, all its elements, and these as text. */
  readonly elements: { readonly array: Value; readonly element: Value; readonly name: string } | undefined;
  /** Whether the value is computed. */
  readonly isComputed: boolean;
  /** Whether it is assumed that every request has the value. */
  readonly isPresent: boolean;
}

/** The value of `Theory.cost` for the kinds of literals: what most requests satisfy is free. */
const COST = { absent: 0, different: 1, present: 2, opaque: 5 } as const;

/** Knows which conditions on the fields of a request can hold together. */
export class RequestTheory implements Theory<Atom> {
  /** What the conflicts found so far assume, by their literals. */
  readonly assumptions = new WeakMap<readonly AtomLiteral[], readonly Assumption[]>();
  private search: Search | undefined;
  /** The literals whose values are being looked for. */
  private solving: readonly AtomLiteral[] | undefined;
  private readonly solved = new Map<string, Solved>();
  private readonly urls: UrlSolver;

  constructor(private readonly using: Using) {
    this.urls = new UrlSolver(using.meter.spend);
  }

  /** Begins a question. */
  begin(search: Search): void {
    this.search = search;
    this.solving = undefined;
  }

  /** The literals that were being solved when the budget was spent; undefined if it was spent on something else. */
  get unsolved(): readonly AtomLiteral[] | undefined {
    return this.solving;
  }

  cost({ atom, value: holds }: AtomLiteral): number {
    if (atom.kind === "opaque") return COST.opaque;
    const { isComputed, isPresent } = subjectOf(atom.value);
    if (isComputed) return COST.opaque;
    if (holds) return COST.present;
    return isPresent ? COST.different : COST.absent;
  }

  check(literals: readonly AtomLiteral[]): TheoryAnswer<Atom> {
    const settings: Setting[] = [];
    // A conflict ends the check, so the groups that cost least come first.
    const groups = [...this.groupsOf(literals)].sort(([, a], [, b]) => effortOf(a) - effortOf(b));
    for (const [key, group] of groups) {
      const solved = this.solve(key, group);
      if (solved.kind === "unclear") {
        this.search?.reject(group.literals);
        return { kind: "undecided" };
      }
      if (solved.kind === "conflict") {
        this.assumptions.set(solved.core, solved.assumptions);
        return { kind: "conflict", core: solved.core };
      }
      settings.push(...solved.settings);
    }
    settings.push(...originBefore(groups.find(([key]) => key === RAW_URL)?.[1], settings));
    const entries = this.using.assumes ? this.entriesFor(settings, literals) : [];
    if (entries === undefined) return { kind: "undecided" };
    settings.push(...entries);
    return { kind: this.search?.confirm(settings, literals) === false ? "undecided" : "consistent" };
  }

  /** Finds the values of entries that only the array of their keys needs. Undefined if that is not clear. */
  private entriesFor(
    settings: readonly Setting[],
    literals: readonly AtomLiteral[],
  ): readonly Setting[] | undefined {
    const found: Setting[] = [];
    for (const { value, runtime } of settings) {
      if (!hasKeys(value)) continue;
      const keys = new Set(keysOf(value, runtime));
      for (const one of entriesNamed(value, literals)) {
        if (!keys.has(one.key) || one.literals.some((literal) => literal.value)) continue;
        const solved = solvePresentArray(one.entry, one.element, one.literals, this.using);
        if (solved.kind !== "settings") {
          this.search?.reject(one.literals);
          return undefined;
        }
        found.push(...solved.settings);
      }
    }
    return found;
  }

  private solve(key: string, { literals, solve }: Group): Solved {
    const question = `${key} ${literals
      .map(({ node }) => node)
      .sort((a, b) => a - b)
      .join()}`;
    const known = this.solved.get(question);
    if (known !== undefined) return known;
    this.solving = literals;
    const solved = solve(literals);
    this.using.meter.spend(2 * question.length);
    this.solving = undefined;
    this.solved.set(question, solved);
    return solved;
  }

  private groupsOf(literals: readonly AtomLiteral[]): ReadonlyMap<string, Group> {
    const groups = new Map<string, Group>();
    const arrays = new Map<string, Value>();
    const add = (key: string, literal: AtomLiteral, solve: Group["solve"]) => {
      const known = groups.get(key);
      if (known) known.literals.push(literal);
      else groups.set(key, { literals: [literal], solve });
    };
    this.using.meter.spend(0, literals.length);
    const joined = this.using.assumes ? joinedUrls(literals) : undefined;
    for (const literal of literals) {
      const { atom } = literal;
      if (atom.kind === "opaque") continue;
      const { value } = atom;
      const { name, place, elements } = subjectOf(value);
      if (place !== undefined && joined?.(place) === true) {
        const url = fieldLike(value, place.isRaw ? RAW_URL : "http.request.full_uri");
        add(url.source.name, literal, (all) => this.urls.solve(url, all, this.using));
      } else if (elements !== undefined) {
        const { array, element } = elements;
        add(elements.name, literal, (all) => solveArray(array, element, all, this.using));
        arrays.set(elements.name, array);
      } else add(name, literal, (all) => solveValue(value, all, this.using));
    }
    const raw = groups.get(RAW_URL);
    // Normalization keeps scheme and host.
    if (raw !== undefined && joined !== undefined)
      raw.literals.push(
        ...literals.filter(({ atom }) => atom.kind !== "opaque" && isOfOrigin(subjectOf(atom.value).place)),
      );
    // A map has an entry exactly if the array of its keys has the key.
    if (this.using.assumes) {
      for (const [key, array] of arrays) {
        if (!hasKeys(array)) continue;
        const entries = literals.filter(({ atom }) => keyNamed(atom, array) !== undefined);
        for (const entry of entries) groups.get(key)?.literals.push(entry);
      }
    }
    return groups;
  }
}

/** Returns how much solving a group costs compared with others: least without texts, most if only automata describe the texts. */
function effortOf({ literals }: Group): number {
  let effort = 0;
  for (const { atom, value: holds } of literals) {
    if ((atom.kind !== "value" && atom.kind !== "some") || atom.set.kind !== "words") continue;
    if (atom.set.isListed && holds) return 1;
    effort = 2;
  }
  return effort;
}

const subjectOf = remembered((value: Value): Subject => {
  const last = value.indexes.at(-1);
  const isElement = last?.kind === "element" || last?.kind === "each";
  const array: Value = { ...value, indexes: value.indexes.slice(0, -1) };
  const element: Value | undefined = isElement
    ? { ...value, indexes: [...array.indexes, { kind: "each", span: last.span }] }
    : undefined;
  return {
    name: printValue(value),
    place: placeInUrl(value),
    elements: element && { array, element, name: printValue(element) },
    isComputed: value.source.kind === "call",
    isPresent: presenceOf(value) !== undefined,
  };
});

const RAW_URL = "raw.http.request.full_uri";

/** Whether a value is a part of the URL that is the same before normalization. */
function isOfOrigin(place: PlaceInUrl | undefined): boolean {
  return place?.isRaw === false && (place.part === "host" || place.part === "scheme");
}

/** Returns scheme and host of a request whose URL before normalization was looked for as a whole. */
function originBefore(group: Group | undefined, settings: readonly Setting[]): Setting[] {
  const isWhole = ({ atom }: AtomLiteral) =>
    atom.kind !== "opaque" && subjectOf(atom.value).place?.part === "url";
  const raw = settings.find(({ value }) => value.source.kind === "field" && value.source.name === RAW_URL);
  if (raw === undefined || !isBytes(raw.runtime) || group?.literals.some(isWhole) !== true) return [];
  const [, scheme, host] = /^(https?):\/\/([^/]*)/.exec(toLatin1(raw.runtime)) ?? [];
  if (host === undefined) return [];
  const ssl = { ...fieldLike(raw.value, "ssl"), type: "Bool" } as const;
  return [
    { value: fieldLike(raw.value, "http.host"), runtime: fromLatin1(host) },
    { value: ssl, runtime: scheme === "https" },
  ];
}

/** Returns a function that tells which fields are solved together with other parts of a URL. */
function joinedUrls(literals: readonly AtomLiteral[]): (place: PlaceInUrl) => boolean {
  const named = { url: new Set<UrlPart>(), raw: new Set<UrlPart>() };
  for (const { atom } of literals) {
    const place = atom.kind === "opaque" ? undefined : subjectOf(atom.value).place;
    if (place) named[place.isRaw ? "raw" : "url"].add(place.part);
  }
  const joined = { url: joinedParts(named.url), raw: joinedParts(named.raw) };
  return ({ part, isRaw }) => joined[isRaw ? "raw" : "url"].has(part);
}

function fieldLike(value: Value, name: string) {
  return {
    ...value,
    source: { kind: "field", name, type: "Bytes", span: value.span },
    indexes: [],
    type: "Bytes",
  } as const satisfies Value;
}
