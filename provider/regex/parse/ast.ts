/** A part of a pattern, as JavaScript indexes: `pattern.slice(start, end)`. */
export interface PatternSpan {
  readonly start: number;
  readonly end: number;
}

/** A node of the syntax tree. `height` is the height of the subtree, for the nest limit. */
export type RegexNode =
  | { readonly kind: "empty"; readonly span: PatternSpan; readonly height: 0 }
  | { readonly kind: "flags"; readonly flags: Flags; readonly span: PatternSpan; readonly height: 0 }
  | RegexChar
  | { readonly kind: "dot"; readonly span: PatternSpan; readonly height: 0 }
  | {
      readonly kind: "assertion";
      readonly assertion: Assertion;
      readonly span: PatternSpan;
      readonly height: 0;
    }
  | NamedClass
  | BracketClass
  | Repetition
  | RegexGroup
  | {
      readonly kind: "concat";
      readonly nodes: readonly RegexNode[];
      readonly span: PatternSpan;
      readonly height: number;
    }
  | Alternation;

/** One character. `byte` marks `\xNN`, which is a byte if Unicode is off. */
export interface RegexChar {
  readonly kind: "char";
  readonly codePoint: number;
  readonly byte: boolean;
  readonly span: PatternSpan;
  readonly height: 0;
}

export type Assertion =
  | "lineStart"
  | "lineEnd"
  | "textStart"
  | "textEnd"
  | "wordBoundary"
  | "notWordBoundary"
  | "wordStart"
  | "wordEnd"
  | "wordStartHalf"
  | "wordEndHalf";

/** `\d`, `\p{Greek}`. */
export type NamedClass = PerlClass | UnicodeClass;

export interface PerlClass {
  readonly kind: "perl";
  readonly name: "d" | "s" | "w";
  readonly negated: boolean;
  readonly span: PatternSpan;
  readonly height: 0;
}

export interface UnicodeClass {
  readonly kind: "unicode";
  /** The text in the braces, or the single letter: `Greek`, `sc=Greek`. */
  readonly query: string;
  readonly negated: boolean;
  readonly span: PatternSpan;
  readonly height: 0;
}

/** `[...]`. */
export interface BracketClass {
  readonly kind: "bracket";
  readonly negated: boolean;
  readonly set: ClassSet;
  readonly span: PatternSpan;
  readonly height: number;
}

export type ClassSet = ClassItem | ClassOperation;

export interface ClassOperation {
  readonly kind: "operation";
  readonly operator: "&&" | "--" | "~~";
  readonly left: ClassSet;
  readonly right: ClassSet;
  readonly span: PatternSpan;
  readonly height: number;
}

export type ClassItem =
  | { readonly kind: "empty"; readonly span: PatternSpan; readonly height: 0 }
  | RegexChar
  | {
      readonly kind: "range";
      readonly first: RegexChar;
      readonly last: RegexChar;
      readonly span: PatternSpan;
      readonly height: 0;
    }
  | {
      readonly kind: "ascii";
      readonly name: AsciiClass;
      readonly negated: boolean;
      readonly span: PatternSpan;
      readonly height: 0;
    }
  | NamedClass
  | BracketClass
  | {
      readonly kind: "union";
      readonly items: readonly ClassItem[];
      readonly span: PatternSpan;
      readonly height: number;
    };

export type AsciiClass =
  | "alnum"
  | "alpha"
  | "ascii"
  | "blank"
  | "cntrl"
  | "digit"
  | "graph"
  | "lower"
  | "print"
  | "punct"
  | "space"
  | "upper"
  | "word"
  | "xdigit";

export interface Repetition {
  readonly kind: "repetition";
  readonly min: number;
  /** `undefined` if there is no upper bound. */
  readonly max: number | undefined;
  /** Has a `?` suffix: lazy, or greedy if the flag `U` is on. */
  readonly lazy: boolean;
  readonly node: RegexNode;
  readonly span: PatternSpan;
  readonly height: number;
}

export interface RegexGroup {
  readonly kind: "group";
  readonly captures: boolean;
  readonly flags?: Flags;
  readonly node: RegexNode;
  readonly span: PatternSpan;
  readonly height: number;
}

export interface Alternation {
  readonly kind: "alternation";
  readonly branches: readonly RegexNode[];
  readonly span: PatternSpan;
  readonly height: number;
}

export type FlagName = "i" | "m" | "s" | "U" | "u" | "R" | "x";
/** The flags that a group or a directive turns on (true) or off (false). */
export type Flags = ReadonlyMap<FlagName, boolean>;

/** Returns the height of a node with these children. Leaves have height 0. */
export function heightOver(nodes: readonly { readonly height: number }[]): number {
  return 1 + nodes.reduce((highest, node) => Math.max(highest, node.height), 0);
}
