import type { Command } from "commander";
import {
  type Answer,
  compare,
  type Expression,
  type FilterResult,
  type Language,
  parseFilter,
  printEngine,
  printForPeople,
  printPart,
  printRequest,
  type Relation,
  RequestFieldError,
  writeFilterLists,
  writeRequestFields,
} from "../../provider/filter";
import { locate } from "../../provider/filter/parse/source";
import { type CommandIo, printText } from "../command-io";
import { addLanguageOptions, type LanguageFlags, languageOrError } from "../language-options";
import { alignColumns } from "../text-layout";
import { answerJsonLines, EXIT } from "./answer-lines";
import { isMembers } from "../../provider/api";
import { counted } from "../../provider/words";

interface Flags extends LanguageFlags {
  readonly json: boolean;
  readonly given?: string;
}

/** An expression that a question is about, and what the text output and JSON call it. */
interface Operand {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly parsed: FilterResult;
}
interface ValidOperand extends Operand {
  readonly ast: Expression;
}

/** A part of a question, with its name in JSON. */
interface Part {
  readonly name: string;
  readonly label: string;
  readonly answer: Answer;
}

const NOT_A_PAIR = 'expected a JSON object with the string members "a" and "b"';
/** Parts that are underlined. A question that has spent its budget names all of them. */
const MAX_FRAMES = 3;
const UNDECIDED = {
  budget: "the budget is spent",
  opaque: "a part cannot be computed",
  unconfirmed: "neither a request nor a proof was found",
} as const;
const RELATIONS: Readonly<Record<Relation, string>> = {
  equal: "The expressions match the same requests (proved).",
  implies: "The first expression matches fewer requests: it implies the second one (proved).",
  implied: "The second expression matches fewer requests: it implies the first one (proved).",
  disjoint: "No request matches both expressions (proved).",
  overlap:
    "Each expression matches requests that the other one does not match, and some requests match both.",
  undecided: "It is undecided how the requests that match the expressions relate.",
};

/** Adds `filter compare` and `filter ask`, which decide what expressions mean for all requests. */
export function addComparisons(
  filter: Command,
  io: CommandIo,
  readAll: (command: Command) => Promise<string>,
): void {
  const compareCommand = filter
    .command("compare")
    .description("decide how the requests that match two expressions relate")
    .argument("[first]", "expression")
    .argument("[second]", "expression")
    .option("--json", 'print JSON; without expressions, read lines {"a", "b"} from stdin', false);
  addLanguageOptions(compareCommand).action(
    async (a: string | undefined, b: string | undefined, flags: Flags) => {
      const language = languageOrError(flags, compareCommand);
      if (a !== undefined && b !== undefined) comparePair(io, pairOf(a, b, language), flags);
      else if (a === undefined && flags.json) await compareLines(io, language);
      else compareCommand.error("error: give two expressions, or --json for lines of JSON on stdin");
    },
  );
  const askCommand = filter
    .command("ask")
    .description("decide whether requests match an expression: always, never or sometimes")
    .argument("[expression]", "expression (default: read from stdin)")
    .option("--given <expression>", "ask only about requests that match this one (default: all requests)")
    .option("--json", "print one line of JSON", false);
  addLanguageOptions(askCommand).action(async (expression: string | undefined, flags: Flags) => {
    const language = languageOrError(flags, askCommand);
    ask(io, expression ?? (await readAll(askCommand)), flags, language);
  });
}

function comparePair(io: CommandIo, pair: readonly [Operand, Operand], { json }: Flags): void {
  if (json) {
    const { isValid, answer } = comparedJson(pair);
    printText(io, JSON.stringify(answer), isValid ? EXIT.allValid : EXIT.someInvalid);
    return;
  }
  const valid = validOperands(pair);
  if (valid === undefined) printErrors(io, pair);
  else {
    const { relation, parts } = comparedParts(valid);
    printText(io, describe(relationText(relation, parts), parts, "relation", valid), EXIT.allValid);
  }
}

async function compareLines(io: CommandIo, language: Language | undefined): Promise<void> {
  await answerJsonLines(io, NOT_A_PAIR, (line) => {
    const { a, b } = isMembers(line) ? line : {};
    if (typeof a !== "string" || typeof b !== "string") throw new RequestFieldError(NOT_A_PAIR);
    return comparedJson(pairOf(a, b, language));
  });
}

