import { type Command, Option } from "commander";
import { PHASES } from "../provider/api";
import {
  astToJson,
  compileFilter,
  type Expression,
  fieldsOf,
  FILTER_PLANS,
  type FilterPlan,
  type FilterResult,
  lintFilter,
  parseFilter,
  printEngine,
  printForPeople,
  readFilterLists,
  readRequestFields,
  RequestFieldError,
  UnsupportedFunctionError,
} from "../provider/filter";
import { answerLines, type CommandIo, processIo } from "./json-lines";

/** The exit codes of all sub-commands. Wrong usage and lines that cannot be read outweigh what is not valid. */
const EXIT = { allValid: 0, someInvalid: 1, usage: 2 } as const;
const JSON_HELP = "read JSON lines on stdin and answer each with a JSON line";
const NO_LINE = 'this is not a JSON object with a string "expression"';

interface FilterFlags {
  readonly json: boolean;
  readonly phase?: string;
  readonly plan?: FilterPlan;
  readonly fields?: string;
  readonly lists?: string;
}

/** One line of input: its expression, read already, and whatever else it holds. */
interface Line {
  readonly expression: string;
  readonly parsed: FilterResult;
  readonly fields?: unknown;
  readonly lists?: unknown;
}

type Answer = (line: Line) => object;
type Show = (ast: Expression, expression: string, flags: FilterFlags) => string;

/** Adds `filter check`, `filter ast` and `filter eval`: the filter expression language, without a network. */
export function registerFilter(program: Command, io: CommandIo = processIo()): void {
  const filter = program.command("filter").description("check filter expressions, without a network");
  // Sub-commands inherit it.
  filter.exitOverride(({ exitCode }) => io.exit(exitCode === 0 ? EXIT.allValid : EXIT.usage));
  addSubCommand(filter, io, "check", "say whether an expression is valid, and if not, where and why", {
    answer: checkAnswer,
    show: showCheck,
  })
    .addOption(
      new Option("--phase <name>", "warn about what this phase of rulesets does not offer").choices(PHASES),
    )
    .addOption(
      new Option("--plan <name>", "leave out warnings about what this plan has").choices(FILTER_PLANS),
    );
  addSubCommand(filter, io, "ast", "show the syntax tree of an expression", {
    answer: astAnswer,
    show: showAst,
  });
  addSubCommand(filter, io, "eval", "say whether an expression matches a request", {
    answer: evalAnswer,
    show: showEval,
  })
    .option("--fields <json>", "the request: a JSON object of field names and values", "{}")
    .option("--lists <json>", 'named lists: {"name": {"type": "Ip", "items": […]}}', "{}");
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
  await answerLines(io, (text, number) => {
    try {
      const line = parseLine(text);
      if (!line.parsed.valid) exitCode = Math.max(exitCode, EXIT.someInvalid);
      return answer(line);
    } catch (problem) {
      if (!(problem instanceof RequestFieldError)) throw problem;
      exitCode = EXIT.usage;
      return { error: `line ${number}: ${problem.message}` };
    }
  });
  io.setExitCode(exitCode);
}

function showOne(io: CommandIo, expression: string, flags: FilterFlags, show: Show): void {
  const parsed = parseFilter(expression);
  let exitCode: number = parsed.valid ? EXIT.allValid : EXIT.someInvalid;
  let text: string;
  try {
    text = parsed.valid
      ? show(parsed.ast, expression, flags)
      : printForPeople(expression, parsed.diagnostics);
  } catch (problem) {
    if (!(problem instanceof RequestFieldError)) throw problem;
    text = problem.message;
    exitCode = EXIT.usage;
  }
  // A reader that goes away is no fault of ours.
  io.output.once("error", () => undefined);
  io.output.write(`${text}\n`);
  io.setExitCode(exitCode);
}

/** @throws RequestFieldError where the line is something else. */
function parseLine(text: string): Line {
  const value = parseJson(text, NO_LINE);
  if (typeof value !== "object" || value === null || !("expression" in value)) {
    throw new RequestFieldError(NO_LINE);
  }
  const { expression } = value;
  if (typeof expression !== "string") throw new RequestFieldError(NO_LINE);
  const fields = "fields" in value ? { fields: value.fields } : {};
  const lists = "lists" in value ? { lists: value.lists } : {};
  return { expression, parsed: parseFilter(expression), ...fields, ...lists };
}

function parseJson(text: string, problem: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RequestFieldError(problem);
  }
}

function checkAnswer({ expression, parsed }: Line): object {
  if (parsed.valid) {
    const nothing = { message: null, cause: null };
    return { expression, valid: true, ...nothing, line: null, column: null, start: null, length: null };
  }
  const [diagnostic] = parsed.diagnostics;
  const { cause, line, column, start, length } = diagnostic;
  const message = printEngine(expression, diagnostic);
  return { expression, valid: false, message, cause, line, column, start, length };
}

function astAnswer({ expression, parsed }: Line): object {
  return parsed.valid
    ? { expression, ast: astToJson(parsed.ast) }
    : { expression, message: printEngine(expression, parsed.diagnostics[0]) };
}

function evalAnswer({ expression, parsed, fields, lists }: Line): object {
  if (!parsed.valid) return { expression, message: printEngine(expression, parsed.diagnostics[0]) };
  const result = evaluate(parsed.ast, fields, lists);
  return typeof result === "string" ? { expression, message: result } : { expression, result };
}

/** Whether the request matches, or why that cannot be told. */
function evaluate(ast: Expression, fields: unknown, lists: unknown = {}): boolean | string {
  const request = readRequestFields(fields);
  const members = readFilterLists(lists);
  try {
    return compileFilter(ast).run(request, members);
  } catch (problem) {
    if (!(problem instanceof UnsupportedFunctionError)) throw problem;
    return problem.message;
  }
}

function showEval(
  ast: Expression,
  _expression: string,
  { fields = "{}", lists = "{}" }: FilterFlags,
): string {
  const request = parseJson(fields, "--fields is not JSON.");
  const result = evaluate(ast, request, parseJson(lists, "--lists is not JSON."));
  if (typeof result === "string") return result;
  return result ? "The request matches." : "The request does not match.";
}

function showCheck(ast: Expression, expression: string, { phase, plan }: FilterFlags): string {
  const fields = fieldsOf(ast);
  const reads = fields.length === 0 ? "It reads no field." : `It reads ${fields.join(", ")}.`;
  const warnings = lintFilter(ast, expression, {
    ...(phase !== undefined && { phase }),
    ...(plan !== undefined && { plan }),
  });
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
