import { visible } from "../../review/print/visible";
import type { AdoptedResource } from "../program";

/** How a language writes what the header mentions. */
export interface HeaderNames {
  readonly refs: string;
  readonly takeOver: string;
  readonly keepValue: string;
}

/** Returns the lines at the top of a program. */
export function headerLines(resources: readonly AdoptedResource[], names: HeaderNames): string[] {
  const has = (kind: AdoptedResource["kind"]) => resources.some((resource) => resource.kind === kind);
  const hasRules = resources.some(({ args }) => "refs" in args);
  return [
    "Written by `edge-platform adopt` from what is live. The first `pulumi up` only reads.",
    ...(hasRules
      ? [
          `After it, remove ${names.takeOver}. To mark the rules as this stack's own, remove ${names.refs}: this writes each rule once.`,
        ]
      : []),
    ...(has("ApiToken")
      ? [
          `Tokens keep their values, which the API does not return. To roll a token, remove ${names.keepValue}.`,
        ]
      : []),
  ];
}

/** Returns comment lines. Each text becomes one line, which shows every character of names that others chose. */
export function commentLines(texts: readonly string[], sign: string): string[] {
  return texts.map((text) => `${sign} ${visible(text.replace(/[\r\n\u2028\u2029]+/g, " "))}`.trimEnd());
}
