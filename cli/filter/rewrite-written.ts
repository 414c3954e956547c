import {
  type Expression,
  type ExpressionPurpose,
  type FixedFilter,
  type NameScope,
  printFilter,
  printValueExpression,
  type ValueExpression,
} from "../../provider/filter";
import { parseExpression } from "../../provider/rulebook";
import { placeholdersOf, standIns } from "./stand-ins";
import { purposeOf, type WrittenExpression } from "./written-expressions";

interface RewritePlace extends NameScope {
  readonly purpose?: ExpressionPurpose | undefined;
}

/** A way to rewrite a valid expression. Texts in `kept` stay as they are. */
export type Rewrite = (expression: string, place: RewritePlace, kept?: readonly string[]) => FixedFilter;

export const format: Rewrite = (expression, place) => {
  const parsed = parseExpression(expression, place);
  return { expression: parsed.valid ? printed(parsed.ast) : expression, applied: [] };
};

function printed(ast: Expression | ValueExpression): string {
  return ast.kind === "bytes" || ast.kind === "value" ? printValueExpression(ast) : printFilter(ast);
}

/** How many hashes a raw string needs depends on its text. */
const HASHES = "r#";

/** Rewrites an expression of a file. A template stays as it is if the result depends on what its placeholders stand for. */
export function rewritten(written: WrittenExpression, rewrite: Rewrite, scope: NameScope = {}): string {
  const { expression, isTemplate, purpose } = written;
  const { phase, language } = scope;
  if (isTemplate !== true) return rewrite(expression, { phase, language, purpose }).expression;
  if (expression.includes(HASHES)) return expression;
  const results = standIns(expression, scope).map(({ filled, texts }) => {
    const changed = rewrite(filled, { phase, language, purpose: purposeOf(filled, scope) }, texts);
    return withPlaceholders(changed.expression, texts, placeholdersOf(expression));
  });
  const [first] = results;
  return first !== undefined && results.every((other) => other === first) ? first : expression;
}

/** Puts placeholders in the place of texts. Undefined unless each text occurs once, in the same order. */
function withPlaceholders(
  expression: string,
  texts: readonly string[],
  placeholders: readonly string[],
): string | undefined {
  let result = "";
  let rest = expression;
  for (const [index, text] of texts.entries()) {
    const [before = "", behind, more] = rest.split(text);
    if (behind === undefined || more !== undefined) return undefined;
    result += before + (placeholders[index] ?? "");
    rest = behind;
  }
  return result + rest;
}
