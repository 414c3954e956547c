import { z } from "zod";

/**
 * Returns the member names that a schema defines at a path below it. The result is empty if the schema there is no object, or
 * accepts any key. In a path, any key enters a record and any index enters a list.
 */
export function memberNames(schema: z.ZodType, path: readonly PropertyKey[] = []): string[] {
  const reached = path.reduce<readonly z.ZodType[]>(
    (schemas, step) => schemas.flatMap((one) => alternatives(one).flatMap((inner) => below(inner, step))),
    [schema],
  );
  const objects = reached.flatMap(alternatives).filter((one) => one instanceof z.ZodObject);
  return [...new Set(objects.flatMap(({ shape }) => Object.keys(shape)))];
}

function alternatives(schema: z.core.$ZodType): z.ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return alternatives(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(alternatives);
  return schema instanceof z.ZodType ? [schema] : [];
}

function below(schema: z.ZodType, step: PropertyKey): z.ZodType[] {
  if (schema instanceof z.ZodArray) return alternatives(schema.element);
  if (schema instanceof z.ZodRecord) return alternatives(schema.valueType);
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, step)) return [];
  const member: unknown = schema.shape[String(step)];
  return member instanceof z.ZodType ? alternatives(member) : [];
}
