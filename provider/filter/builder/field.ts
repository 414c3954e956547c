import { FIELD_TYPES, type FieldName } from "../scheme/fields";
import { parseType, type Type } from "../scheme/types";
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

export class ArrayValue<T extends string> {
  constructor(
    private readonly text: string,
    private readonly element: Type,
  ) {}

  at(index: number): Buildable<T> {
    // As in `field`: T is the type name of the element.
    return build(`${this.text}[${index}]`, this.element) as Buildable<T>;
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
    return new IntValue(`len(${this.text})`, checkedCondition);
  }

  private quantify(quantifier: "any" | "all", property: (element: Element<T>) => Condition): Condition {
    const element = buildElement(`${this.text}[*]`, this.element) as Element<T>;
    // An argument is a single condition, so a combination needs parentheses. Element decides the class, as in `field`.
    return checkedCondition(`${quantifier}(${property(element).within("not")})`);
  }
}

export class MapValue<T extends string> {
  constructor(
    private readonly text: string,
    private readonly element: Type,
  ) {}

  key(key: string): Buildable<T> {
    // As in `field`.
    return build(`${this.text}[${quoteText(key)}]`, this.element) as Buildable<T>;
  }

  hasKey(key: string): Condition {
    return checkedCondition(`has_key(${this.text}, ${quoteText(key)})`);
  }
}

function build(text: string, type: Type): unknown {
  switch (type) {
    case "Bool":
      return checkedCondition(text);
    case "Bytes":
      return new BytesField(text, checkedCondition);
    case "Int":
      return new IntValue(text, checkedCondition);
    case "Ip":
      return new IpValue(text, checkedCondition);
    default:
      return type.container === "Array"
        ? new ArrayValue(text, type.element)
        : new MapValue(text, type.element);
  }
}

/** Conditions on elements are not complete expressions. They are checked as part of the quantifier. */
function buildElement(text: string, type: Type): unknown {
  const unchecked: MakeCondition = (condition) => new Condition(condition);
  if (type === "Bytes") return new BytesValue(text, unchecked);
  if (type === "Int") return new IntValue(text, unchecked);
  throw new RangeError(`The elements of ${text} have no operators in the builder.`);
}
