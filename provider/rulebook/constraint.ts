import { found, kindOf } from "../api";
import type { Level, Place } from "../filter";
import type { Severity } from "./finding";

/**
 * How well a fact about the API is known: `documented` by the vendor, `observed` in an answer of the API or a test against it, or
 * `inferred`. A documented or observed constraint is an error, an inferred one a warning.
 */
export type Confidence = "documented" | "observed" | "inferred";

/** One thing that the API requires of a rule. docs/rule-book.md lists them all. */
export interface Constraint {
  /** A name in kebab-case, unique in the book. It never changes, since policies and reports refer to it. */
  readonly id: string;
  /** What the API requires, as one sentence with the API's names. */
  readonly says: string;
  /** The public source of the fact. */
  readonly source: string;
  readonly confidence: Confidence;
  /** The error code of the API's refusal, if public. */
  readonly code?: number;
  /** Set if the API accepts a rule that breaks the constraint, although a part of the rule has no effect. */
  readonly accepted?: true;
  /** Set if a rule that breaks the constraint is hardly ever wrong, so that previews do not mention it. */
  readonly minor?: true;
}

/** Whether the API refuses a rule that breaks a constraint. If this is not known, or the API accepts the rule, previews only warn. */
export function isRefused({ confidence, accepted }: Constraint): boolean {
  return confidence !== "inferred" && accepted !== true;
}

/** Returns the severity of a broken constraint. */
export function severityOf(constraint: Constraint): Severity {
  if (isRefused(constraint)) return "error";
  return constraint.minor ? "information" : "warning";
}

/** A rule that breaks a constraint. */
export interface Violation {
  readonly constraint: Constraint;
  /** The path below the rule, in wire names: `["action_parameters", "from_value", "status_code"]`. */
  readonly path: readonly (string | number)[];
  /** What is wrong, what was found, what is allowed, and what to do. Follows the path in the printed text: `must be …, found …`. */
  readonly message: string;
  /** The text of the API's refusal, if public. Otherwise the platform answers with `message`. */
  readonly refusal?: string;
}

/** Makes a violation. The checks yield them. */
export function violation(
  constraint: Constraint,
  path: Violation["path"],
  message: string,
  refusal?: string,
): Violation {
  return { constraint, path, message, ...(refusal !== undefined && { refusal }) };
}

/** How messages about rules are worded. */
export interface Reader {
  /** Whether messages must not quote values. */
  readonly secret?: boolean;
  /** Returns how the reader writes a wire name: `statusCode` in a program, `status_code` in a request. */
  readonly nameOf: (wireName: string) => string;
}

/** A place of which the phase and the kind of the ruleset are known, which constraints depend on. */
export interface KnownPlace extends Place {
  readonly phase: string;
  readonly kind: NonNullable<Place["kind"]>;
}
export interface RuleContext extends KnownPlace, Reader {
  /** Whether messages must not quote the member of the rule at this path. Default: what `secret` says. */
  readonly isSecretAt?: (path: Violation["path"]) => boolean;
}

export function levelOf({ level, kind }: Pick<Place, "level" | "kind">): Level {
  return level ?? (kind === "zone" ? "zone" : "account");
}

/** Describes a value for a message: quoted, or only by its kind if it may be secret. */
export function shown(value: unknown, { secret }: Pick<Reader, "secret">): string {
  return secret === true ? kindOf(value) : found(value);
}

/** Names the constraints of a topic: the key of each becomes its id. */
export function constraints<const Id extends string>(
  book: Readonly<Record<Id, Omit<Constraint, "id">>>,
): Readonly<Record<Id, Constraint>> {
  const named = Object.entries<Omit<Constraint, "id">>(book).map(
    ([id, one]) => [id, { id, ...one }] as const,
  );
  // Object.fromEntries widens the keys; they are those of `book`.
  return Object.fromEntries(named) as Record<Id, Constraint>;
}

/** Whether a value is a text with the form of the API's ids. */
export function isId(value: unknown): boolean {
  return typeof value === "string" && /^[0-9a-f]{32}$/.test(value);
}

export function notAnId(text: string, context: Pick<Reader, "secret">): string {
  return `must be an id of 32 lower-case hexadecimal digits, found ${shown(text, context)}`;
}
