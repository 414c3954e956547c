import { createHash, randomInt } from "node:crypto";
import { Recent } from "../recent";
import { cutText } from "../words";

/**
 * A proof of ownership. A rule, a derived name or an entry point with a mark belongs to the resource, or the stack, that the mark
 * names. Equal content proves nothing. The text of a mark is `<project>/<stack>~<code>`.
 */
export interface Mark {
  /** `<project>/<stack>`, only for messages: the digests identify the owner. */
  readonly owner: string;
  /** 12 characters of a digest of organization, project, stack and `edge:owner`: 60 bits. */
  readonly stack: string;
  /** 12 characters of a digest of these and the URN. */
  readonly resource: string;
  /** 8 characters of `[0-9a-z]`, drawn when the resource is first checked; a replacement draws another. */
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
  /** Another attempt of a resource of that name: a predecessor, an interrupted run, or a stack that had this name before. */
  | "attempt"
  /** Another resource of the same stack. */
  | "sibling"
  /** Another stack. */
  | "foreign";

/** Lengths of the parts of a code. */
interface CodeForm {
  readonly stack: number;
  readonly resource: number;
  readonly nonce: number;
  /** Characters of a checksum, without which the end of a name that a person chose could be read as a code. */
  readonly check: number;
}

const FORM: CodeForm = { stack: 12, resource: 12, nonce: 8, check: 4 };
/** The form of earlier versions: valid for what a state holds, never for taking over. 24 bits do not tell stacks apart. */
const SHORT_FORM: CodeForm = { stack: 6, resource: 8, nonce: 6, check: 0 };
const CODE_LENGTH = lengthOf(FORM);

const NONCE_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";
/** Names in `owner` are cut to this length, so that a mark stays short. */
const OWNER_NAME_LENGTH = 40;

const OWNER = "[\\w.-]+/[\\w.-]+";
const CODE = "[0-9a-z]+";
const HEX = /^[0-9a-f]+$/;
const MARK = new RegExp(`^(${OWNER})~(${CODE})$`);
const MARKED_NAME = new RegExp(`-([0-9a-z]{${CODE_LENGTH}})$`);
const MARKED_ENTRYPOINT = new RegExp(
  `^.*~${OWNER}~([0-9a-v]{${FORM.stack}}|[0-9a-f]{${SHORT_FORM.stack}})$`,
  "s",
);

/** Draws the nonce of a mark: 41 bits that distinguish the attempts of one resource. */
export function newNonce(): string {
  return Array.from({ length: FORM.nonce }, () => NONCE_ALPHABET[randomInt(NONCE_ALPHABET.length)]).join("");
}

/**
 * Returns the nonce that a seed gives. The engine hands the same seed to the check of a preview and to that of the update by its plan, so
 * that both draw one mark. An engine that knows no seeds hands over none.
 */
export function nonceOfSeed(seed: Uint8Array): string {
  return seed.length === 0 ? newNonce() : digest(["nonce", Buffer.from(seed).toString("hex")], FORM.nonce);
}

/** Returns the text of a mark without nonce and checksum: the identity that the program hands over. */
export function identityText({ organization, project, stack, urn, owner }: Identity): string {
  const names = [project, stack].map((name) => name.replace(/[^\w.-]/g, "-").slice(0, OWNER_NAME_LENGTH));
  const more = owner === undefined ? [] : [owner];
  // JSON, so that no two lists of parts give the same text.
  const stackDigest = digest([organization, project, stack, ...more], FORM.stack);
  const resourceDigest = digest([organization, project, stack, urn, ...more], FORM.resource);
  return `${names.join("/")}~${stackDigest}${resourceDigest}`;
}

/** Returns the text of the mark with that identity and nonce. */
export function markTextOf(identity: string, nonce: string): string {
  const [, digests = ""] = identity.split("~");
  return `${identity}${nonce}${checkOf(digests + nonce)}`;
}

/** Parses the text of a mark; returns undefined for any other text. */
export function parseMark(text: string): Mark | undefined {
  const [, owner, code] = MARK.exec(text) ?? [];
  return owner === undefined || code === undefined ? undefined : markOf(owner, code, [FORM, SHORT_FORM]);
}

export function markText(mark: Mark): string {
  return `${mark.owner}~${codeOf(mark)}`;
}

/** Returns the digests, the nonce and their checksum, which identify a mark. */
export function codeOf({ stack, resource, nonce }: Mark): string {
  const code = stack + resource + nonce;
  return stack.length === FORM.stack ? code + checkOf(code) : code;
}

/** Returns the first 8 hexadecimal digits of the digest of the resource, with which releases without marks derived names. */
export function resourceDigits({ resource }: Mark): string {
  if (resource.length === SHORT_FORM.resource) return resource;
  const bits = Array.from(resource).reduce(
    (sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)),
    0n,
  );
  return (bits >> BigInt(5 * resource.length - 32)).toString(16).padStart(8, "0");
}