function pairOf(a: string, b: string, language: Language | undefined): readonly [Operand, Operand] {
  return [
    { name: "a", label: "the first expression", text: a, parsed: parseFilter(a, { language }) },
    { name: "b", label: "the second expression", text: b, parsed: parseFilter(b, { language }) },
  ];
}

function comparedJson(pair: readonly [Operand, Operand]): {
  readonly isValid: boolean;
  readonly answer: object;
} {
  const texts = { a: pair[0].text, b: pair[1].text };
  const valid = validOperands(pair);
  if (valid === undefined) return { isValid: false, answer: { ...texts, error: errorsOf(pair) } };
  const { relation, parts } = comparedParts(valid);
  return { isValid: true, answer: { ...texts, relation, ...partsJson(parts, valid) } };
}

function comparedParts([a, b]: readonly [ValidOperand, ValidOperand]): {
  readonly relation: Relation;
  readonly parts: readonly [onlyA: Part, onlyB: Part, both: Part];
} {
  const { relation, onlyA, onlyB, both } = compare(a.ast, b.ast);
  return {
    relation,
    parts: [
      { name: "onlyA", label: "only the first", answer: onlyA },
      { name: "onlyB", label: "only the second", answer: onlyB },
      { name: "both", label: "both", answer: both },
    ],
  };
}

function relationText(relation: Relation, [onlyA, onlyB, both]: readonly [Part, Part, Part]): string {
  const [noA, noB] = [onlyA, onlyB].map(({ answer }) => answer.kind === "no");
  if (both.answer.kind !== "no" || !(noA || noB)) return RELATIONS[relation];
  const which = noA && noB ? "either expression" : noA ? "the first expression" : "the second expression";
  return `No request matches ${which} (proved).`;
}

function ask(
  io: CommandIo,
  expression: string,
  { json, given }: Flags,
  language: Language | undefined,
): void {
  const operands: readonly [Operand, Operand] = [
    {
      name: "expression",
      label: "the expression",
      text: expression,
      parsed: parseFilter(expression, { language }),
    },
    {
      name: "given",
      label: "--given",
      text: given ?? "true",
      parsed: parseFilter(given ?? "true", { language }),
    },
  ];
  const texts = { expression, ...(given !== undefined && { given }) };
  const valid = validOperands(operands);
  if (valid === undefined) {
    if (json) printText(io, JSON.stringify({ ...texts, error: errorsOf(operands) }), EXIT.someInvalid);
    else printErrors(io, operands);
    return;
  }
  const compared = compare(valid[0].ast, valid[1].ast);
  const parts: readonly [Part, Part] = [
    { name: "matches", label: "matches", answer: compared.both },
    { name: "misses", label: "does not match", answer: compared.onlyB },
  ];
  const { answer, text } = shareOf(parts, given === undefined ? "" : " that match --given");
  if (json) printText(io, JSON.stringify({ ...texts, answer, ...partsJson(parts, valid) }), EXIT.allValid);
  else printText(io, describe(text, parts, "answer", valid), EXIT.allValid);
}

/** Returns which of the requests match, in JSON and as a sentence. */
function shareOf([matches, misses]: readonly [Part, Part], given: string): { answer: string; text: string } {
  const one = given.replace("match", "matches");
  const [some, others] = [matches.answer.kind, misses.answer.kind];
  if (some === "no" && others === "no")
    return { answer: "nothing given", text: "No request matches --given (proved)." };
  if (others === "no")
    return { answer: "always", text: `Every request${one} matches the expression (proved).` };
  if (some === "no") return { answer: "never", text: `No request${one} matches the expression (proved).` };
  if (some === "yes" && others === "yes")
    return {
      answer: "sometimes",
      text: `Some requests${given} match the expression, and others do not.`,
    };
  return { answer: "undecided", text: `It is undecided whether requests${given} match the expression.` };
}

