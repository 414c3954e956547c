import { type Flags, heightOver, type PatternSpan, type RegexNode } from "./ast";
import { findTooDeep, GIVEN_UP, nestLimitError } from "./nest-limit";
import { parseClass } from "./parse-class";
import { parseEscape } from "./parse-escape";
import { type GroupNames, parseGroupOpening } from "./parse-group";
import { PatternReader } from "./pattern-reader";
import { RegexSyntaxError } from "./regex-error";

interface Opening {
  readonly captures: boolean;
  readonly flags?: Flags;
  readonly span: PatternSpan;
}

/** An open group or, without an opening, the whole pattern. */
interface Frame {
  readonly opening: Opening | undefined;
  readonly ignoredSpace: boolean;
  readonly branches: RegexNode[];
  branchStart: number;
  nodes: RegexNode[];
}

/**
 * Parses a pattern. Open groups are kept on a list, so that nesting cannot overflow the stack.
 * @throws RegexSyntaxError if the pattern is invalid, RegexSizeError if it has too many nodes.
 */
export function parseRegex(pattern: string): RegexNode {
  const reader = new PatternReader(pattern);
  const names: GroupNames = new Map();
  const frames: [Frame, ...Frame[]] = [newFrame(reader)];
  for (;;) {
    reader.skipSpace();
    if (reader.atEnd) break;
    reader.countNode();
    const frame = frames.at(-1) ?? frames[0];
    const character = reader.character;
    if (character === "(") openGroup(reader, names, frames, frame);
    else if (character === ")") closeGroup(reader, frames, frame);
    else if (character === "|") nextBranch(reader, frame);
    else if (character === "[") frame.nodes.push(parseClass(reader));
    else if ("?*+{".includes(character)) repeatLast(reader, frame);
    else frame.nodes.push(parsePrimitive(reader));
  }
  const open = frames.at(-1);
  if (open?.opening !== undefined) throw reader.error("unclosed group", open.opening.span);
  const tree = treeOf(frames[0], reader);
  const tooDeep = findTooDeep(tree);
  if (tooDeep === undefined) return tree;
  throw nestLimitError(reader, tooDeep.span);
}

function newFrame(reader: PatternReader, opening?: Opening): Frame {
  return {
    opening,
    ignoredSpace: reader.ignoresSpace,
    branches: [],
    branchStart: reader.position,
    nodes: [],
  };
}

function openGroup(reader: PatternReader, names: GroupNames, frames: Frame[], frame: Frame): void {
  const opening = parseGroupOpening(reader, names);
  if (opening.kind === "directive") {
    reader.ignoresSpace = opening.flags.get("x") ?? reader.ignoresSpace;
    frame.nodes.push({ kind: "flags", flags: opening.flags, span: opening.span, height: 0 });
    return;
  }
  if (frames.length > GIVEN_UP) throw nestLimitError(reader, opening.span);
  frames.push(newFrame(reader, opening));
  reader.ignoresSpace = opening.flags?.get("x") ?? reader.ignoresSpace;
}

function closeGroup(reader: PatternReader, frames: Frame[], frame: Frame): void {
  const { opening } = frame;
  if (opening === undefined) throw reader.error("unopened group", reader.characterSpan);
  const node = treeOf(frame, reader);
  frames.pop();
  reader.ignoresSpace = frame.ignoredSpace;
  reader.step();
  frames.at(-1)?.nodes.push({
    kind: "group",
    captures: opening.captures,
    ...(opening.flags && { flags: opening.flags }),
    node,
    span: reader.spanFrom(opening.span.start),
    height: heightOver([node]),
  });
}

function nextBranch(reader: PatternReader, frame: Frame): void {
  frame.branches.push(concatOf(frame, reader));
  reader.step();
  frame.branchStart = reader.position;
  frame.nodes = [];
}

function repeatLast(reader: PatternReader, frame: Frame): void {
  const node = frame.nodes.pop();
  if (node === undefined || node.kind === "empty" || node.kind === "flags") {
    throw reader.error("repetition operator missing expression");
  }
  const bounds: Bounds = parseRepetition(reader);
  const span = reader.spanFrom(node.span.start);
  const height = heightOver([node]);
  if (height > GIVEN_UP) throw nestLimitError(reader, span);
  frame.nodes.push({ kind: "repetition", ...bounds, node, span, height });
}

