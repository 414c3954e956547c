import { type Command, Option } from "commander";
import { isMembers, PHASES } from "../../provider/api";
import {
  astToJson,
  checkPlace,
  compileFilter,
  type Expression,
  fieldsOf,
  FILTER_PLANS,
  type FilterPlan,
  type FilterResult,
  type Language,
  type NameScope,
  parseFilter,
  type Place,
  printEngine,
  printForPeople,
  type ValueExpression,
  readFilterLists,
  readRequestFieldsIn,
  RequestFieldError,
  UnknownValueError,
  UnsupportedFunctionError,
} from "../../provider/filter";
import { type Finding, lintExpression, parseExpression } from "../../provider/rulebook";
import { locate } from "../../provider/filter/parse/source";
import { type CommandIo, printText, processIo } from "../command-io";
import { decodeText, Utf8Error } from "../read-text";
import { addLanguageOptions, languageOrError } from "../language-options";
import { answerJsonLines, EXIT, parseJson } from "./answer-lines";
import { addComparisons } from "./compare";
import { registerLanguageTables } from "./language-tables";
import { addRewrites, VALUES } from "./rewrite";

const JSON_HELP = "read JSON lines from stdin and write a JSON line for each";
const NOT_AN_EXPRESSION = 'expected a JSON object with a string member "expression"';

interface FilterFlags {
  readonly json: boolean;
  readonly phase?: string;
  readonly plan?: FilterPlan;
  /** The request of `eval`; otherwise a file with declared names. */
  readonly fields?: string;
  /** The file with declared names of `eval`. */
  readonly declare?: string;
  readonly unknownNames?: string;
  readonly lists?: string;
  readonly value?: (typeof VALUES)[number];
  readonly all?: boolean;
}

/** The flags with what they say about the language. */
interface Flags extends FilterFlags {
  readonly language: Language | undefined;
}

interface InputLine {
  readonly expression: string;
  readonly parsed: FilterResult;
  readonly fields?: unknown;
  readonly lists?: unknown;
}

type AnswerLine = (line: InputLine, flags: Flags) => object;
type PrintResult = (ast: Expression, expression: string, flags: Flags) => string;

/** Adds the commands about expressions: `filter check`, `filter eval`, `filter compare` and others, which work offline. */
export function registerFilter(program: Command, io: CommandIo = processIo()): void {
  const filter = program.command("filter").description("check and evaluate filter expressions offline");
  // Subcommands inherit this.
  filter.exitOverride(({ exitCode }) => io.exit(exitCode === 0 ? EXIT.allValid : EXIT.usage));
  addSubCommand(filter, io, "check", "check whether an expression is valid, and show errors and warnings", {
    answer: checkAnswer,
    show: showCheck,
  })
    .addOption(
      new Option("--phase <name>", "warn about features that this phase does not support").choices(PHASES),
    )
    .addOption(
      new Option("--plan <name>", "do not warn about features that this plan includes").choices(FILTER_PLANS),
    )
    .addOption(
      new Option(
        "--value <member>",
        "check a value expression of a rule, such as the target of a redirect",
      ).choices(VALUES),
    )
    .option("--all", "show information too, such as fields with a newer name", false);
  registerLanguageTables(filter, io);
  addSubCommand(filter, io, "ast", "print the syntax tree of an expression as JSON", {
    answer: astAnswer,
    show: showAst,
  });
  addSubCommand(filter, io, "eval", "evaluate an expression against a request", {
    answer: evalAnswer,
    show: showEval,
  })
    .option("--fields <json>", "request: a JSON object that maps field names to values", "{}")
    .option("--lists <json>", 'named lists, as {"name": {"type": "Ip", "items": […]}}', "{}");
  addComparisons(filter, io, (command) => readAll(io, command));
  addRewrites(filter, io, {
    readAll: (command) => readAll(io, command),
    answerAll: (scope, answer) => answerAll(io, scope, answer),
  });
}

function addSubCommand(
  filter: Command,
  io: CommandIo,
  name: string,
  description: string,
  { answer, show }: { answer: AnswerLine; show: PrintResult },
): Command {
  const command = filter
    .command(name)
    .description(description)
    .argument("[expression]", "expression (default: read from stdin)")
    .option("--json", JSON_HELP, false);
  return addLanguageOptions(command, name === "eval" ? "--declare" : "--fields").action(
    async (expression: string | undefined, given: FilterFlags) => {
      const fields = name === "eval" ? given.declare : given.fields;
      const language = languageOrError({ fields, unknownNames: given.unknownNames }, command);
      const flags = { ...given, language };
      if (flags.json && flags.value !== undefined) command.error("error: --json checks filters, not values");
      if (flags.json && expression !== undefined) {
        command.error("error: --json reads expressions from stdin and takes no expression argument");
      }
      if (flags.json) await answerAll(io, flags, (line) => answer(line, flags));
      else showOne(io, expression ?? (await readAll(io, command)), flags, show);
    },
  );
}

/** Returns the exit code, which it has set. */
function answerAll(io: CommandIo, scope: NameScope, answer: (line: InputLine) => object): Promise<number> {
  return answerJsonLines(io, NOT_AN_EXPRESSION, (value) => {
    const line = readLine(value, scope);
    return { isValid: line.parsed.valid, answer: answer(line) };
  });
}

