import { type Command, Option } from "commander";
import { PHASES } from "../../provider/api";
import {
  FILTER_PLANS,
  type FilterPlan,
  LANGUAGE_DATE,
  type ListedField,
  listFields,
  listFunctions,
} from "../../provider/filter";
import { type CommandIo, printText } from "../command-io";
import { alignColumns } from "../text-layout";

interface TableFlags {
  readonly phase?: string;
  readonly plan?: FilterPlan;
  readonly json: boolean;
}

const JSON_HELP = "print one JSON document";

/** Adds `filter fields` and `filter functions`, which list what the language of this package has. */
export function registerLanguageTables(filter: Command, io: CommandIo): void {
  filter
    .command("fields")
    .description("list the fields of the language, with types and plans")
    .addOption(new Option("--phase <name>", "only fields that this phase has").choices(PHASES))
    .addOption(new Option("--plan <name>", "only fields that this plan includes").choices(FILTER_PLANS))
    .option("--json", JSON_HELP, false)
    .action(({ json, ...place }: TableFlags) => {
      const fields = listFields(place);
      if (json)
        printText(
          io,
          JSON.stringify({ language: LANGUAGE_DATE, fields: withPhases(fields) }, undefined, 2),
          0,
        );
      else printTable(io, `${fields.length} fields`, fields.map(rowOf));
    });
  filter
    .command("functions")
    .description("list the functions of the language, with arguments and plans")
    .option("--json", JSON_HELP, false)
    .action(({ json }: TableFlags) => {
      const functions = listFunctions();
      if (json) printText(io, JSON.stringify({ language: LANGUAGE_DATE, functions }, undefined, 2), 0);
      else
        printTable(
          io,
          `${functions.length} functions`,
          functions.map(({ call, returns, plan, since }) => [
            call,
            returns,
            planText(plan),
            sinceText(since),
          ]),
        );
    });
}

/** Adds the phases that are not known to lack each field. */
function withPhases(fields: readonly ListedField[]): object[] {
  const namesOf = new Map(
    PHASES.map((phase) => [phase, new Set(listFields({ phase }).map(({ name }) => name))] as const),
  );
  return fields.map((field) => ({
    ...field,
    phases: PHASES.filter((phase) => namesOf.get(phase)?.has(field.name)),
  }));
}

function rowOf({ name, type, plan, product, since }: ListedField): string[] {
  return [name, type, planText(plan, product), sinceText(since)];
}

function planText(plan: FilterPlan, product?: string): string {
  if (plan === "free") return "";
  return product === undefined ? plan : `${plan}, ${product}`;
}

function sinceText(since: string | undefined): string {
  return since === undefined ? "" : `since ${since}`;
}

function printTable(io: CommandIo, title: string, rows: readonly (readonly string[])[]): void {
  printText(io, [...alignColumns(rows), "", `${title} of the language of ${LANGUAGE_DATE}.`].join("\n"), 0);
}
