import { isCollection, isMap, isNode, isScalar, LineCounter, parseDocument, type Document } from "yaml";
import type { z } from "zod";
import { isDeeper } from "../is-deeper";
import { UsageError } from "../usage-error";

/** Levels of objects and arrays in a file of a fleet. */
export const LEVELS = 50;

export function tooDeep(name: string): string {
  return `${name} has more than ${LEVELS} levels of objects and arrays, or a value that contains itself`;
}

type Path = readonly PropertyKey[];

/** A parsed text of YAML or JSON that knows where its values are. */
export interface YamlText {
  readonly value: unknown;
  /** Returns the place of the deepest value on a path that exists: `fleet.yaml:4:3`. */
  readonly placeOf: (path: Path) => string;
}

/** Parses YAML or JSON. `name` names the file in messages. @throws UsageError with line and column */
export function parseYaml(name: string, text: string): YamlText {
  const lines = new LineCounter();
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const [error] = document.errors;
    if (error) throw new UsageError(`${placeAt(error.pos[0])}: ${error.message}`);
    const value: unknown = document.toJS();
    if (isDeeper(value, LEVELS)) throw new UsageError(tooDeep(name));
    return {
      value,
      placeOf: (path) => placeAt(offsetOf(document, path)),
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // Deep nesting ends in a RangeError, and many aliases in a ReferenceError.
    throw new UsageError(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Parses a value with a schema. @throws UsageError that names the place and the path of each problem */
export function checkYaml<Schema extends z.ZodType>(schema: Schema, yaml: YamlText): z.output<Schema> {
  const parsed = schema.safeParse(yaml.value);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const [unknown] = issue.code === "unrecognized_keys" ? issue.keys : [];
    const place = yaml.placeOf(unknown === undefined ? issue.path : [...issue.path, unknown]);
    const path = issue.path.map(String).join(".");
    return `${place}: ${path === "" ? "" : `${path}: `}${issue.message}`;
  });
  throw new UsageError(lines.join("\n"));
}

function offsetOf({ contents }: Document, path: Path): number {
  let node: unknown = contents;
  let offset = 0;
  for (const step of [...path, undefined]) {
    if (isNode(node)) offset = node.range?.[0] ?? offset;
    if (!isCollection(node) || step === undefined) break;
    const key = isMap(node)
      ? node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === step)?.key
      : undefined;
    if (isScalar(key)) offset = key.range?.[0] ?? offset;
    const child: unknown = node.get(step, true);
    // The key of a pair says more than its value, which may be on another line.
    if (child === undefined || (isScalar(child) && key !== undefined)) break;
    node = child;
  }
  return offset;
}
