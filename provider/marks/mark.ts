import { createHash, randomInt } from "node:crypto";

/**
 * A proof of ownership. A rule, a derived name or an entry point with a mark belongs to the resource, or the stack, that the mark
 * names. Equal content proves nothing. The text of a mark is `<project>/<stack>~<code>`.
 */
export interface Mark {
  /** `<project>/<stack>`, only for messages: the digests identify the owner. */
  readonly owner: string;
  /** 6 hexadecimal digits of a digest of organization, project, stack and `edge:owner`. */
  readonly stack: string;
  /** 8 hexadecimal digits of a digest of these and the URN. */
  readonly resource: string;
  /** 6 characters of `[0-9a-z]`, drawn when the resource is first checked; a replacement draws another. */
  readonly nonce: string;
}

/** What identifies a resource as an owner. */
export interface Identity {
  readonly organization: string;
  readonly project: string;
  readonly stack: string;
  readonly urn: string;
  /** `edge:owner`: distinguishes backends whose organization, project and stack have equal names. */
  readonly owner?: string | undefined;
}

/** How the owner of a marked object is related to a resource. */
export type Relation =
  /** The resource itself. */
  | "own"
  /** Another attempt of the resource: its predecessor in a replacement, or one of an interrupted run. */
  | "attempt"
  /** Another resource of the same stack. */
  | "sibling"
  /** Another stack. */
  | "foreign";

const STACK_DIGITS = 6;
const RESOURCE_DIGITS = 8;
const NONCE_LENGTH = 6;
const NONCE_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";
/** Names in `owner` are cut to this length, so that a mark stays short. */
const OWNER_NAME_LENGTH = 40;

const OWNER = "[\\w.-]+/[\\w.-]+";
const CODE = `[0-9a-f]{${STACK_DIGITS}}[0-9a-f]{${RESOURCE_DIGITS}}[0-9a-z]{${NONCE_LENGTH}}`;
const MARK = new RegExp(`^(${OWNER})~(${CODE})$`);
const MARKED_REF = new RegExp(`^(.+)~(${OWNER}~${CODE})$`, "s");
const MARKED_NAME = new RegExp(`^(.*)-(${CODE})$`, "s");
const MARKED_ENTRYPOINT = new RegExp(`^.*~${OWNER}~([0-9a-f]{${STACK_DIGITS}})$`, "s");

/** Draws the nonce of a mark: 31 bits that distinguish the attempts of one resource. */
export function newNonce(): string {
  return Array.from({ length: NONCE_LENGTH }, () => NONCE_ALPHABET[randomInt(NONCE_ALPHABET.length)]).join(
    "",
  );
}

/** Returns the text of a mark without its nonce, which `check` adds to the identity that the program hands over. */
export function identityText({ organization, project, stack, urn, owner }: Identity): string {
  const names = [project, stack].map((name) => name.replace(/[^\w.-]/g, "-").slice(0, OWNER_NAME_LENGTH));
  const more = owner === undefined ? [] : [owner];
  // JSON, so that no two lists of parts give the same text.
  const stackDigest = digest([organization, project, stack, ...more], STACK_DIGITS);
  const resourceDigest = digest([organization, project, stack, urn, ...more], RESOURCE_DIGITS);
  return `${names.join("/")}~${stackDigest}${resourceDigest}`;
}

/** Parses the text of a mark; returns undefined for any other text. */
export function parseMark(text: string): Mark | undefined {
  const [, owner, code] = MARK.exec(text) ?? [];
  return owner === undefined || code === undefined ? undefined : markOf(owner, code);
}

export function markText(mark: Mark): string {
  return `${mark.owner}~${codeOf(mark)}`;
}

/** Returns the digests and the nonce, which identify a mark. */
export function codeOf({ stack, resource, nonce }: Mark): string {
  return stack + resource + nonce;
}

export function relationOf(mark: Mark, own: Mark): Relation {
  if (mark.stack !== own.stack) return "foreign";
  if (mark.resource !== own.resource) return "sibling";
  return mark.nonce === own.nonce ? "own" : "attempt";
}

/** Returns the ref on the wire of a rule with the plain ref `ref`. */
export function markedRef(ref: string, mark: Mark): string {
  return `${ref}~${markText(mark)}`;
}

/** Splits a ref on the wire into the plain ref and the mark, if it has one. */
export function parseRef(wire: string): { readonly ref: string; readonly mark?: Mark } {
  const [, ref, text] = MARKED_REF.exec(wire) ?? [];
  const mark = text === undefined ? undefined : parseMark(text);
  return ref === undefined || mark === undefined ? { ref: wire } : { ref, mark };
}

/** Returns a name with the mark's code, for an object without a ref. `base` is cut so that the name fits into `max` characters. */
export function markedName(base: string, mark: Mark, max: number): string {
  const suffix = `-${codeOf(mark)}`;
  return `${cut(base, max - suffix.length)}${suffix}`;
}

/** Returns the mark whose code ends a name. Its `owner` is empty, since a name has only the code. */
export function markInName(name: string): Mark | undefined {
  const [, , code] = MARKED_NAME.exec(name) ?? [];
  return code === undefined ? undefined : markOf("", code);
}

/** Returns the name of an entry point that a resource of the stack makes. The stack's last resource in it removes it. */
export function entrypointName({ owner, stack }: Mark): string {
  return `default~${owner}~${stack}`;
}

/** Whether a resource of the mark's stack, or without a mark of any stack, made the entry point of that name. */
export function madeByStack(name: string, mark?: Mark): boolean {
  const [, stack] = MARKED_ENTRYPOINT.exec(name) ?? [];
  return stack !== undefined && (mark === undefined || stack === mark.stack);
}

/** Returns the first `length` UTF-16 units, without splitting a surrogate pair. */
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
