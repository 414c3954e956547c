import { type Command, Option } from "commander";
import { type Language, LanguageError, readLanguage } from "../provider/filter";
import { inputName, readInput } from "./read-text";
import { UsageError } from "./usage-error";

/** The options of a command that say what is known of the language of filters besides its table. */
export interface LanguageFlags {
  /** A file with declared names, `-` for stdin. */
  readonly fields?: string;
  readonly unknownNames?: string;
}

/** Adds `--fields` and `--unknown-names`. `eval` has another option `--fields`, the request, so its file has another flag. */
export function addLanguageOptions(command: Command, flag = "--fields"): Command {
  return command
    .option(
      `${flag} <file>`,
      "JSON of fields and functions that this release does not know (default: EDGE_FIELDS)",
    )
    .addOption(
      new Option(
        "--unknown-names <how>",
        "what unknown fields and functions are (default: EDGE_UNKNOWN_NAMES, or error)",
      ).choices(["error", "warn"]),
    );
}

/** Returns what the options say, or else the environment. @throws UsageError */
export function languageOfFlags({ fields, unknownNames }: LanguageFlags): Language | undefined {
  try {
    return readLanguage({
      fields:
        fields === undefined
          ? fromEnvironment("EDGE_FIELDS")
          : { value: readInput(fields), label: inputName(fields) },
      unknownNames:
        unknownNames === undefined
          ? fromEnvironment("EDGE_UNKNOWN_NAMES")
          : { value: unknownNames, label: "--unknown-names" },
    });
  } catch (error) {
    if (error instanceof LanguageError) throw new UsageError(error.message);
    throw error;
  }
}

function fromEnvironment(name: string): { value: string; label: string } | undefined {
  const value = process.env[name];
  return value === undefined || value === "" ? undefined : { value, label: name };
}
