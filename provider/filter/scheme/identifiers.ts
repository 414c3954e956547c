import { FIELDS, PACKET_FIELDS as OF_PACKETS, type FieldRow } from "./fields";
import { FUNCTIONS, type Signature } from "./functions";
import { parseType, type Type } from "./types";

/** The phases that process packets. */
const PACKETS = /^(?:ddos_l4$|magic_transit)/;
const IDENTIFIERS: ReadonlyMap<string, Identifier> = new Map([
  ...Object.entries(FIELDS).map(fieldEntry),
  ...Object.entries(FUNCTIONS).map(([name, signature]): [string, Identifier] => [
    name,
    { kind: "function", name, signature },
  ]),
]);

/** What a name of the language is: a field with its type, or a function with its signature. */
export type Identifier =
  | { readonly kind: "field"; readonly name: string; readonly type: Type; readonly outside?: "declared" }
  | {
      readonly kind: "function";
      readonly name: string;
      readonly signature: Signature;
      readonly outside?: "declared";
    };

/** What a user says about the language: names that this package does not know, and what an unknown name means. */
export interface Language {
  /** The declared fields and functions. They take precedence over the table, which may be behind the service. */
  readonly names: ReadonlyMap<string, Identifier>;
  /** Whether an unknown name is an error, or only a warning. */
  readonly unknownNames: "error" | "warn";
  /** The same text for equal languages: the key of what is kept of parsed expressions. */
  readonly key: string;
}

/** What decides which names there are. */
export interface NameScope {
  /** The phase of the rule: those that process packets have further fields. */
  readonly phase?: string | undefined;
  /** What the user says about the language. */
  readonly language?: Language | undefined;
}

const PACKET_FIELDS: ReadonlyMap<string, Identifier> = new Map(Object.entries(OF_PACKETS).map(fieldEntry));

/** Returns what a name of the language means, as far as it is known. */
export function getIdentifier(name: string, { phase, language }: NameScope = {}): Identifier | undefined {
  return (
    language?.names.get(name) ??
    IDENTIFIERS.get(name) ??
    (isOfPackets(phase) ? PACKET_FIELDS.get(name) : undefined)
  );
}

/** Whether a phase processes packets. Its language has further fields; that of all other phases is the same. */
export function isOfPackets(phase: string | undefined): boolean {
  return phase !== undefined && PACKETS.test(phase);
}

/** Returns the names of the fields that only phases of packets have. */
export function listPacketFields(): string[] {
  return [...PACKET_FIELDS.keys()];
}

function fieldEntry([name, { type }]: readonly [string, FieldRow]): [string, Identifier] {
  return [name, { kind: "field", name, type: parseType(type) }];
}

/** Returns all names of fields and functions, and the two quantifiers. */
export function listIdentifierNames(): string[] {
  return [...IDENTIFIERS.keys(), "any", "all"];
}