function parsePrimitive(reader: PatternReader): RegexNode {
  const character = reader.character;
  const span = reader.characterSpan;
  if (character === "\\") return parseEscape(reader);
  reader.step();
  if (character === ".") return { kind: "dot", span, height: 0 };
  if (character === "^") return { kind: "assertion", assertion: "lineStart", span, height: 0 };
  if (character === "$") return { kind: "assertion", assertion: "lineEnd", span, height: 0 };
  return { kind: "char", codePoint: character.codePointAt(0) ?? 0, byte: false, span, height: 0 };
}

/** Closes the last branch of a frame and returns all branches as one node. */
function treeOf(frame: Frame, reader: PatternReader): RegexNode {
  const last = concatOf(frame, reader);
  if (frame.branches.length === 0) return last;
  const branches = [...frame.branches, last];
  const start = branches[0]?.span.start ?? last.span.start;
  return { kind: "alternation", branches, span: reader.spanFrom(start), height: heightOver(branches) };
}

function concatOf({ nodes, branchStart }: Frame, reader: PatternReader): RegexNode {
  const span = reader.spanFrom(branchStart);
  const [only] = nodes;
  if (only === undefined) return { kind: "empty", span, height: 0 };
  return nodes.length === 1 ? only : { kind: "concat", nodes, span, height: heightOver(nodes) };
}

const UNCOUNTED: ReadonlyMap<string, Counts> = new Map([
  ["?", { min: 0, max: 1 }],
  ["*", { min: 0, max: undefined }],
  ["+", { min: 1, max: undefined }],
]);
const MAX_COUNT = 2 ** 32 - 1;
const UNCLOSED = "unclosed counted repetition";

interface Bounds extends Counts {
  readonly lazy: boolean;
}

interface Counts {
  readonly min: number;
  readonly max: number | undefined;
}

/** Parses `?`, `*`, `+` or `{m,n}`, and a `?` that makes it lazy. */
function parseRepetition(reader: PatternReader): Bounds {
  const uncounted = UNCOUNTED.get(reader.character);
  const start = reader.position;
  const bounds = uncounted ?? parseCounts(reader, start);
  const goesOn = uncounted === undefined ? reader.stepAndSkipSpace() : reader.step();
  const lazy = goesOn && reader.at("?");
  if (lazy) reader.step();
  if (bounds.max !== undefined && bounds.max < bounds.min) {
    throw reader.error(
      "invalid repetition count range, the start must be <= the end",
      reader.spanFrom(start),
    );
  }
  return { ...bounds, lazy };
}

/** Parses `{m}`, `{m,}` or `{m,n}` and stops at the closing brace. */
function parseCounts(reader: PatternReader, start: number): Counts {
  const step = () => {
    if (!reader.stepAndSkipSpace()) throw reader.error(UNCLOSED, reader.spanFrom(start));
  };
  step();
  const first = readCount(reader);
  // The end of the pattern is reported before an error in the first number.
  if (reader.atEnd) throw reader.error(UNCLOSED, reader.spanFrom(start));
  const isExact = !reader.at(",");
  if (!isExact) step();
  const min = numberOf(first);
  const max = isExact ? min : reader.at("}") ? undefined : numberOf(readCount(reader));
  if (!reader.at("}")) throw reader.error(UNCLOSED, reader.spanFrom(start));
  return { min, max };
}

/** Returns a number, or the error to report if the pattern does not end here. */
function readCount(reader: PatternReader): number | RegexSyntaxError {
  while (reader.atWhiteSpace()) reader.step();
  const start = reader.position;
  let digits = "";
  while (/^[0-9]$/.test(reader.character)) {
    digits += reader.character;
    reader.stepAndSkipSpace();
  }
  const span = reader.spanFrom(start);
  while (reader.atWhiteSpace()) reader.stepAndSkipSpace();
  if (digits === "") return reader.error("repetition quantifier expects a valid decimal", span);
  const count = Number(digits);
  return count > MAX_COUNT ? reader.error("decimal literal invalid", span) : count;
}

function numberOf(count: number | RegexSyntaxError): number {
  if (count instanceof RegexSyntaxError) throw count;
  return count;
}
