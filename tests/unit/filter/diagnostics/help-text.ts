import { parseFilter, printForPeople } from "../../../../provider/filter";

const PREFIX = "The filter expression is not valid: ";

/** Returns the lines that `printForPeople` prints for an expression with one error. */
export function printedLines(expression: string): string[] {
  const parsed = parseFilter(expression);
  if (parsed.valid) throw new Error(`${expression} is valid`);
  return printForPeople(expression, parsed.diagnostics).split("\n");
}

/** Returns the message without the constant prefix and the code frame: what is wrong, then note and help. */
export function messageOf(expression: string): string[] {
  const [first = "", , , ...advice] = printedLines(expression);
  if (!first.startsWith(PREFIX)) throw new Error(first);
  return [first.slice(PREFIX.length), ...advice.map((line) => line.trimStart())];
}

/** Returns the underlined word and the help for it: a suggestion, a hint, or an empty string. */
export function helpOn(expression: string): [marked: string, advice: string | undefined] {
  const parsed = parseFilter(expression);
  if (parsed.valid) throw new Error(`${expression} is valid`);
  const [diagnostic] = parsed.diagnostics;
  const { word } = diagnostic;
  const marked = Array.from(expression).slice(word.start, word.start + word.length);
  return [marked.join(""), "suggestion" in diagnostic ? diagnostic.suggestion : (diagnostic.hint ?? "")];
}
