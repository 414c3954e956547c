import { Option, type Command } from "commander";
import { entryLines } from "../../review/explain/entry-page";
import { sectionsOf } from "../../review/explain/sections";
import { KINDS, type Entry, type Kind } from "../../review/registry/entry";
import { entries, findEntry } from "../../review/registry/registry";
import { processIo, type CommandIo } from "../command-io";
import { answerQuestion, exitAsQuestion, type QuestionAnswer } from "../question";
import { wrapText } from "../text-layout";
import { UsageError } from "../usage-error";
import { didYouMean, truncate } from "../../provider/words";

const MAX_NAME = 60;
const INDENT = "  ";

interface ExplainFlags {
  readonly kind?: Kind;
  readonly json: boolean;
}

/** Adds `explain`, which says what an id means, with an example and what to do. It works offline. */
export function registerExplain(program: Command, io: CommandIo = processIo()): void {
  const command = program
    .command("explain [ids...]")
    .description("explain ids that findings, reviews and policies name (default: list all ids)")
    .addOption(new Option("--kind <kind>", "list the ids of this kind").choices(KINDS))
    .option("--json", "print one JSON document", false)
    .action((ids: string[], flags: ExplainFlags) =>
      answerQuestion(io, "explain", flags, () => explain(ids, flags)),
    );
  exitAsQuestion(command, io);
}

function explain(ids: readonly string[], { kind }: ExplainFlags): QuestionAnswer {
  const all = entries().filter((entry) => kind === undefined || entry.kind === kind);
  const chosen = ids.map((id) => findEntry(all, id) ?? unknownId(id, all));
  return ids.length === 0
    ? { lines: listOf(all), json: all.map(shortJson) }
    : {
        lines: chosen.flatMap((entry, index) => [...(index === 0 ? [] : [""]), ...describe(entry)]),
        json: chosen.map((entry) => ({ ...shortJson(entry), sections: sectionsOf(entry) })),
      };
}

function unknownId(id: string, all: readonly Entry[]): never {
  const hint =
    didYouMean(
      id,
      all.map((entry) => entry.id),
    ) || "; run edge-platform explain for the list";
  throw new UsageError(`There is no id ${JSON.stringify(truncate(id, MAX_NAME))}${hint}`);
}

function listOf(all: readonly Entry[]): string[] {
  return KINDS.flatMap((kind) => {
    const ofKind = all.filter((entry) => entry.kind === kind);
    return ofKind.length === 0
      ? []
      : [`${kind} (${ofKind.length})`, ...ofKind.map(({ id }) => INDENT + id), ""];
  }).slice(0, -1);
}

function describe(entry: Entry): string[] {
  return entryLines(entry, (text) => wrapText(text, ""));
}

function shortJson({ id, kind, level, severity, meaning, source, todo, allow }: Entry): object {
  return { id, kind, level, severity: severity ?? null, meaning, source, todo, allow: allow ?? null };
}
