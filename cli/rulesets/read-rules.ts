import { isMembers, pathTo } from "../../provider/api";
import { isDeeper } from "../is-deeper";
import { readText } from "../read-text";
import { fileError, UsageError } from "../usage-error";
import { MAX_DEPTH } from "./rules-sarif";

const EXPECTED = 'expected an array of rules, or an object with a member "rules" or "result"';

/** The rules of a file, and what the file says about their ruleset. Nothing of it is checked. */
export interface RulesFile {
  readonly text: string;
  /** The path of the list of rules in the text. */
  readonly at: string;
  readonly rules: readonly unknown[];
  readonly phase?: unknown;
  readonly kind?: unknown;
}

/** Reads rules: an array, a ruleset, or an answer of the API with a ruleset. `-` is stdin. @throws UsageError */
export function readRules(file: string): RulesFile {
  let text: string;
  let json: unknown;
  try {
    text = readText(file);
    json = JSON.parse(text) as unknown;
  } catch (error) {
    throw fileError(file, "read", error);
  }
  if (isDeeper(json, MAX_DEPTH))
    throw new UsageError(
      `${file} cannot be read: it has more than ${MAX_DEPTH} levels of objects and arrays`,
    );
  const found = rulesIn(json, "");
  if (found === undefined) throw new UsageError(`${file} has no list of rules: ${EXPECTED}`);
  if (found.rules.length === 0) throw new UsageError(`${file} has no rules: its list is empty`);
  return { ...found, text };
}

function rulesIn(json: unknown, at: string): Omit<RulesFile, "text"> | undefined {
  if (Array.isArray(json)) return { rules: json, at };
  if (!isMembers(json)) return undefined;
  const { rules, phase, kind, result } = json;
  if (Array.isArray(rules)) return { rules, phase, kind, at: pathTo(at, "rules") };
  // An answer has the ruleset as its result, and a result has no result.
  return isMembers(result) && Array.isArray(result["rules"]) ? rulesIn(result, "result") : undefined;
}
