import type { BytesLiteral, Value, ValueExpression } from "../parse/ast";
import type { ExpressionPurpose } from "../limits/place";
import { decodeUtf8 } from "../parse/utf8";
import { type FilterWarning, type LintContext, MAX_QUOTED } from "./filter-warning";
import { clipCodePoints } from "../../words";

/** The purposes whose member has a constant as `value`. */
const WITH_VALUE: ReadonlySet<ExpressionPurpose> = new Set<ExpressionPurpose>([
  "path",
  "query",
  "header",
  "target",
]);
/** What the text of a purpose must not start with, and why. */
const STARTS: {
  readonly [purpose in ExpressionPurpose]?: {
    readonly wrong: (text: string) => boolean;
    readonly advice: string;
  };
} = {
  path: { wrong: (text) => !text.startsWith("/"), advice: "a path starts with a slash." },
  query: { wrong: (text) => text.startsWith("?"), advice: "a query has no question mark." },
  target: {
    wrong: (text) =>
      !text.startsWith("/") && !SCHEMES.some((scheme) => scheme.startsWith(text) || text.startsWith(scheme)),
    advice: "a target starts with https://, http:// or a slash.",
  },
};
const SCHEMES: readonly string[] = ["https://", "http://"];

/** Warns about value expressions that are constants, and about texts that start with what the service does not take. */
export function warnOfValue({ ast, purpose }: LintContext): FilterWarning[] {
  if (purpose === undefined || (ast.kind !== "bytes" && ast.kind !== "value")) return [];
  const warnings: FilterWarning[] = [];
  const constant = constantOf(ast);
  if (constant !== undefined && WITH_VALUE.has(purpose)) {
    const message = `The expression is always ${quote(constant)}. Write value: ${quote(constant)} in place of expression.`;
    warnings.push({ rule: "value", message, span: ast.span });
  }
  const first = firstLiteral(ast);
  const start = first && decodeUtf8(first.bytes)?.toLowerCase();
  const rule = STARTS[purpose];
  if (first !== undefined && start !== undefined && start !== "" && rule?.wrong(start)) {
    const message = `The ${purpose} starts with ${quote(start)}, but ${rule.advice}`;
    warnings.push({ rule: "value", message, span: first.span });
  }
  return warnings;
}

/** Returns the text of a literal, or of a `concat` of literals. */
function constantOf(ast: ValueExpression): string | undefined {
  if (ast.kind === "bytes") return decodeUtf8(ast.bytes);
  const { source } = ast;
  if (source.kind !== "call" || source.name !== "concat") return undefined;
  const texts = source.arguments.map((argument) =>
    argument.kind === "bytes" ? decodeUtf8(argument.bytes) : undefined,
  );
  return texts.every((text) => text !== undefined) ? texts.join("") : undefined;
}

/** Returns the literal that the value starts with, whatever the request. */
function firstLiteral(ast: Value | BytesLiteral): BytesLiteral | undefined {
  if (ast.kind === "bytes") return ast;
  const { source, indexes } = ast;
  const first =
    source.kind === "call" && source.name === "concat" && indexes.length === 0
      ? source.arguments[0]
      : undefined;
  return first?.kind === "bytes" || first?.kind === "value" ? firstLiteral(first) : undefined;
}

function quote(text: string): string {
  return JSON.stringify(clipCodePoints(text, MAX_QUOTED));
}
