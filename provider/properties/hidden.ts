/**
 * The hidden properties, whose names begin with two underscores: the engine leaves them out of diffs, and no user writes them. What the
 * program, the provider and the next run tell each other stands here and nowhere else.
 */

import type { PreviewLine } from "./preview-line";

/** From the program, or from the plugin, to `check`. The state keeps `__mark`, `__zone` and `__secretMembers`. */
interface HiddenInputs {
  /** The ownership mark of the resource. The program hands over its identity: the mark without the nonce. */
  readonly __mark: string;
  /** The name from which the name of a token or custom ruleset is derived. */
  readonly __base: string;
  /** The URN of the resource, at which a dynamic provider prints its lines. The state keeps it for a refresh and a destroy. */
  readonly __urn: string;
  /** The name of the zone, if a lookup of the program has found it. The state keeps it for reviews and a destroy. */
  readonly __zone: string;
  /** The name of the stack, which the engine does not tell a dynamic provider. */
  readonly __stack: string;
  /** Whether `check` runs in a preview. The dynamic provider then reads what is live, and the class reports what `__problems` has. */
  readonly __preview: boolean;
  /**
   * The file to which the dynamic provider appends the lines of a preview, and from which the class prints them. As inputs, they would
   * become a part of an update plan, which no update could meet.
   */
  readonly __report: string;
  /** Whether a `check` without `__preview` belongs to a preview: that of the plugin reads nothing, and its `create` and `update` preview. */
  readonly __beforePreview: boolean;
  /**
   * Names of arguments in the option `replaceOnChanges`, or `*`. The SDK tells the engine no names of changed arguments, so that `diff` of
   * the dynamic provider returns which of these have changed. The state keeps it.
   */
  readonly __replaceOnChanges: readonly string[];
  /** Whether `rules` is an object by ref. */
  readonly __keyed: boolean;
  /** The secret members of each rule, by ref. Without it, a secret `rules` is secret as a whole. */
  readonly __secretMembers: Readonly<Record<string, readonly string[]>>;
  /** Problems that the class has found in the arguments. */
  readonly __faults: readonly unknown[];
  /** What the resource declares about subjects that several resources share, each with what the other resources declare about it. */
  readonly __claims: readonly unknown[];
  /** The names of the lists that the program declares. Empty texts stand for names that are not known when it runs. */
  readonly __lists: readonly string[];
}

/** From `check` to the next step of the run. */
interface HiddenReport {
  /** The problems of a preview, which the update that they force then reports. */
  readonly __problems: readonly string[];
  /** The lines of a preview of the plugin, which the class prints. */
  readonly __lines: readonly PreviewLine[];
}

/** What an update, or a read, leaves in the state for a later one. */
interface HiddenOutputs {
  /** Refs of the resource's rules that carry no mark on the wire. Not set if all of them do. */
  readonly __unmarked: readonly string[];
  /** Wire refs of foreign rules that the last refresh has shown to an exclusive owner. */
  readonly __shown: readonly string[];
  /** Ids of the rules or items that were left for their new owner. */
  readonly __left: readonly string[];
  /** Whether a write failed half way that only gave back what the resource had: the next one keeps what others have added, too. */
  readonly __restoring: boolean;
  /** What a person has set on an OWASP deployment that no argument describes. */
  readonly __kept: unknown;
  /** Ids of orphaned tokens that could not be removed yet. */
  readonly __orphans: readonly string[];
  /** Ids of tokens that an earlier version of this package has replaced. */
  readonly __replaced: readonly string[];
  /** Whether the token was imported, so that its value is not known. */
  readonly __imported: boolean;
  /** Only given to `read`: it is the first of an object that the state will manage. */
  readonly __import: boolean;
}

type HiddenName = keyof (HiddenInputs & HiddenReport & HiddenOutputs);
const hidden = <Name extends HiddenName>(name: Name): Name => name;

export const MARK = hidden("__mark");
export const BASE = hidden("__base");
export const STACK = hidden("__stack");
export const ZONE = hidden("__zone");
export const URN = hidden("__urn");
export const PREVIEW = hidden("__preview");
export const REPORT = hidden("__report");
export const BEFORE_PREVIEW = hidden("__beforePreview");
export const REPLACE_ON_CHANGES = hidden("__replaceOnChanges");
export const KEYED = hidden("__keyed");
export const SECRET_MEMBERS = hidden("__secretMembers");
export const FAULTS = hidden("__faults");
export const CLAIMS = hidden("__claims");
export const LISTS = hidden("__lists");
export const PROBLEMS = hidden("__problems");
export const LINES = hidden("__lines");
export const UNMARKED = hidden("__unmarked");
export const SHOWN = hidden("__shown");
export const LEFT = hidden("__left");
export const RESTORING = hidden("__restoring");
export const KEPT = hidden("__kept");
export const ORPHANS = hidden("__orphans");
export const REPLACED = hidden("__replaced");
export const IMPORTED = hidden("__imported");
export const IMPORT = hidden("__import");
