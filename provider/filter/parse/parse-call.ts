import { type Argument, type Call, isMapped } from "./ast";
import { invalidArgumentsCount, invalidMapEach } from "../diagnostics/causes";
import { checkArgument, describeCount, parameterAt, returnType } from "./check-arguments";
import { Fault } from "../diagnostics/fault";
import type { Signature } from "../scheme/functions";
import { parseArgument } from "./parse-argument";
import type { ParseState } from "./parse-state";
import { arrayOf } from "../scheme/types";

/** What stands behind the name of a function, which began at `start`. */
export function parseCall(state: ParseState, name: string, signature: Signature, start: number): Call {
  const { reader } = state;
  reader.skipSpace();
  return state.nested(() => {
    const args = parseArguments(state, name, signature);
    if (args.length < signature.params.length) throw countFault(state, name, signature);
    reader.expect(")");
    const returned = returnType(signature, args);
    const type = isMappedArgument(args[0]) ? arrayOf(returned) : returned;
    return { kind: "call", name, arguments: args, type, span: reader.spanFrom(start) };
  });
}

/** `"(" [ argument { "," argument } ]`. Each argument is checked as soon as it is read. */
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
    if (args.length > 0 && isMappedArgument(argument)) throw new Fault(invalidMapEach(), span);
    const parameter = parameterAt(signature, args.length);
    if (parameter === undefined) throw countFault(state, name, signature, start);
    checkArgument(parameter, args, argument, span);
    args.push(argument);
    reader.skipSpace();
  }
  return args;
}

function isMappedArgument(argument: Argument | undefined): boolean {
  return argument?.kind === "value" && isMapped(argument);
}

function countFault(state: ParseState, name: string, signature: Signature, start?: number): Fault {
  return state.reader.fault(invalidArgumentsCount(describeCount(name, signature)), start);
}