/** Returns the operands with their trees; undefined if one of them is not valid. */
function validOperands(
  operands: readonly [Operand, Operand],
): readonly [ValidOperand, ValidOperand] | undefined {
  const [a, b] = operands;
  if (!a.parsed.valid || !b.parsed.valid) return undefined;
  return [
    { ...a, ast: a.parsed.ast },
    { ...b, ast: b.parsed.ast },
  ];
}

/** Returns the first error of each operand, in the text of the reference implementation. */
function errorsOf(operands: readonly Operand[]): string {
  return operands
    .flatMap(({ name, text, parsed }) =>
      parsed.valid ? [] : [`${name}: ${printEngine(text, parsed.diagnostics[0]).trimEnd()}`],
    )
    .join("\n");
}

function printErrors(io: CommandIo, operands: readonly Operand[]): void {
  const texts = operands.flatMap(({ label, text, parsed }) =>
    parsed.valid ? [] : [`In ${label}:\n${printForPeople(text, parsed.diagnostics)}`],
  );
  printText(io, texts.join("\n"), EXIT.someInvalid);
}

/** Returns the sentence, a line for each part, what is assumed, and the parts of the expressions that leave something undecided. */
function describe(
  sentence: string,
  parts: readonly Part[],
  asked: "relation" | "answer",
  operands: readonly ValidOperand[],
): string {
  const asts = operands.map(({ ast }) => ast);
  const rows = parts.map(({ label, answer }) => [`  ${label}`, describeAnswer(answer, asts)]);
  const assumed = assumptionsOf(parts).map((says) => `Assumed: ${says}.`);
  const frames = undecidedParts(parts, operands).map(
    ({ operand, span }) =>
      `The ${asked} depends on this part of ${operand.label}:\n${printPart(operand.text, span)}`,
  );
  const more = frames.length - MAX_FRAMES;
  const rest = more > 0 ? [`It depends on ${counted(more, "more part")}.`] : [];
  return [sentence, ...alignColumns(rows), ...assumed, ...frames.slice(0, MAX_FRAMES), ...rest].join("\n");
}

function describeAnswer(answer: Answer, expressions: readonly Expression[]): string {
  if (answer.kind === "yes") return printRequest(answer.witness, expressions);
  return answer.kind === "no" ? "no request (proved)" : `undecided: ${UNDECIDED[answer.because]}`;
}

function partsJson(parts: readonly Part[], operands: readonly ValidOperand[]): object {
  const witnesses = parts.flatMap(({ name, answer }) =>
    answer.kind === "yes" ? [{ name, ...answer.witness }] : [],
  );
  const lists = witnesses.flatMap(({ name, lists: contents }) => {
    const json = writeFilterLists(contents);
    return Object.keys(json).length > 0 ? [[name, json] as const] : [];
  });
  const undecided = parts.flatMap((part) =>
    part.answer.kind === "undecided"
      ? [{ question: part.name, because: part.answer.because, parts: spansJson([part], operands) }]
      : [],
  );
  return {
    ...Object.fromEntries(witnesses.map(({ name, fields }) => [name, writeRequestFields(fields)])),
    ...(lists.length > 0 && { lists: Object.fromEntries(lists) }),
    assumptions: assumptionsOf(parts),
    ...(undecided.length > 0 && { undecided }),
  };
}

/** Positions are in code points of the whole expression, as those of errors. */
function spansJson(parts: readonly Part[], operands: readonly ValidOperand[]): object[] {
  return undecidedParts(parts, operands).map(({ operand, span }) => ({
    expression: operand.name,
    ...locate(operand.text, span),
  }));
}

function assumptionsOf(parts: readonly Part[]): string[] {
  const all = parts.flatMap(({ answer }) => (answer.kind === "no" ? answer.assumptions : []));
  return [...new Set(all.map(({ says }) => says))];
}

/** Returns what leaves parts undecided, each once. */
function undecidedParts(parts: readonly Part[], operands: readonly ValidOperand[]) {
  const all = parts.flatMap(({ answer }) => (answer.kind === "undecided" ? answer.parts : []));
  const seen = new Set<string>();
  return all.flatMap(({ expression, span }) => {
    const operand = operands.find(({ ast }) => ast === expression);
    const key = `${operand?.name} ${span.start} ${span.end}`;
    if (operand === undefined || seen.has(key)) return [];
    seen.add(key);
    return [{ operand, span }];
  });
}
