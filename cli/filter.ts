import type { Command } from "commander";
import {
  astToJson,
  type Expression,
  fieldsOf,
  type FilterResult,
  lintFilter,
  parseFilter,
  printEngine,
  printForPeople,
} from "../provider/filter";
import { answerLines, type CommandIo, processIo } from "./json-lines";

interface FilterFlags {
  readonly json: boolean;
  readonly phase?: string;
}

type Answer = (expression: string, parsed: FilterResult) => object;
type Show = (ast: Expression, expression: string, flags: FilterFlags) => string;

/** The exit codes of all sub-commands. Wrong usage and lines that cannot be read outweigh what is not valid. */
const EXIT = { allValid: 0, someInvalid: 1, usage: 2 } as const;
const JSON_HELP = 'read JSON lines {"expression"} on stdin and answer each with a JSON line';

/** Adds `filter check` and `filter ast`: the filter expression language, without a network. */
export function registerFilter(program: Command, io: CommandIo = processIo()): void {
  const filter = program.command("filter").description("check filter expressions, without a network");
  // Sub-commands inherit it.
  filter.exitOverride(({ exitCode }) => io.exit(exitCode === 0 ? EXIT.allValid : EXIT.usage));
  addSubCommand(filter, io, "check", "say whether an expression is valid, and if not, where and why", {
    answer: checkAnswer,
    show: showCheck,
  }).option("--phase <name>", "warn about what this phase of rulesets does not offer");
  addSubCommand(filter, io, "ast", "show the syntax tree of an expression", {
    answer: astAnswer,
    show: showAst,
  });
}

function addSubCommand(
  filter: Command,
  io: CommandIo,
  name: string,
  description: string,
  { answer, show }: { answer: Answer; show: Show },
): Command {
  return filter
    .command(name)
    .description(description)
    .argument("[expression]", "the expression; without it, all of stdin")
    .option("--json", JSON_HELP, false)
    .action(async (expression: string | undefined, flags: FilterFlags, command: Command) => {
      if (flags.json && expression !== undefined) {
        command.error("error: with --json, expressions are read from stdin, not from the command line");
      }
      if (flags.json) await answerAll(io, answer);
      else showOne(io, expression ?? (await readAll(io)), flags, show);
    });
}

async function answerAll(io: CommandIo, answer: Answer): Promise<void> {
  let exitCode: number = EXIT.allValid;
  await answerLines(io, (line, number) => {
    const expression = parseLine(line);
    if (expression === undefined) {
      exitCode = EXIT.usage;
      return { error: `line ${number} is not a JSON object with a string "expression"` };
    }
    const parsed = parseFilter(expression);
    if (!parsed.valid) exitCode = Math.max(exitCode, EXIT.someInvalid);
    return answer(expression, parsed);
  });
  io.setExitCode(exitCode);
}

function showOne(io: CommandIo, expression: string, flags: FilterFlags, show: Show): void {
  const parsed = parseFilter(expression);
  const text = parsed.valid
    ? show(parsed.ast, expression, flags)
    : printForPeople(expression, parsed.diagnostics);
  io.output.write(`${text}\n`);
  io.setExitCode(parsed.valid ? EXIT.allValid : EXIT.someInvalid);
}

/** The expression of a line, or `undefined` where the line is something else. */
function parseLine(line: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || !("expression" in value)) return undefined;
  return typeof value.expression === "string" ? value.expression : undefined;
}

function checkAnswer(expression: string, parsed: FilterResult): object {
  if (parsed.valid) {
    const nothing = { message: null, cause: null, causeClass: null };
    return { expression, valid: true, ...nothing, line: null, column: null, start: null, length: null };
  }
  const [diagnostic] = parsed.diagnostics;
  const { cause, causeClass, line, column, start, length } = diagnostic;
  const message = printEngine(expression, diagnostic);
  return { expression, valid: false, message, cause, causeClass, line, column, start, length };
}

function astAnswer(expression: string, parsed: FilterResult): object {
  return parsed.valid
    ? { expression, ast: astToJson(parsed.ast) }
    : { expression, message: printEngine(expression, parsed.diagnostics[0]) };
}

function showCheck(ast: Expression, expression: string, { phase }: FilterFlags): string {
  const fields = fieldsOf(ast);
  const reads = fields.length === 0 ? "It reads no field." : `It reads ${fields.join(", ")}.`;
  const warnings = lintFilter(ast, expression, phase === undefined ? {} : { phase });
  return [
    `The filter expression is valid. ${reads}`,
    ...warnings.map(({ message }) => `Warning: ${message}`),
  ].join("\n");
}

function showAst(ast: Expression): string {
  return JSON.stringify(astToJson(ast), undefined, 2);
}

async function readAll({ input }: CommandIo): Promise<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  for await (const chunk of input) {
    pieces.push(typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }));
  }
  return pieces.join("") + decoder.decode();
}
