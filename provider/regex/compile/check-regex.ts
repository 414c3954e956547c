import { Recent } from "../../recent";
import { COMPILED_SIZE_LIMIT, compiledSize } from "./compiled-size";
import { printRegexError, RegexSizeError, RegexSyntaxError } from "../parse/regex-error";
import { parseRegex } from "../parse/parse-regex";
import { translate } from "./translate";

export type RegexProblem =
  { readonly kind: "syntax"; readonly text: string } | { readonly kind: "size"; readonly limit: number };

/** By patterns of so many code units together. */
const checked = new Recent<{ readonly problem: RegexProblem | undefined }>(200_000);

/** Returns why Rust's `regex` crate rejects a pattern, in its words, or `undefined` if the pattern is valid. */
export function checkRegex(pattern: string): RegexProblem | undefined {
  return checked.get(pattern, () => ({ problem: problemOf(pattern) })).problem;
}

function problemOf(pattern: string): RegexProblem | undefined {
  try {
    const size = compiledSize(translate(parseRegex(pattern), pattern));
    return size > COMPILED_SIZE_LIMIT ? { kind: "size", limit: COMPILED_SIZE_LIMIT } : undefined;
  } catch (problem) {
    if (problem instanceof RegexSizeError) return { kind: "size", limit: COMPILED_SIZE_LIMIT };
    if (!(problem instanceof RegexSyntaxError)) throw problem;
    return { kind: "syntax", text: printRegexError(pattern, problem) };
  }
}
