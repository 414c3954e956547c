import { checkRegex } from "../../regex";
import { invalidRegex, regexTooBig } from "../parse/causes/syntax-causes";
import { invalidArgumentKind, invalidArgumentValue } from "../parse/causes/type-causes";
import { type Argument, type BytesLiteral, type Call, isLiteral } from "../parse/ast";
import { wildcardProblem } from "../parse/literals";
import { decodeUtf8 } from "../parse/utf8";
import { walkFilter } from "../parse/walk-filter";
import { refusal, type Refusal, refusalBy } from "./refusal";

const MAX_REFERENCES = 8;
const ONCE: readonly string[] = ["regex_replace", "wildcard_replace"];
const QUERIES: readonly string[] = ["http.request.uri.query", "raw.http.request.uri.query"];
/** The letters of an argument that consists of flags, by function: position and letters. */
const FLAGS: ReadonlyMap<string, readonly [position: number, letters: string]> = new Map([
  ["encode_base64", [1, "up"]],
  ["url_decode", [1, "ru"]],
  ["wildcard_replace", [3, "s"]],
]);
/** The position from which all arguments must be literals. */
const LITERALS_FROM: ReadonlyMap<string, number> = new Map([
  ["join", 1],
  ["substring", 1],
]);

/** Returns the arguments of a call that the service refuses although their types fit. */
export function* refusalsOfArguments({ name, arguments: args }: Call, isValue: boolean): Generator<Refusal> {
  const from = LITERALS_FROM.get(name) ?? args.length;
  for (const [position, argument] of args.entries()) {
    if (position >= from && !isLiteral(argument))
      yield refusalBy("function-literal", invalidArgumentKind(position, "literal"), argument.span);
  }
  if (!isValue) return;
  yield* refusalsOfFlags(name, args);
  if (name === "remove_query_args") yield* refusalsOfQuery(args[0]);
  if (name === "regex_replace") yield* refusalsOfRegex(args);
  const pattern = args[1];
  if (name === "wildcard_replace" && pattern?.kind === "bytes") {
    const problem = wildcardProblem(pattern.bytes);
    if (problem !== undefined) yield refusalBy("function-pattern", problem, pattern.span);
  }
}

/** Returns the calls that a value expression may contain only once, and those within each other. */
export function refusalsOfRepeats(calls: readonly Call[]): Refusal[] {
  const repeated = ONCE.flatMap((name) =>
    calls
      .filter((call) => call.name === name)
      .slice(1)
      .map((call) =>
        refusal("function-once", call.span, `the function ${name} can be used only once in an expression`, {
          expected: `one call of ${name}()`,
          message: `${name}() can be used only once in an expression.`,
        }),
      ),
  );
  const nested = calls.filter(({ name }) => ONCE.includes(name)).flatMap(innerReplacement);
  return [...repeated, ...nested];
}

function innerReplacement(outer: Call): Refusal[] {
  const [other = ""] = ONCE.filter((name) => name !== outer.name);
  const found: Refusal[] = [];
  for (const argument of outer.arguments) {
    walkFilter(argument, (node) => {
      if (node.kind !== "call" || node.name !== other) return;
      found.push(
        refusal(
          "function-once",
          node.span,
          `the function ${other} cannot be used in an argument of ${outer.name}`,
          {
            expected: `an argument without ${other}()`,
            message: `${other}() cannot be used in an argument of ${outer.name}().`,
          },
        ),
      );
    });
  }
  return found;
}

function* refusalsOfFlags(name: string, args: readonly Argument[]): Generator<Refusal> {
  const [position = 0, letters = ""] = FLAGS.get(name) ?? [];
  const flags = letters === "" ? undefined : args[position];
  if (flags?.kind !== "bytes" || isOf(letters, flags)) return;
  const expected = `a text of the flags ${Array.from(letters, (letter) => `"${letter}"`).join(" and ")}`;
  yield refusalBy("function-flags", invalidArgumentValue(position, expected), flags.span);
}

function isOf(letters: string, { bytes }: BytesLiteral): boolean {
  return bytes.every((byte) => letters.includes(String.fromCharCode(byte)));
}

function* refusalsOfQuery(argument: Argument | undefined): Generator<Refusal> {
  if (argument?.kind !== "value") return;
  const { source, span } = argument;
  if (source.kind === "field" && QUERIES.includes(source.name)) return;
  yield refusal("function-query", span, "remove_query_args takes the query of the request only", {
    expected: QUERIES.join(" or "),
    message: `The first argument of remove_query_args() must be ${QUERIES.join(" or ")}.`,
  });
}

function* refusalsOfRegex([, pattern, replacement]: readonly Argument[]): Generator<Refusal> {
  if (pattern?.kind === "bytes") {
    const text = decodeUtf8(pattern.bytes);
    const problem = text === undefined ? undefined : checkRegex(text);
    if (problem?.kind === "size")
      yield refusalBy("function-pattern", regexTooBig(problem.limit), pattern.span);
    else if (problem !== undefined)
      yield refusalBy("function-pattern", invalidRegex(problem.text), pattern.span);
  }
  if (replacement?.kind !== "bytes") return;
  const references = decodeUtf8(replacement.bytes)?.match(/\$\{\w+\}/g)?.length ?? 0;
  if (references <= MAX_REFERENCES) return;
  yield refusal(
    "function-references",
    replacement.span,
    `the replacement has ${references} references to groups`,
    {
      expected: `at most ${MAX_REFERENCES} references such as \${1}`,
      message: `The replacement of regex_replace() has ${references} references to groups; the service allows ${MAX_REFERENCES}.`,
    },
  );
}
