import type { TSESTree } from "@typescript-eslint/utils";
import { lineStartOf, lineOf } from "../provider/filter/parse/source";

/** The only node of a file with an expression. */
const ROOT = "Filter";
/** What ESLint calls a step of a walk that visits a node, and its beginning. */
const [VISIT, ENTER] = [1, 1];

interface Root {
  readonly type: typeof ROOT;
  readonly range: readonly [number, number];
}

/** ESLint hands over the text without a byte order mark. */
interface File {
  readonly body: string;
}

/** A language of ESLint, without its types: a file is one expression. */
export const filterLanguage = {
  fileType: "text",
  lineStart: 1,
  columnStart: 0,
  nodeTypeKey: "type",
  visitorKeys: { [ROOT]: [] },
  validateLanguageOptions: (): void => undefined,
  parse: ({ body }: File): { readonly ok: true; readonly ast: Root } => ({
    ok: true,
    ast: { type: ROOT, range: [0, body.length] },
  }),
  createSourceCode: ({ body }: File, { ast }: { readonly ast: Root }): object => ({
    text: body,
    ast,
    lines: body.split("\n"),
    getRange: ({ range }: Root) => range,
    getLoc: ({ range: [start, end] }: Root) => ({ start: locIn(body, start), end: locIn(body, end) }),
    getLocFromIndex: (index: number) => locIn(body, index),
    traverse: () => [{ kind: VISIT, target: ast, phase: ENTER, args: [ast] }],
  }),
} as const;

function locIn(text: string, index: number): TSESTree.Position {
  return { line: lineOf(text, index), column: index - lineStartOf(text, index) };
}
