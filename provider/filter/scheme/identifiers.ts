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

type Identifier =
  | { readonly kind: "field"; readonly name: string; readonly type: Type }
  | { readonly kind: "function"; readonly name: string; readonly signature: Signature };

const PACKET_FIELDS: ReadonlyMap<string, Identifier> = new Map(Object.entries(OF_PACKETS).map(fieldEntry));

/** Returns what a name of the language means. The phases that process packets have further fields. */
export function getIdentifier(name: string, phase?: string): Identifier | undefined {
  return IDENTIFIERS.get(name) ?? (isOfPackets(phase) ? PACKET_FIELDS.get(name) : undefined);
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
