import { type FieldRow, FIELDS, PACKET_FIELDS, rowOfField } from "../scheme/fields";
import { FUNCTIONS, type Parameter, type Signature } from "../scheme/functions";
import { isOfPackets } from "../scheme/identifiers";
import { type Documented, REFERENCE } from "../scheme/language-date";
import { needOfField, needOfFunction } from "./entitlements";
import { refusalOfField } from "./fields";
import { FILTER_PLANS, type FilterPlan, type Place } from "./place";
import { LIMITS } from "./refusal";

const CONSTANTS: readonly string[] = ["true", "false"];

/** A field of the language, as `filter fields` shows it. */
export interface ListedField {
  readonly name: string;
  readonly type: string;
  /** The smallest plan that includes it, and the product that the plan needs besides. */
  readonly plan: FilterPlan;
  readonly product?: string;
  /** The day on which it appeared, if that was after 2026-07-21. */
  readonly since?: string;
  readonly source: string;
}

/** A function of the language, as `filter functions` shows it. */
export interface ListedFunction {
  readonly name: string;
  /** `substring(Bytes, Int, [Int])`: optional arguments are in brackets, and `…` follows those that may be repeated. */
  readonly call: string;
  readonly returns: string;
  readonly plan: FilterPlan;
  readonly since?: string;
  readonly source: string;
}

/** Returns the fields that a phase is not known to lack and that a plan includes. Without them: all fields. */
export function listFields({ phase, plan }: Pick<Place, "phase" | "plan"> = {}): ListedField[] {
  const names = [...Object.keys(FIELDS), ...Object.keys(PACKET_FIELDS)].filter(
    (name) => !CONSTANTS.includes(name),
  );
  return names.flatMap((name) => {
    const row = rowOfField(name);
    if (row === undefined || !isIn(name, phase)) return [];
    const needed = needOfField(name)?.plan ?? "free";
    if (plan !== undefined && FILTER_PLANS.indexOf(plan) < FILTER_PLANS.indexOf(needed)) return [];
    const { product } = row;
    return [
      { name, type: row.type, plan: needed, ...(product !== undefined && { product }), ...documented(row) },
    ];
  });
}

/** Whether a phase has a field, as far as is known. */
function isIn(name: string, phase: string | undefined): boolean {
  if (phase === undefined) return true;
  if (Object.hasOwn(PACKET_FIELDS, name) && !isOfPackets(phase)) return false;
  const limit = refusalOfField(name, { phase })?.limit;
  return limit === undefined || !LIMITS[limit].certain;
}

/** Returns the functions of the language. */
export function listFunctions(): ListedFunction[] {
  return Object.entries(FUNCTIONS).map(([name, signature]) => ({
    name,
    call: `${name}(${parametersOf(signature)})`,
    returns: signature.returns === "same-as-first" ? "the type of the first argument" : signature.returns,
    plan: needOfFunction(name)?.plan ?? "free",
    ...documented(signature),
  }));
}

function documented({ since, source = REFERENCE }: Documented | FieldRow): {
  since?: string;
  source: string;
} {
  return { ...(since !== undefined && { since }), source };
}

function parametersOf({ params, optional = [], rest }: Signature): string {
  return [
    ...params.map(describe),
    ...optional.map((parameter) => `[${describe(parameter)}]`),
    ...(rest === undefined ? [] : [`${describe(rest)}…`]),
  ].join(", ");
}

function describe({ kind, types }: Parameter): string {
  const names = types.map((type) =>
    type === "same-as-first" ? "the same type" : type === "element-of-first" ? "an element" : type,
  );
  return `${kind === "literal" ? "literal " : ""}${names.join("|")}`;
}
