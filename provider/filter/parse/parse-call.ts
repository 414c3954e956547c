import { type Argument, type Call, isMapped } from "./ast";
import { invalidArgumentsCount, invalidMapEach } from "../diagnostics/type-causes";
import { checkArgument, describeCount, parameterAt, returnType } from "./check-arguments";
import { ParseError } from "../diagnostics/parse-error";
import type { Signature } from "../scheme/functions";
import { parseArgument } from "./parse-argument";
import type { ParseState } from "./parse-state";
import { arrayOf } from "../scheme/types";

/** `call = name ws "(" ws [ argument { ws "," ws argument } ] ws ")" ;` The reader is after the name. */
export function parseCall(state: ParseState, name: string, signature: Signature, start: number): Call {
  const { reader } = state;
  reader.skipSpace();
  return state.nested(() => {
    const args = parseArguments(state, name, signature);
    if (args.length < signature.params.length) throw countError(state, name, signature);
    reader.expect(")");
    const returned = returnType(signature, args);
    const type = isMappedArgument(args[0]) ? arrayOf(returned) : returned;
    return { kind: "call", name, arguments: args, type, span: reader.spanFrom(start) };
  });
}

/** Parses the arguments up to the closing parenthesis and checks each before it parses the next. */
function parseArguments(state: ParseState, name: string, signature: Signature): Argument[] {
  const { reader } = state;
  reader.expect("(");
  reader.skipSpace();
  const args: Argument[] = [];
  while (!reader.atEnd && reader.peek() !== ")") {
    if (args.length > 0) reader.expect(",");
    reader.skipSpace();
    const start = reader.position;
    const argument = parseArgument(state);
    const span = reader.spanFrom(start);
    if (args.length > 0 && isMappedArgument(argument)) throw new ParseError(invalidMapEach(), span);
    const parameter = parameterAt(signature, args.length);
    if (parameter === undefined) throw countError(state, name, signature, start);
    checkArgument(parameter, args, argument, span);
    args.push(argument);
    reader.skipSpace();
  }
  return args;
}

function isMappedArgument(argument: Argument | undefined): boolean {
  return argument?.kind === "value" && isMapped(argument);
}

function countError(state: ParseState, name: string, signature: Signature, start?: number): ParseError {
  return state.reader.error(invalidArgumentsCount(describeCount(name, signature)), start);
}
