import { type Command, Option } from "commander";
import { type Language, LanguageError, languageOfSettings, type SettingSources } from "../provider/filter";
import { inputName, readInput } from "./read-text";
import { UsageError } from "./usage-error";

/** The options of a command that say what is known of the language of filters besides its table. */
export interface LanguageFlags {
  /** A file with declared names, `-` for stdin. */
  readonly fields?: string | undefined;
  readonly unknownNames?: string | undefined;
}

/** Adds `--fields` and `--unknown-names`. `eval` has another option `--fields`, the request, so its file has another flag. */
export function addLanguageOptions(command: Command, flag = "--fields"): Command {
  return command
    .option(
      `${flag} <file>`,
      "JSON of fields and functions that this release does not know (default: EDGE_FIELDS, edge:fields)",
    )
    .addOption(
      new Option(
        "--unknown-names <how>",
        "what unknown fields and functions are (default: EDGE_UNKNOWN_NAMES, or error)",
      ).choices(["error", "warn"]),
    );
}

/**
 * Returns what the options say about the language, else the environment, else `config`: the stack's configuration, if the command knows
 * one. @throws UsageError
 */
export function languageOfFlags(
  { fields, unknownNames }: LanguageFlags,
  config: SettingSources["config"] = () => undefined,
): Language | undefined {
  try {
    return languageOfSettings({
      env: process.env,
      config,
      given: {
        fields: fields === undefined ? undefined : { value: readInput(fields), label: inputName(fields) },
        unknownNames:
          unknownNames === undefined ? undefined : { value: unknownNames, label: "--unknown-names" },
      },
    });
  } catch (error) {
    if (error instanceof LanguageError) throw new UsageError(error.message);
    throw error;
  }
}

/** Returns the same, or ends the command with a usage error. */
export function languageOrError(flags: LanguageFlags, command: Command): Language | undefined {
  try {
    return languageOfFlags(flags);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return command.error(`error: ${error.message}`);
  }
}
