import * as pulumi from "@pulumi/pulumi";
import { isMembers, pathTo, UNKNOWN, type Problem } from "../api";
import { Condition } from "../filter/builder/condition";
import { isLater } from "./known-parts";

/** Arguments without the values that no engine can store, and a problem for each of these. */
interface Storable {
  readonly args: Record<string, unknown>;
  readonly faults: readonly Problem[];
}

/** Objects of JavaScript that the SDK would silently turn into an empty object, and what to write instead. */
const OBJECTS: readonly (readonly [new (...given: never[]) => object, string])[] = [
  [Condition, "a condition of the filter builder; write condition.toString()"],
  [Date, "a Date; write a text such as 2030-01-02T03:04:05Z"],
  [Map, "a Map; write a plain object: Object.fromEntries(map)"],
  [Set, "a Set; write a list: [...set]"],
  [RegExp, "a regular expression of JavaScript; write its pattern as a text"],
  [URL, "a URL; write url.href"],
];

/**
 * Finds values that the SDK would drop or change without a word: functions, resources, dates. In a preview, an unknown value
 * takes the place of each, so that `check` reports everything else; an update leaves them out. Returns the same object if there are none.
 */
export function storable(args: Record<string, unknown>): Storable {
  const faults: Problem[] = [];
  const read = Object.entries(args).map(([name, value]) => [
    name,
    name.startsWith("__") ? value : visit(value, name, faults),
  ]);
  return faults.length === 0
    ? { args, faults }
    : { args: Object.fromEntries(read) as Record<string, unknown>, faults };
}

function visit(value: unknown, path: string, faults: Problem[]): unknown {
  // What is known later is not looked into.
  if (isLater(value)) return value;
  const what = foreign(value, path);
  if (what !== undefined) {
    faults.push({ path, message: `is ${what}` });
    return pulumi.runtime.isDryRun() ? UNKNOWN : undefined;
  }
  if (Array.isArray(value)) return value.map((item, index) => visit(item, pathTo(path, index), faults));
  if (!isMembers(value) || pulumi.Resource.isInstance(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, visit(member, pathTo(path, name), faults)]),
  );
}

function foreign(value: unknown, path: string): string | undefined {
  switch (typeof value) {
    case "function":
      return "a function; call it, and pass its result";
    case "bigint":
    case "symbol":
      return `a ${typeof value}; write a number or a text`;
    case "number":
      return Number.isFinite(value)
        ? undefined
        : `${value}, which is no number; check how the program computes it`;
    case "object":
      return value === null ? undefined : foreignObject(value, path);
    default:
      return undefined;
  }
}

function foreignObject(value: object, path: string): string | undefined {
  // The SDK passes the id of a resource.
  if (pulumi.Resource.isInstance(value))
    return /id$/i.test(path) ? undefined : "a resource; pass one of its outputs, such as filter.expression";
  return OBJECTS.find(([kind]) => value instanceof kind)?.[1];
}