function showOne(io: CommandIo, expression: string, flags: Flags, show: PrintResult): void {
  const { phase, plan, language, value: purpose, all } = flags;
  if (purpose !== undefined) {
    const { valid, text } = describeValue(expression, { phase, plan, language, purpose }, all);
    printText(io, text, valid ? EXIT.allValid : EXIT.someInvalid);
    return;
  }
  const parsed = parseFilter(expression, flags);
  let exitCode: number = parsed.valid ? EXIT.allValid : EXIT.someInvalid;
  let text: string;
  try {
    text = parsed.valid
      ? show(parsed.ast, expression, flags)
      : printForPeople(expression, parsed.diagnostics);
  } catch (error) {
    if (!(error instanceof RequestFieldError)) throw error;
    text = error.message;
    exitCode = EXIT.usage;
  }
  printText(io, text, exitCode);
}

/** @throws RequestFieldError for any other form of line */
function readLine(value: unknown, scope: NameScope): InputLine {
  const { expression, ...given } = isMembers(value) ? value : {};
  if (typeof expression !== "string") throw new RequestFieldError(NOT_AN_EXPRESSION);
  const fields = "fields" in given ? { fields: given["fields"] } : {};
  const lists = "lists" in given ? { lists: given["lists"] } : {};
  return { expression, parsed: parseFilter(expression, scope), ...fields, ...lists };
}

function checkAnswer({ expression, parsed }: InputLine, { phase, plan, language }: Flags): object {
  if (parsed.valid) {
    const nothing = { message: null, cause: null };
    const warnings = lintExpression(expression, { phase, plan, language }).map((finding) =>
      warningJson(expression, finding),
    );
    const position = { line: null, column: null, start: null, length: null };
    return { expression, valid: true, ...nothing, ...position, warnings };
  }
  const [diagnostic] = parsed.diagnostics;
  const { cause, line, column, start, length } = diagnostic;
  const message = printEngine(expression, diagnostic);
  return { expression, valid: false, message, cause, line, column, start, length, warnings: [] };
}

/** Positions are in code points of the whole expression, like those of errors. */
function warningJson(expression: string, { id, severity, message, span, remedy }: Finding): object {
  const { line, column, start, length } = locate(expression, span ?? { start: 0, end: expression.length });
  return { id, severity, message, line, column, start, length, remedy: remedy?.text ?? null };
}

function astAnswer({ expression, parsed }: InputLine): object {
  return parsed.valid
    ? { expression, ast: astToJson(parsed.ast) }
    : { expression, message: printEngine(expression, parsed.diagnostics[0]) };
}

function evalAnswer({ expression, parsed, fields, lists }: InputLine, { language }: Flags): object {
  if (!parsed.valid) return { expression, message: printEngine(expression, parsed.diagnostics[0]) };
  const result = evaluate(parsed.ast, language, fields, lists);
  return typeof result === "string" ? { expression, message: result } : { expression, result };
}

/** Returns whether the request matches, or why it cannot be evaluated. */
function evaluate(
  ast: Expression,
  language: Flags["language"],
  fields: unknown,
  lists: unknown = {},
): boolean | string {
  const request = readRequestFieldsIn(language, fields);
  const members = readFilterLists(lists);
  try {
    return compileFilter(ast).run(request, members);
  } catch (error) {
    if (!(error instanceof UnsupportedFunctionError || error instanceof UnknownValueError)) throw error;
    return error.message;
  }
}

function showEval(
  ast: Expression,
  _expression: string,
  { fields = "{}", lists = "{}", language }: Flags,
): string {
  const request = parseJson(fields, "--fields is not JSON.");
  const result = evaluate(ast, language, request, parseJson(lists, "--lists is not JSON."));
  if (typeof result === "string") return result;
  return result ? "The request matches." : "The request does not match.";
}

function showCheck(ast: Expression, expression: string, { phase, plan, language, all }: Flags): string {
  return describeValid("filter expression", ast, expression, { phase, plan, language }, all);
}

function describeValid(
  what: string,
  ast: Expression | ValueExpression,
  expression: string,
  place: Place,
  all = false,
): string {
  const fields = fieldsOf(ast);
  const reads = fields.length === 0 ? "It reads no fields." : `It reads ${fields.join(", ")}.`;
  const found = lintExpression(expression, place)
    .filter(({ severity }) => all || severity !== "information")
    .map(({ severity, message }) => `${severity === "information" ? "Information" : "Warning"}: ${message}`);
  return [`The ${what} is valid. ${reads}`, ...found].join("\n");
}

function showAst(ast: Expression): string {
  return JSON.stringify(astToJson(ast), undefined, 2);
}

/** Reads stdin to its end. If the text is not UTF-8, ends the command. */
async function readAll({ input }: CommandIo, command: Command): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  try {
    return decodeText(Buffer.concat(chunks));
  } catch (error) {
    if (!(error instanceof Utf8Error)) throw error;
    return command.error(`error: stdin: ${error.message}`);
  }
}

/** Returns whether a value expression is valid, and its errors or warnings as text. */
function describeValue(expression: string, place: Place, all = false): { valid: boolean; text: string } {
  const parsed = parseExpression(expression, place);
  const errors = parsed.valid ? checkPlace(parsed.ast, expression, place) : parsed.diagnostics;
  if (!parsed.valid || errors.length > 0)
    return { valid: false, text: printForPeople(expression, errors, "value expression") };
  return { valid: true, text: describeValid("value expression", parsed.ast, expression, place, all) };
}
