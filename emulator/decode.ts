import type { z } from "zod";
import { pointerOf, type ErrorStyle, type Notice } from "../provider/api";
import { failures, type Failure } from "./failures";

const MAX_SHOWN = 100;

type Path = readonly PropertyKey[];

/** Decodes a value by a schema. @throws Failure in the given style */
export function decode<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  errorStyle: ErrorStyle,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusal(parsed.error.issues, value, errorStyle);
}

/** Reports the problems of a value as notices of the rulesets service. `at` is the JSON pointer of the value. */
export function checkShape(schema: z.ZodType, value: unknown, at: string): Notice[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : rulesetsNotices(parsed.error.issues, value, at);
}

/** Words a problem as the rulesets service does: `'x' is not a valid value for field because reason`. */
export function invalidValue(
  value: unknown,
  field: string,
  reason: string,
  pointer: string,
  code?: number,
): Notice {
  return {
    ...(code !== undefined && { code }),
    message: `'${shown(value)}' is not a valid value for ${field} because ${reason}`,
    source: { pointer },
  };
}

function refusal(issues: readonly z.core.$ZodIssue[], value: unknown, errorStyle: ErrorStyle): Failure {
  if (errorStyle === "rulesets") return failures.rulesets(rulesetsNotices(issues, value, ""));
  const { path, reason, missing } = firstProblem(issues, value);
  const message =
    path.length > 0 ? `Invalid value for ${dotted(path)}: ${reason}` : `Invalid body: ${reason}`;
  if (errorStyle === "filters") return failures.expression(message);
  if (errorStyle === "plain") return failures.badRequest(message, pointerOf(path));
  return failures.invalidTokenRequest(
    missing && path.at(-1) === "id"
      ? `These rules must pass for ${dotted(path.slice(0, -1))}: id must be present`
      : message,
    pointerOf(path),
  );
}

/** Reports the first problem only. Unknown members come first, as in the hosted API. */
function rulesetsNotices(issues: readonly z.core.$ZodIssue[], value: unknown, at: string): Notice[] {
  const { path, reason, missing, unknownMember } = firstProblem(issues, value);
  const pointer = at + pointerOf(path);
  if (unknownMember !== undefined) {
    return [{ message: `invalid JSON: unknown field "${unknownMember}"`, source: { pointer } }];
  }
  const field = lastName(path);
  if (missing && field === "action" && valueAt(value, [...path.slice(0, -1), "action_parameters"])) {
    return [{ message: "action is required for action parameters", source: { pointer } }];
  }
  if (field === undefined) return [{ message: `invalid JSON: ${reason}`, source: { pointer } }];
  return [invalidValue(valueAt(value, path), field, reason, pointer)];
}

interface Problem {
  readonly path: Path;
  readonly reason: string;
  readonly missing?: boolean;
  readonly unknownMember?: string;
}

function firstProblem(issues: readonly z.core.$ZodIssue[], value: unknown): Problem {
  const leaves = issues.flatMap((issue) => leavesOf(issue));
  const unknown = leaves.find(({ code }) => code === "unrecognized_keys");
  if (unknown?.code === "unrecognized_keys") {
    const member = unknown.keys[0] ?? "";
    return { path: [...unknown.path, member], reason: `unknown field "${member}"`, unknownMember: member };
  }
  const [leaf] = leaves;
  if (!leaf) return { path: [], reason: "it cannot be read" };
  const missing = leaf.path.length > 0 && valueAt(value, leaf.path) === undefined;
  return { path: leaf.path, missing, reason: missing ? "it is required" : reasonOf(leaf) };
}

/** Reports the issues of the best matching alternative of a union, or of the union itself if none matches. */
function leavesOf(issue: z.core.$ZodIssue, prefix: Path = []): z.core.$ZodIssue[] {
  const path = [...prefix, ...issue.path];
  if (issue.code !== "invalid_union") return [{ ...issue, path }];
  const deepest = issue.errors
    .filter((alternative) =>
      alternative.every((one) => one.code === "unrecognized_keys" || one.path.length > 0),
    )
    .sort((a, b) => a.length - b.length)[0];
  if (!deepest) return [{ ...issue, path }];
  return deepest.flatMap((one) => leavesOf(one, path));
}

function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "too_small") return boundOf("at least", Number(issue.minimum), issue.origin);
  if (issue.code === "too_big") return boundOf("at most", Number(issue.maximum), issue.origin);
  return issue.message
    .replace(/^Invalid input: expected/, "it must be")
    .replace(/^Invalid (input|option): /, "")
    .replace(/, received .*$/, "");
}

function boundOf(bound: string, limit: number, origin: string): string {
  const [one, many] = origin === "string" ? ["character", "characters"] : ["item", "items"];
  if (origin !== "string" && origin !== "array") return `it must be ${bound} ${limit}`;
  return `it must have ${bound} ${limit} ${limit === 1 ? one : many}`;
}

function valueAt(value: unknown, path: Path): unknown {
  let current: unknown = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = Object.getOwnPropertyDescriptor(current, key)?.value;
  }
  return current;
}

function lastName(path: Path): string | undefined {
  return path.findLast((key): key is string => typeof key === "string");
}

function dotted(path: Path): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
}

function shown(value: unknown): string {
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;
}
