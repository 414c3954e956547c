import type { Comparison, Field } from "../parse/ast";
import type { ExpressionPlace } from "./place";
import { refusal, type Refusal } from "./refusal";

/** Returns what a counting expression cannot contain: fields of the response beside lists, and in an account none of both. */
export function refusalsOfCounting(
  responseFields: readonly Field[],
  lists: readonly Comparison[],
  { kind }: ExpressionPlace,
): Refusal[] {
  if (kind !== "root") {
    const [field] = responseFields;
    if (field === undefined || lists.length === 0) return [];
    const message = `A counting expression cannot use ${field.name} together with a list. Write the items of the list as a set: in {…}.`;
    const expected = "either fields of the response or lists";
    return [
      refusal(field.span, `the use of field ${field.name} is not allowed together with a list`, {
        expected,
        message,
        hint: message,
      }),
    ];
  }
  const expected = "fields of the request, and sets in place of lists";
  return [
    ...responseFields.map(({ name, span }) =>
      refusal(span, `the use of field ${name} is not allowed in a counting expression of an account`, {
        expected,
        message: `A counting expression of an account cannot use the response, but it uses ${name}.`,
      }),
    ),
    ...lists.map(({ span }) =>
      refusal(span, "the use of lists is not allowed in a counting expression of an account", {
        expected,
        message: "A counting expression of an account cannot use lists. Write the items as a set: in {…}.",
      }),
    ),
  ];
}
