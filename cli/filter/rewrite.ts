import { writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { PHASES } from "../../provider/api";
import {
  type ExpressionPurpose,
  type FilterResult,
  fixFilter,
  type Language,
  type NameScope,
  printEngine,
  printForPeople,
  wantedValue,
} from "../../provider/filter";
import { parseExpression } from "../../provider/rulebook";
import { showControls } from "../../provider/visible";
import { type CommandIo, printText } from "../command-io";
import { addLanguageOptions, type LanguageFlags, languageOrError } from "../language-options";
import { collectOption } from "../option-values";
import { readInput } from "../read-text";
import { fileError, UsageError } from "../usage-error";
import { format, rewritten, type Rewrite } from "./rewrite-written";
import { isJson, type WrittenExpression, writtenExpressions } from "./written-expressions";
import { counted } from "../../provider/words";

interface Given extends LanguageFlags {
  readonly json: boolean;
  readonly check: boolean;
  readonly write: boolean;
  readonly file?: readonly string[];
  readonly phase?: string;
  readonly value?: ExpressionPurpose;
}

/** The flags with what they say about the language. */
interface RewriteFlags extends Given {
  readonly language: Language | undefined;
}

/** The members of a rule that are value expressions. */
export const VALUES = [
  "path",
  "query",
  "header",
  "target",
  "tags",
  "credential",
] as const satisfies readonly ExpressionPurpose[];

/** What `filter` shares with the commands that rewrite expressions. */
export interface FilterTools {
  /** Reads stdin as one expression. */
  readonly readAll: (command: Command) => Promise<string>;
  /** Answers each line of stdin, and returns the exit code, which it has set. */
  readonly answerAll: (
    scope: NameScope,
    answer: (line: { readonly expression: string; readonly parsed: FilterResult }) => object,
  ) => Promise<number>;
}

/** Exit codes: 1 if an expression is not valid, or with `--check` if something would change; 2 for wrong usage. */
const EXIT = { done: 0, differs: 1, usage: 2 } as const;

/** Adds `filter fix` and `filter format`, which change expressions and keep their meaning. */
export function addRewrites(filter: Command, io: CommandIo, tools: FilterTools): void {
  add(filter, io, tools, "fix", "apply the changes that warnings suggest and that keep the meaning", {
    rewrite: fixFilter,
  }).addOption(new Option("--phase <name>", "the phase of the rule").choices(PHASES));
  add(filter, io, tools, "format", "print an expression in its normal form", { rewrite: format });
}

function add(
  filter: Command,
  io: CommandIo,
  tools: FilterTools,
  name: string,
  description: string,
  { rewrite }: { readonly rewrite: Rewrite },
): Command {
  const command = filter
    .command(name)
    .description(description)
    .argument("[expression]", "expression (default: read from stdin)")
    .option("--json", "read JSON lines from stdin and write a JSON line for each", false)
    .option("--file <file>", "rewrite the conditions of rules in a file; repeatable", collectOption)
    .option("--write", "write JSON files, and keep their layout; other files are only shown", false)
    .option("--check", "exit with 1 if something would change", false)
    .addOption(new Option("--value <member>", "rewrite a value expression of a rule").choices(VALUES));
  return addLanguageOptions(command).action(async (expression: string | undefined, given: Given) => {
    const flags = { ...given, language: languageOrError(given, command) };
    const ways = [expression !== undefined, flags.json, flags.file !== undefined];
    if (ways.filter(Boolean).length > 1) command.error("error: give either an expression, --json or --file");
    if (flags.value && (flags.json || flags.file)) command.error("error: --value needs one expression");
    if (flags.write && (flags.file === undefined || flags.check))
      command.error("error: --write needs --file, and excludes --check");
    if (flags.file) rewriteFiles(io, flags.file, flags, rewrite);
    else if (flags.json) await rewriteLines(io, tools, flags, rewrite);
    else rewriteOne(io, expression ?? (await tools.readAll(command)), flags, rewrite);
  });
}

function rewriteOne(io: CommandIo, expression: string, flags: RewriteFlags, rewrite: Rewrite): void {
  const place = { phase: flags.phase, language: flags.language, purpose: flags.value };
  const parsed = parseExpression(expression, place);
  if (!parsed.valid) {
    const what = flags.value && wantedValue(flags.value) ? "value expression" : "filter expression";
    printText(io, printForPeople(expression, parsed.diagnostics, what), EXIT.differs);
    return;
  }
  const { expression: fixed } = rewrite(expression, place);
  printText(io, fixed, flags.check && fixed !== expression ? EXIT.differs : EXIT.done);
}

async function rewriteLines(
  io: CommandIo,
  { answerAll }: FilterTools,
  flags: RewriteFlags,
  rewrite: Rewrite,
): Promise<void> {
  let changes = 0;
  const exitCode = await answerAll(flags, ({ expression, parsed }) => {
    if (!parsed.valid) return { expression, message: printEngine(expression, parsed.diagnostics[0]) };
    const { expression: fixed, applied } = rewrite(expression, {
      phase: flags.phase,
      language: flags.language,
    });
    changes += fixed === expression ? 0 : 1;
    return { expression, fixed, changed: fixed !== expression, applied };
  });
  if (flags.check && changes > 0) io.setExitCode(Math.max(exitCode, EXIT.differs));
}

function rewriteFiles(io: CommandIo, files: readonly string[], flags: RewriteFlags, rewrite: Rewrite): void {
  try {
    const changes = files.map((file) => rewriteFile(file, flags, rewrite));
    const shown = changes.flatMap(({ isWritten, lines }) => (isWritten ? [] : lines));
    const written = changes.flatMap(({ isWritten, lines }) => (isWritten ? lines : []));
    const ends = [
      ...(written.length > 0 ? [`${counted(written.length, "expression")} changed.`] : []),
      ...(shown.length > 0 || written.length === 0
        ? [`${counted(shown.length, "expression")} would change.`]
        : []),
    ];
    printText(
      io,
      [...written, ...shown, ends.join(" ")].join("\n"),
      flags.check && shown.length > 0 ? EXIT.differs : EXIT.done,
    );
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    printText(io, error.message, EXIT.usage);
  }
}

interface FileChanges {
  readonly lines: readonly string[];
  readonly isWritten: boolean;
}

/** Shows each change of a file, and writes a JSON file if that is asked for. @throws UsageError */
function rewriteFile(file: string, flags: RewriteFlags, rewrite: Rewrite): FileChanges {
  const text = readInput(file);
  const changes = writtenExpressions(file, text, flags).flatMap((written) => {
    const expression = rewritten(written, rewrite, flags);
    return expression === written.expression ? [] : [{ written, expression }];
  });
  let [line, lineStart] = [1, 0];
  const lines = changes.map(({ written, expression }) => {
    for (
      let at = text.indexOf("\n", lineStart);
      at >= 0 && at < written.start;
      at = text.indexOf("\n", lineStart)
    ) {
      line += 1;
      lineStart = at + 1;
    }
    const shown = [written.expression, expression].map((one) => showControls(one));
    return `${showControls(file)}:${line}\n- ${shown[0]}\n+ ${shown[1]}`;
  });
  if (!flags.write || !isJson(file) || changes.length === 0) return { lines, isWritten: false };
  try {
    writeFileSync(file, replaced(text, changes));
  } catch (error) {
    throw fileError(file, "written", error);
  }
  return { lines, isWritten: true };
}

function replaced(
  text: string,
  changes: readonly { readonly written: WrittenExpression; readonly expression: string }[],
): string {
  let result = "";
  let end = 0;
  for (const { written, expression } of changes) {
    result += text.slice(end, written.start) + JSON.stringify(expression);
    end = written.end;
  }
  return result + text.slice(end);
}
