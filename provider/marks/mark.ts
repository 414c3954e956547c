import { createHash } from "node:crypto";

/**
 * Proof of ownership. A rule, a derived name or an entry point that carries a mark belongs to the resource, or the stack, that
 * the mark names; equal content proves nothing. The text of a mark is `<project>/<stack>~<code>`.
 */
export interface Mark {
  /** `<project>/<stack>`, for people: the digests decide. */
  readonly owner: string;
  /** 6 hexadecimal digits of organization, project, stack and `edge:owner`. */
  readonly stack: string;
  /** 8 hexadecimal digits of the same and the URN. */
  readonly resource: string;
  /** 6 characters of `[0-9a-z]`, drawn when the resource is first checked; a replacement draws another. */
  readonly nonce: string;
}

/** What a resource is made of, as far as ownership is concerned. */
export interface Identity {
  readonly organization: string;
  readonly project: string;
  readonly stack: string;
  readonly urn: string;
  /** `edge:owner`: tells two backends apart whose organization, project and stack have equal names. */
  readonly owner?: string | undefined;
}

/** Whose an object is that carries a mark, as the resource with the mark `own` sees it. */
export type Relation =
  /** This very resource. */
  | "own"
  /** The same resource in another attempt: its predecessor in a replacement, or an interrupted run's. */
  | "attempt"
  /** Another resource of the same stack. */
  | "sibling"
  /** Another stack. */
  | "foreign";

const STACK_DIGITS = 6;
const RESOURCE_DIGITS = 8;
const NONCE_LENGTH = 6;
/** Of each name in `owner`: longer names are cut, so that a mark stays short. */
const OWNER_NAME_LENGTH = 40;

const OWNER = "[\\w.-]+/[\\w.-]+";
const CODE = `[0-9a-f]{${STACK_DIGITS}}[0-9a-f]{${RESOURCE_DIGITS}}[0-9a-z]{${NONCE_LENGTH}}`;
const MARK = new RegExp(`^(${OWNER})~(${CODE})$`);
const MARKED_REF = new RegExp(`^(.+)~(${OWNER}~${CODE})$`, "s");
const MARKED_NAME = new RegExp(`^(.*)-(${CODE})$`, "s");
const MARKED_ENTRYPOINT = new RegExp(`^.*~${OWNER}~([0-9a-f]{${STACK_DIGITS}})$`, "s");

/** The text of a mark without its nonce: what the program knows of a resource before `check` has seen it. */
export function identityText({ organization, project, stack, urn, owner }: Identity): string {
  const names = [project, stack].map((name) => name.replace(/[^\w.-]/g, "-").slice(0, OWNER_NAME_LENGTH));
  const more = owner === undefined ? [] : [owner];
  // As JSON, so that no two different lists of parts read the same.
  const stackDigest = digest([organization, project, stack, ...more], STACK_DIGITS);
  const resourceDigest = digest([organization, project, stack, urn, ...more], RESOURCE_DIGITS);
  return `${names.join("/")}~${stackDigest}${resourceDigest}`;
}

/** The mark in its text form, undefined for any other text. */
export function parseMark(text: string): Mark | undefined {
  const [, owner, code] = MARK.exec(text) ?? [];
  return owner === undefined || code === undefined ? undefined : markOf(owner, code);
}

export function markText(mark: Mark): string {
  return `${mark.owner}~${codeOf(mark)}`;
}

/** The digests and the nonce: what tells a mark from every other. */
export function codeOf({ stack, resource, nonce }: Mark): string {
  return stack + resource + nonce;
}

export function relationOf(mark: Mark, own: Mark): Relation {
  if (mark.stack !== own.stack) return "foreign";
  if (mark.resource !== own.resource) return "sibling";
  return mark.nonce === own.nonce ? "own" : "attempt";
}

/** The `ref` that goes over the wire for a rule that its program calls `ref`. */
export function markedRef(ref: string, mark: Mark): string {
  return `${ref}~${markText(mark)}`;
}

/** A wire ref as the program's ref and the mark that follows it. */
export function parseRef(wire: string): { readonly ref: string; readonly mark?: Mark } {
  const [, ref, text] = MARKED_REF.exec(wire) ?? [];
  const mark = text === undefined ? undefined : parseMark(text);
  return ref === undefined || mark === undefined ? { ref: wire } : { ref, mark };
}

/** A name for an object that can carry no ref: `base`, cut so that all fits into `max` characters, and the mark's code. */
export function markedName(base: string, mark: Mark, max: number): string {
  const suffix = `-${codeOf(mark)}`;
  return `${cut(base, max - suffix.length)}${suffix}`;
}

/** The mark whose code ends a name. The name does not hold the owner's text. */
export function markInName(name: string): Mark | undefined {
  const [, , code] = MARKED_NAME.exec(name) ?? [];
  return code === undefined ? undefined : markOf("", code);
}

/** The name of an entry point that a resource of this stack makes: whoever of the stack leaves it last removes it. */
export function entrypointName({ owner, stack }: Mark): string {
  return `default~${owner}~${stack}`;
}

/** Whether an entry point of that name was made by a resource of the mark's stack; without a mark, by one of any stack. */
export function madeByStack(name: string, mark?: Mark): boolean {
  const [, stack] = MARKED_ENTRYPOINT.exec(name) ?? [];
  return stack !== undefined && (mark === undefined || stack === mark.stack);
}

/** The first `length` characters, never ending in the middle of a surrogate pair. */
export function cut(text: string, length: number): string {
  const head = text.slice(0, length);
  return /[\uD800-\uDBFF]$/.test(head) && head.length < text.length ? head.slice(0, -1) : head;
}

function markOf(owner: string, code: string): Mark {
  return {
    owner,
    stack: code.slice(0, STACK_DIGITS),
    resource: code.slice(STACK_DIGITS, STACK_DIGITS + RESOURCE_DIGITS),
    nonce: code.slice(STACK_DIGITS + RESOURCE_DIGITS),
  };
}

function digest(parts: readonly string[], digits: number): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, digits);
}
