import { parseFilter, printForPeople } from "../../../../provider/filter";

const PREFIX = "The filter expression is not valid: ";

/** What people are told of an expression with one fault, line by line; no line end at the end. */
export function printedLines(expression: string): string[] {
  const parsed = parseFilter(expression);
  if (parsed.valid) throw new Error(`${expression} is valid`);
  return printForPeople(expression, parsed.diagnostics).split("\n");
}

/** The same without its beginning, which is always the same, and without the picture: what is wrong, then the advice. */
export function messageOf(expression: string): string[] {
  const [first = "", , , ...advice] = printedLines(expression);
  if (!first.startsWith(PREFIX)) throw new Error(first);
  return [first.slice(PREFIX.length), ...advice.map((line) => line.trimStart())];
}

/** What people see as the fault, and what they are advised: nothing, a text that was probably meant, or what to do. */
export function helpOn(expression: string): [marked: string, advice: string | undefined] {
  const parsed = parseFilter(expression);
  if (parsed.valid) throw new Error(`${expression} is valid`);
  const [diagnostic] = parsed.diagnostics;
  const { word } = diagnostic;
  const marked = Array.from(expression).slice(word.start, word.start + word.length);
  return [marked.join(""), "suggestion" in diagnostic ? diagnostic.suggestion : (diagnostic.hint ?? "")];
}
