const PRIMITIVES: readonly Primitive[] = ["Bool", "Int", "Ip", "Bytes"];

export const BOOL_ARRAY: CompoundType = { container: "Array", element: "Bool" };

/** The types of single values. */
export type Primitive = "Bool" | "Int" | "Ip" | "Bytes";
/** A type of the language. */
export type Type = Primitive | CompoundType;
/** A type as text: `Bytes`, `Array<Bytes>`, `Map<Array<Int>>`. */
export type TypeName = Primitive | `Array<${string}>` | `Map<${string}>`;

/** The type of arrays or maps. */
export interface CompoundType {
  readonly container: "Array" | "Map";
  readonly element: Type;
}

export function arrayOf(element: Type): CompoundType {
  return { container: "Array", element };
}

/** Parsed types by name. There are few of them, and each parsed call needs one. */
const KNOWN = new Map<string, Type>();

/**
 * Parses the name of a type from the tables of the scheme.
 * @throws RangeError if there is no such type.
 */
export function parseType(name: string): Type {
  const known = KNOWN.get(name);
  if (known !== undefined) return known;
  const type = readTypeName(name);
  KNOWN.set(name, type);
  return type;
}

function readTypeName(name: string): Type {
  const primitive = PRIMITIVES.find((candidate) => candidate === name);
  if (primitive !== undefined) return primitive;
  const compound = /^(Array|Map)<(.+)>$/.exec(name);
  if (compound?.[2] === undefined) throw new RangeError(`"${name}" is not a type of the filter language.`);
  return { container: compound[1] === "Map" ? "Map" : "Array", element: parseType(compound[2]) };
}

export function typeName(type: Type): TypeName {
  return typeof type === "string" ? type : `${type.container}<${typeName(type.element)}>`;
}

export function isArray(type: Type): type is CompoundType {
  return typeof type !== "string" && type.container === "Array";
}

export function isMap(type: Type): type is CompoundType {
  return typeof type !== "string" && type.container === "Map";
}

/** Formats a type as the reference implementation does in the few messages that show its memory layout. */
export function typeDebugName(type: Type): string {
  if (typeof type === "string") return type;
  let len = 0;
  let inner = type.element;
  for (; typeof inner !== "string"; inner = inner.element) len += 1;
  // `layers` has a bit for each inner map. The scheme has maps only as the outermost type, which is not a layer.
  return `${type.container}(CompoundType { layers: 0, len: ${len}, primitive: ${inner} })`;
}