/** Returns the relation that the texts of two marks show. Only the state of a stack proves which objects the stack owns. */
export function relationOf(mark: Mark, own: Mark): Relation {
  if (mark.stack !== own.stack || (mark.owner !== own.owner && mark.owner !== "")) return "foreign";
  if (mark.resource !== own.resource) return "sibling";
  return mark.nonce === own.nonce ? "own" : "attempt";
}

/** Returns the ref on the wire of a rule with the plain ref `ref`. */
export function markedRef(ref: string, mark: Mark): string {
  return `${ref}~${markText(mark)}`;
}

/** Splits a ref on the wire into the plain ref and the mark, if it has one. */
export function parseRef(wire: string): { readonly ref: string; readonly mark?: Mark } {
  // Searched from the end, because refs are hostile: a pattern would backtrack at each `~` of a long one.
  const end = wire.lastIndexOf("~", wire.lastIndexOf("~") - 1);
  const mark = end > 0 ? parseMark(wire.slice(end + 1)) : undefined;
  return mark === undefined ? { ref: wire } : { ref: wire.slice(0, end), mark };
}

/** Returns a text of a person, such as a comment, with a mark at its end. The text may be empty. */
export function markedText(text: string, mark: Mark): string {
  return text === "" ? markText(mark) : markedRef(text, mark);
}

/** Follows a text of a person in place of a mark: a resource made the object, and has left it to those who still use it. */
const NO_OWNER = "~edge-platform";

/** Returns a text of a person for an object that its maker leaves to others. The last resource that uses the object removes it. */
export function unownedText(text: string): string {
  return `${text}${NO_OWNER}`;
}

/** Splits a text on the wire into what a person wrote and the mark, if it has one. `isLeft`: its maker has left the object to others. */
export function parseMarkedText(wire: string): {
  readonly text: string;
  readonly mark?: Mark;
  readonly isLeft?: boolean;
} {
  if (wire.endsWith(NO_OWNER)) return { text: wire.slice(0, -NO_OWNER.length), isLeft: true };
  const whole = parseMark(wire);
  if (whole) return { text: "", mark: whole };
  const { ref: text, ...mark } = parseRef(wire);
  return { text, ...mark };
}

/** Returns a name with the mark's code, for an object without a ref. `base` is cut so that the name fits into `max` characters. */
export function markedName(base: string, mark: Mark, max: number): string {
  const suffix = `-${codeOf(mark)}`;
  return `${cutText(base, max - suffix.length)}${suffix}`;
}

/**
 * Returns the mark whose code ends a name. Its `owner` is empty, since a name has only the code. Short codes of earlier versions have no
 * checksum, so only `hasCode` finds those of a known mark.
 */
export function markInName(name: string): Mark | undefined {
  const [, code] = MARKED_NAME.exec(name) ?? [];
  return code === undefined ? undefined : markOf("", code, [FORM]);
}

/** Whether a name ends with the code of that mark. */
export function hasCode(name: string, mark: Mark): boolean {
  return name.endsWith(`-${codeOf(mark)}`);
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

function markOf(owner: string, code: string, forms: readonly CodeForm[]): Mark | undefined {
  const form = forms.find((one) => lengthOf(one) === code.length);
  if (!form) return undefined;
  const [stack, resource, nonce, check] = [
    code.slice(0, form.stack),
    code.slice(form.stack, form.stack + form.resource),
    code.slice(form.stack + form.resource, code.length - form.check),
    code.slice(code.length - form.check),
  ];
  const isWhole = form.check > 0 ? check === checkOf(code.slice(0, -form.check)) : HEX.test(stack + resource);
  return isWhole ? { owner, stack, resource, nonce } : undefined;
}

function lengthOf({ stack, resource, nonce, check }: CodeForm): number {
  return stack + resource + nonce + check;
}

/** The checksums of recent codes: all rules of a resource have one code, and a run reads their refs many times. */
const checks = Recent.ofCount<string>(1000);

function checkOf(code: string): string {
  return checks.get(code, () => digest([code], FORM.check));
}

/** Returns the first `length` characters of a digest in base 32: `[0-9a-v]`, five bits each. */
function digest(parts: readonly string[], length: number): string {
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return (BigInt(`0x${hash}`) >> BigInt(256 - 5 * length)).toString(32).padStart(length, "0");
}
