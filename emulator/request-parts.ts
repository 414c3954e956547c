import { z } from "zod";
import { Id, PHASES } from "../provider/api";
import { decode, invalidValue, type Dialect } from "./decode";
import { failures } from "./failures";

const NUMERIC = new Set(["page", "per_page"]);

/** The path's variables. @throws Failure when one cannot be what it stands for */
export function readParams(
  params: Readonly<Record<string, string>>,
  path: string,
): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(params)) {
    if (name.endsWith("_id") && !Id.safeParse(value).success) throw failures.couldNotRoute(path, 400);
    if (name === "version" && !/^\d{1,15}$/.test(value)) throw failures.couldNotRoute(path, 400);
    if (name === "phase" && !PHASES.some((phase) => phase === value)) {
      const reason = `it must be one of ${PHASES.join(", ")}`;
      throw failures.rulesets([invalidValue(value, "phase", reason, "")]);
    }
  }
  return params;
}

/** The query's known members by the operation's schema; others are not looked at. @throws Failure */
export function readQuery(
  schema: z.ZodType,
  query: Readonly<Record<string, string>>,
  dialect: Dialect,
): unknown {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const given = known.flatMap((name) => {
    const value = query[name];
    if (value === undefined) return [];
    return [[name, NUMERIC.has(name) && /^\d+$/.test(value) ? Number(value) : value] as const];
  });
  return decode(schema, Object.fromEntries(given), dialect);
}
