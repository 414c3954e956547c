import fc from "fast-check";
import { z } from "zod";

/** The range of whole numbers in schemas without bounds. */
const LEAST = 0;
const MOST = 100_000;
/** The maximum length of lists and maps. */
const LONGEST = 3;

/** Returns the texts that a member may have, by its name; undefined for any text. */
export type TextsOf = (name: string) => fc.Arbitrary<string> | undefined;

/** Any value that the schema accepts, with each optional member given or left out. `textsOf` returns texts with a meaning. */
export function schemaArbitrary(schema: z.ZodType, textsOf: TextsOf, name = ""): fc.Arbitrary<unknown> {
  return unrefined(schema, textsOf, name).filter((value) => schema.safeParse(value).success);
}

function unrefined(schema: z.ZodType, textsOf: TextsOf, name: string): fc.Arbitrary<unknown> {
  const inner = (one: unknown, member = name) => {
    if (one instanceof z.ZodType) return unrefined(one, textsOf, member);
    throw new Error(`The schema of ${member} is of no kind that this generator knows.`);
  };
  if (schema instanceof z.ZodOptional) return inner(schema.unwrap());
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape);
    const required = members.filter(([, member]) => !(member instanceof z.ZodOptional)).map(([key]) => key);
    return fc.record(Object.fromEntries(members.map(([key, member]) => [key, inner(member, key)])), {
      requiredKeys: required,
      noNullPrototype: true,
    });
  }
  if (schema instanceof z.ZodRecord) {
    const keys = textsOf(`${name} key`) ?? fc.string({ minLength: 1 });
    return fc.dictionary(keys, inner(schema.valueType), { maxKeys: LONGEST, noNullPrototype: true });
  }
  if (schema instanceof z.ZodArray) {
    return fc
      .array(inner(schema.element), { maxLength: LONGEST })
      .filter((items) => schema.safeParse(items).success);
  }
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map((option) => inner(option)));
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) {
    const { minValue, maxValue } = schema;
    const min = Math.max(minValue ?? LEAST, -MOST);
    return fc.integer({ min, max: Math.min(maxValue ?? MOST, MOST) });
  }
  if (schema instanceof z.ZodString) {
    const length = { minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 20, 20) };
    return textsOf(name) ?? fc.string({ ...length, unit: "grapheme" });
  }
  throw new Error(`The schema of ${name} is of no kind that this generator knows: ${schema.def.type}.`);
}
