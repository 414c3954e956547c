import { containsUnknown, found, isMembers, kindOf, memberNames, pathTo, type Problem } from "../../api";
import { didYouMean, joinOr, joinQuotedOr } from "../../words";

/** The part of a zod schema's interface that is used here. */
export interface Schema {
  safeParse(value: unknown): { success: true } | { success: false; error: { issues: readonly Issue[] } };
}

/** An issue that a zod schema reports. */
interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
  readonly expected?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly errors?: readonly (readonly Issue[])[];
}

/** How problems name members in the terms of a program. `parents` is the path to the member, in wire names. */
export interface Wording {
  /** Returns the name that a program uses for a member. */
  nameOf(parents: readonly PropertyKey[], name: string): string;
  /** Returns the message for a member that the schema does not define. */
  unknownMember(parents: readonly PropertyKey[], name: string): string;
  /** Returns the names that a program uses for the members of an object. */
  membersAt?(path: readonly PropertyKey[]): readonly string[];
}

/** An object with more members is described without their names. */
const MAX_NAMED_MEMBERS = 6;
/** A longer list of choices is left out if a similar one can be suggested. */
const MAX_LISTED_CHOICES = 8;

/** Validates a value against a wire schema and returns its issues as problems, in the terms of a program. Unknowns pass. */
export function schemaProblems(schema: Schema, value: unknown, path: string, wording: Wording): Problem[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  return parsed.error.issues.flatMap((issue) => issueProblems(issue, value, path, wording));
}

/** Returns the wording for a schema of objects and lists. `nameOf` returns how the author of a value writes a wire name. */
export function wordingFor(
  schema: Parameters<typeof memberNames>[0],
  nameOf: (wireName: string) => string,
): Wording {
  return {
    nameOf: (_, name) => nameOf(name),
    unknownMember: (parents, name) => {
      const members = memberNames(schema, parents).map(nameOf);
      return `is not a known property${didYouMean(nameOf(name), members) || `; known properties are ${members.join(", ")}`}`;
    },
  };
}

function issueProblems(issue: Issue, whole: unknown, path: string, wording: Wording): Problem[] {
  const value = at(whole, issue.path);
  if (issue.code === "unrecognized_keys") {
    return (issue.keys ?? []).map((name) => ({
      path: written([...issue.path, name], path, wording),
      message: wording.unknownMember(issue.path, name),
    }));
  }
  if (containsUnknown(value)) return [];
  if (issue.code === "invalid_union") return unionProblems(issue, whole, path, wording);
  const message = messageOf(issue, value, wording.membersAt?.(issue.path) ?? []);
  return [{ path: written(issue.path, path, wording), message }];
}

// An issue that all alternatives share is reported once. Otherwise, the alternative with the fewest issues reports its own.
function unionProblems(issue: Issue, whole: unknown, path: string, wording: Wording): Problem[] {
  const branches = issue.errors ?? [];
  const common = commonIssue(branches, at(whole, issue.path));
  const [nearest = [{ ...issue, code: "custom", path: [] }]] = [...branches].sort(
    (a, b) => a.length - b.length,
  );
  return (common ? [common] : nearest).flatMap((inner) =>
    issueProblems({ ...inner, path: [...issue.path, ...inner.path] }, whole, path, wording),
  );
}

function commonIssue(branches: readonly (readonly Issue[])[], value: unknown): Issue | undefined {
  const all = branches.flat();
  if (all.length === 0) return undefined;
  const here = { path: [], message: "" };
  if (all.every(({ code, path }) => code === "invalid_value" && path.length === 0)) {
    return { ...here, code: "invalid_value", values: all.flatMap(({ values = [] }) => values) };
  }
  const keys = branches.map((issues) => issues.flatMap(({ keys: unknown = [] }) => unknown));
  const unknownToAll = keys[0]?.filter((key) => keys.every((others) => others.includes(key))) ?? [];
  if (unknownToAll.length > 0) return { ...here, code: "unrecognized_keys", keys: unknownToAll };
  const missing = all.filter(
    ({ code, path }) => code === "invalid_type" && path.length > 0 && at(value, path) === undefined,
  );
  if (missing.length < all.length) return undefined;
  return {
    ...here,
    code: "custom",
    message: `must have ${missing.map(({ path }) => path.join(".")).join(" or ")}`,
  };
}

function messageOf(issue: Issue, value: unknown, members: readonly string[]): string {
  if (value === undefined) {
    const wanted = issue.values ? choices(issue.values) : issue.expected && typeOf(issue.expected, members);
    return wanted ? `is missing; it must be ${wanted}` : "is missing";
  }
  switch (issue.code) {
    case "invalid_type":
      return `must be ${typeOf(issue.expected ?? "something else", members)}, found ${kindOf(value)}`;
    case "invalid_value":
      return wrongChoice(issue.values ?? [], value);
    case "too_small":
      return typeof value === "number"
        ? `must be at least ${String(issue.minimum)}, found ${value}`
        : `must not be empty, found ${kindOf(value)}`;
    case "too_big":
      return typeof value === "number"
        ? `must be at most ${String(issue.maximum)}, found ${value}`
        : `must be at most ${String(issue.maximum)} long, found ${lengthOf(value)}`;
    default:
      return issue.message;
  }
}

function wrongChoice(values: readonly unknown[], value: unknown): string {
  const names = values.filter((one) => typeof one === "string");
  const hint = typeof value === "string" ? didYouMean(value, names) : "";
  if (hint !== "" && values.length > MAX_LISTED_CHOICES)
    return `is not a known value, found ${found(value)}${hint}`;
  return `must be ${choices(values)}, found ${found(value)}${hint}`;
}

function choices(values: readonly unknown[]): string {
  if (values.every((value) => typeof value === "string")) return joinQuotedOr(values);
  return joinOr(values.map(String));
}

function typeOf(type: string, members: readonly string[]): string {
  if (type !== "object" || members.length === 0 || members.length > MAX_NAMED_MEMBERS)
    return withArticle(type);
  return `an object with ${joinOr(members)}`;
}

function withArticle(type: string): string {
  if (type === "int") return "a whole number";
  if (type === "record") return "an object";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function lengthOf(value: unknown): string {
  return typeof value === "string" || Array.isArray(value) ? String(value.length) : kindOf(value);
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner) && typeof step === "number") return inner[step] as unknown;
    return isMembers(inner) && typeof step === "string" && Object.hasOwn(inner, step)
      ? inner[step]
      : undefined;
  }, value);
}

function written(steps: readonly PropertyKey[], path: string, wording: Wording): string {
  return steps.reduce<string>((parent, step, index) => {
    if (typeof step === "number") return pathTo(parent, step);
    return pathTo(parent, wording.nameOf(steps.slice(0, index), String(step)));
  }, path);
}
