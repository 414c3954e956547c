import type { Documented } from "./language-date";
import type { TypeName } from "./types";

/** All functions with their signatures. */
export const FUNCTIONS: Readonly<Record<string, Signature>> = {
  lower: { params: [field("Bytes")], returns: "Bytes" },
  upper: { params: [field("Bytes")], returns: "Bytes" },
  len: { params: [field("Bytes", "Array<_>")], returns: "Int" },
  starts_with: { params: [field("Bytes"), both("Bytes")], returns: "Bool" },
  ends_with: { params: [field("Bytes"), both("Bytes")], returns: "Bool" },
  concat: {
    params: [both("Bytes", "Array<_>"), both("same-as-first")],
    rest: both("same-as-first"),
    most: 32,
    returns: "same-as-first",
  },
  coalesce: {
    params: [both("Bool", "Int", "Ip", "Bytes"), both("same-as-first")],
    rest: both("same-as-first"),
    returns: "same-as-first",
  },
  regex_replace: {
    params: [both("Bytes"), literal("Bytes"), both("Bytes")],
    returns: "Bytes",
    plan: "business",
  },
  wildcard_replace: {
    params: [field("Bytes"), literal("Bytes"), both("Bytes")],
    optional: [literal("Bytes")],
    returns: "Bytes",
  },
  remove_bytes: { params: [field("Bytes"), literal("Bytes")], returns: "Bytes" },
  remove_query_args: {
    params: [field("Bytes"), literal("Bytes")],
    rest: literal("Bytes"),
    returns: "Bytes",
  },
  substring: { params: [field("Bytes"), both("Int")], optional: [both("Int")], returns: "Bytes" },
  to_string: { params: [field("Int", "Bool", "Ip")], returns: "Bytes" },
  url_decode: { params: [field("Bytes")], optional: [literal("Bytes")], returns: "Bytes" },
  lookup_json_string: {
    params: [field("Bytes"), both("Bytes", "Int")],
    rest: both("Bytes", "Int"),
    returns: "Bytes",
  },
  lookup_json_integer: {
    params: [field("Bytes"), both("Bytes", "Int")],
    rest: both("Bytes", "Int"),
    returns: "Int",
  },
  cidr: { params: [field("Ip"), integer(1, 32), integer(1, 128)], returns: "Ip" },
  cidr6: { params: [field("Ip"), integer(1, 128)], returns: "Ip" },
  is_timed_hmac_valid_v0: {
    params: [literal("Bytes"), field("Bytes"), literal("Int"), both("Int")],
    optional: [literal("Int"), literal("Bytes")],
    returns: "Bool",
    plan: "pro",
  },
  is_jwt_valid: { params: [literal("Bytes")], returns: "Bool" },
  is_jwt_present: { params: [literal("Bytes")], returns: "Bool" },
  uuidv4: { params: [field("Bytes")], returns: "Bytes" },
  sha256: { params: [both("Bytes")], returns: "Bytes" },
  encode_base64: { params: [both("Bytes")], optional: [literal("Bytes")], returns: "Bytes" },
  decode_base64: { params: [field("Bytes")], returns: "Bytes" },
  bit_slice: { params: [field("Bytes"), literal("Int"), literal("Int")], returns: "Int" },
  join: { params: [field("Array<Bytes>"), both("Bytes")], returns: "Bytes" },
  split: {
    params: [both("Bytes"), { ...literal("Bytes"), nonEmpty: true }, integer(1, 128)],
    returns: "Array<Bytes>",
  },
  has_key: { params: [field("Map<_>"), both("Bytes")], returns: "Bool" },
  has_value: { params: [field("Array<_>", "Map<_>"), both("element-of-first")], returns: "Bool" },
  hash_in_range: {
    params: [literal("Int"), { ...literal("Int"), aboveFirst: true }, field("Int", "Ip", "Bytes")],
    returns: "Int",
  },
  hmac: { params: [field("Bytes"), literal("Bytes"), literal("Bytes")], returns: "Bytes", documented: false },
  sha512: { params: [field("Bytes")], returns: "Bytes", documented: false },
  trim: { params: [field("Bytes")], optional: [literal("Bytes")], returns: "Bytes", documented: false },
  trim_start: { params: [field("Bytes")], optional: [literal("Bytes")], returns: "Bytes", documented: false },
  trim_end: { params: [field("Bytes")], optional: [literal("Bytes")], returns: "Bytes", documented: false },
  ip_in_range: { params: [field("Ip"), literal("Bytes")], returns: "Bool", documented: false },
  contains: { params: [field("Bytes"), both("Bytes")], returns: "Bool", documented: false },
  wildcard: { params: [field("Bytes"), literal("Bytes")], returns: "Bool", documented: false },
};

/** `field` is a field or a computed value, `literal` is a constant, `both` is either. */
type ArgumentKind = "field" | "literal" | "both";
/** A type, any array (`Array<_>`), any map (`Map<_>`), or a type that depends on the first argument of the call. */
export type ParameterType = TypeName | "same-as-first" | "element-of-first";

export interface Parameter {
  readonly kind: ArgumentKind;
  readonly types: readonly ParameterType[];
  /** Inclusive bounds of an integer literal. */
  readonly range?: { readonly min: number; readonly max: number };
  readonly nonEmpty?: true;
  /** An integer literal must be greater than the first argument, which is an integer literal too. */
  readonly aboveFirst?: true;
}

export interface Signature extends Documented {
  readonly params: readonly Parameter[];
  readonly optional?: readonly Parameter[];
  /** The parameter for each further argument of a variadic function. */
  readonly rest?: Parameter;
  /** The highest number of arguments of a variadic function. Default: no limit. */
  readonly most?: number;
  /** False if the reference implementation has the function, and the vendor's pages do not mention it. Default: true. */
  readonly documented?: false;
  readonly returns: TypeName | "same-as-first";
}

function field(...types: ParameterType[]): Parameter {
  return { kind: "field", types };
}

function both(...types: ParameterType[]): Parameter {
  return { kind: "both", types };
}

function literal(...types: ParameterType[]): Parameter {
  return { kind: "literal", types };
}

function integer(min: number, max: number): Parameter {
  return { ...literal("Int"), range: { min, max } };
}
