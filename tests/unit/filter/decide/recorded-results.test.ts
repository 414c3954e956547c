import {
  CONSTANTS,
  Decider,
  type Expression,
  FIELD_TYPES,
  type FieldName,
  fieldsOf,
  readRequestFields,
  type RuntimeValue,
} from "../../../../provider/filter";
import { isArray, isBytes, isInt, isMap } from "../../../../provider/filter/evaluate/runtime-value";
import { printAddress } from "../../../../provider/filter/parse/ip-address";
import { readRecords } from "../../../support/records";
import { parsed } from "./decide-texts";

interface EvalRecord {
  readonly id: string;
  readonly expression: string;
  readonly fields: object;
  readonly result: boolean;
}

/** Records of one expression share a decider, so that what is learned wrongly from one of them is used for the others. */
const deciders = new Map<string, { readonly decider: Decider; readonly ast: Expression }>();

/** Which results are proved to be impossible for the fields of a record; nothing is assumed about fields. */
function impossibleResults({ expression, fields, result: recorded }: EvalRecord): boolean[] {
  const { decider, ast } = deciders.get(expression) ?? {
    decider: new Decider({ assumes: false }),
    ast: parsed(expression),
  };
  deciders.set(expression, { decider, ast });
  const node = decider.node(ast);
  const present = readRequestFields(fields);
  const missing = [...fieldsOf(ast)].filter((name) => !present.has(name) && !CONSTANTS.has(name));
  const conditions = [
    ...[...present].flatMap(([name, value]) => conditionsOf(name, value)),
    ...missing.flatMap(absenceOf),
  ];
  const given = conditions.map((condition) => decider.node(parsed(condition)));
  return [!recorded, recorded].filter((result) =>
    decider.excludes([result ? node : decider.circuit.not(node), ...given]),
  );
}

/** Returns conditions that a field meets with this value, and with no other one of its type. */
function conditionsOf(name: string, value: RuntimeValue): string[] {
  if (typeof value === "boolean") return [value ? name : `not ${name}`];
  if (isInt(value)) return [`${name} eq ${value}`];
  if (isBytes(value)) return [`${name} eq "${[...value].map(escaped).join("")}"`];
  if (isMap(value))
    return [...value].flatMap(([key, entry]) => conditionsOf(`${name}[${JSON.stringify(key)}]`, entry));
  if (!isArray(value)) return [`${name} eq ${printAddress(value)}`];
  const elements = value.flatMap((element, index) => conditionsOf(`${name}[${index}]`, element));
  return [`len(${name}) eq ${value.length}`, ...elements];
}

function escaped(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}

/** Returns a condition that only a missing field meets. None is written for maps. */
function absenceOf(name: string): string[] {
  const type = FIELD_TYPES[name as FieldName];
  if (type === "Bool") return [`not ${name}`];
  if (type === "Int") return [`not ${name} ge ${-(2n ** 63n)}`];
  if (type === "Ip") return [`not ${name} in {0.0.0.0/0 ::/0}`];
  if (type === "Bytes") return [`not ${name} ge ""`];
  return type.startsWith("Array<") ? [`not len(${name}) ge 0`] : [];
}

/** Of the other results: the rest has functions and arrays that are not analysed, or maps whose other keys are not fixed. */
const PROVED_IMPOSSIBLE = 554;

describe("the recorded results of the reference implementation", () => {
  const decided = readRecords<EvalRecord>("filter-eval-examples.jsonl").map((record) => ({
    record,
    impossible: impossibleResults(record),
  }));

  it("are possible for the recorded request", () => {
    expect(decided.filter(({ record, impossible }) => impossible.includes(record.result))).toEqual([]);
  });

  it("are the only possible ones for the recorded request, which is proved for most", () => {
    const proved = decided.filter(({ record, impossible }) => impossible.includes(!record.result));
    expect(proved.length).toBeGreaterThanOrEqual(PROVED_IMPOSSIBLE);
  });
});
