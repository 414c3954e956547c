import { COMPILED_SIZE_LIMIT, compiledSize } from "./compiled-size";
import { printRegexFault } from "../parse/print-regex-fault";
import { parseRegex } from "../parse/parse-regex";
import { RegexFault, RegexSizeFault } from "../parse/regex-fault";
import { translate } from "./translate";

export type RegexProblem =
  { readonly kind: "syntax"; readonly text: string } | { readonly kind: "size"; readonly limit: number };

/** What Rust's regex library would refuse about a pattern, in its words. */
export function checkRegex(pattern: string): RegexProblem | undefined {
  try {
    const size = compiledSize(translate(parseRegex(pattern), pattern));
    return size > COMPILED_SIZE_LIMIT ? { kind: "size", limit: COMPILED_SIZE_LIMIT } : undefined;
  } catch (problem) {
    if (problem instanceof RegexSizeFault) return { kind: "size", limit: COMPILED_SIZE_LIMIT };
    if (!(problem instanceof RegexFault)) throw problem;
    return { kind: "syntax", text: printRegexFault(pattern, problem) };
  }
}
