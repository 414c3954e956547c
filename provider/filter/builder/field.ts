import { FIELD_TYPES, type FieldName } from "../scheme/fields";
import type { Language } from "../scheme/identifiers";
import { LanguageError, readLanguage } from "../scheme/read-language";
import { parseType, type Type, type TypeName } from "../scheme/types";
import { checkedCondition, Condition } from "./condition";
import { BytesField, BytesValue, IntValue, IpValue, type MakeCondition, quoteText } from "./values";

/** The builder class for a type of the scheme. */
export type Buildable<T extends string> = T extends "Bool"
  ? Condition
  : T extends "Bytes"
    ? BytesField
    : T extends "Int"
      ? IntValue
      : T extends "Ip"
        ? IpValue
        : T extends `Array<${infer E}>`
          ? ArrayValue<E>
          : T extends `Map<${infer E}>`
            ? MapValue<E>
            : never;

/** The builder class for an element in `any` and `all`. */
export type Element<T extends string> = T extends "Bytes" ? BytesValue : T extends "Int" ? IntValue : never;

/** Returns a field with the operators of its type: `field("cf.waf.score").lt(20)`. */
export function field<N extends FieldName>(name: N): Buildable<(typeof FIELD_TYPES)[N]> {
  // `build` chooses the class by the same type name as `Buildable`.
  return build(name, parseType(FIELD_TYPES[name])) as Buildable<(typeof FIELD_TYPES)[N]>;
}

/**
 * Returns a field that this release does not know, with the operators of its type: `declaredField("cf.new.score", "Int").lt(20)`. Declare
 * it in `edge:fields` too, so that previews know it.
 *
 * @throws RangeError if it is no name or no type
 */
export function declaredField<T extends TypeName>(name: string, type: T): Buildable<T> {
  const language = languageWith(name, type);
  // As in `field`: the class fits the type name.
  return build(name, parseType(type), (text) => checkedCondition(text, language)) as Buildable<T>;
}

function languageWith(name: string, type: string): Language | undefined {
  try {
    return readLanguage({
      fields: { value: JSON.stringify({ [name]: type }), label: "declaredField" },
      // A condition may read other fields that this release does not know.
      unknownNames: { value: "warn", label: "declaredField" },
    });
  } catch (error) {
    if (error instanceof LanguageError) throw new RangeError(error.message);
    throw error;
  }
}

/** An array of a request. Its elements are tested with `any` and `all`. */
export class ArrayValue<T extends string> {
  constructor(
    private readonly text: string,
    private readonly element: Type,
    private readonly make: MakeCondition = checkedCondition,
  ) {}

  at(index: number): Buildable<T> {
    // As in `field`: T is the type name of the element.
    return build(`${this.text}[${index}]`, this.element, this.make) as Buildable<T>;
  }

  /** Matches if at least one element has the property. It does not match an empty array. */
  any(property: (element: Element<T>) => Condition): Condition {
    return this.quantify("any", property);
  }

  /** Matches if every element has the property. It matches an empty array. */
  all(property: (element: Element<T>) => Condition): Condition {
    return this.quantify("all", property);
  }

  length(): IntValue {
    return new IntValue(`len(${this.text})`, this.make);
  }

  private quantify(quantifier: "any" | "all", property: (element: Element<T>) => Condition): Condition {
    const element = buildElement(`${this.text}[*]`, this.element) as Element<T>;
    // An argument is a single condition, so a combination needs parentheses. Element decides the class, as in `field`.
    return this.make(`${quantifier}(${property(element).within("not")})`);
  }
}

/** A map of a request, such as its headers. */
export class MapValue<T extends string> {
  constructor(
    private readonly text: string,
    private readonly element: Type,
    private readonly make: MakeCondition = checkedCondition,
  ) {}

  key(key: string): Buildable<T> {
    // As in `field`.
    return build(`${this.text}[${quoteText(key)}]`, this.element, this.make) as Buildable<T>;
  }

  hasKey(key: string): Condition {
    return this.make(`has_key(${this.text}, ${quoteText(key)})`);
  }
}

function build(text: string, type: Type, make: MakeCondition = checkedCondition): unknown {
  switch (type) {
    case "Bool":
      return make(text);
    case "Bytes":
      return new BytesField(text, make);
    case "Int":
      return new IntValue(text, make);
    case "Ip":
      return new IpValue(text, make);
    default:
      return type.container === "Array"
        ? new ArrayValue(text, type.element, make)
        : new MapValue(text, type.element, make);
  }
}

/** Conditions on elements are not complete expressions. They are checked as part of the quantifier. */
function buildElement(text: string, type: Type): unknown {
  const unchecked: MakeCondition = (condition) => new Condition(condition);
  if (type === "Bytes") return new BytesValue(text, unchecked);
  if (type === "Int") return new IntValue(text, unchecked);
  throw new RangeError(`The elements of ${text} have no operators in the builder.`);
}
