import {
  type Argument,
  type Call,
  type Comparison,
  CONSTANTS,
  type Expression,
  type Index,
  isBoolArray,
  isMapped,
  type LogicalOperator,
  type Quantifier,
  type Value,
} from "../parse/ast";
import { compileFunction } from "./compile-function";
import {
  elementsOf,
  type FilterLists,
  isArray,
  isMap,
  type RequestFields,
  type RuntimeArray,
  type RuntimeValue,
} from "./runtime-value";
import { comparisonOfValues, compileTest } from "./compile-test";

/** The value of a field that only the service knows is needed for the result. */
export class UnknownValueError extends Error {
  override readonly name = "UnknownValueError";

  constructor(field: string) {
    super(`The value of ${field} is not known: name it among the fields of the request.`);
  }
}

/** A compiled filter. It keeps no state between runs. */
export interface CompiledFilter {
  /**
   * Tells whether a request matches. Every comparison with a missing field is false.
   * @throws UnknownValueError if the result depends on a field that the language lacks and the request does not name
   */
  run(fields: RequestFields, lists?: FilterLists): boolean;
}

interface Context {
  readonly fields: RequestFields;
  readonly lists: FilterLists;
}

type RunValue = (context: Context) => RuntimeValue | undefined;
type RunOne = (context: Context) => boolean;
/** A condition that is mapped by `[*]`: one answer per element. */
type RunMany = (context: Context) => readonly boolean[];

const NO_LISTS: FilterLists = new Map();
const COMBINE: Readonly<Record<LogicalOperator, (a: boolean, b: boolean) => boolean>> = {
  or: (a, b) => a || b,
  xor: (a, b) => a !== b,
  and: (a, b) => a && b,
};

/**
 * Compiles an expression to a filter that runs on request fields.
 * @throws UnsupportedFunctionError if the expression calls a function that cannot be computed from the fields.
 */
export function compileFilter(ast: Expression): CompiledFilter {
  const run = compileOne(ast);
  return { run: (fields, lists = NO_LISTS) => run({ fields, lists }) };
}

/** Compiles a condition of type Bool. */
function compileOne(node: Expression): RunOne {
  switch (node.kind) {
    case "group":
      return compileOne(node.expression);
    case "negation": {
      const run = compileOne(node.operand);
      return (context) => !run(context);
    }
    case "quantifier":
      return compileQuantifier(node);
    case "comparison":
      return compileComparison(node);
    case "combination":
      return combineOne(node.operator, node.items.map(compileOne));
  }
}

function combineOne(operator: LogicalOperator, items: readonly RunOne[]): RunOne {
  if (operator === "xor") return (context) => items.reduce((odd, run) => odd !== run(context), false);
  // `or` stops at the first true item, `and` at the first false one.
  const ending = operator === "or";
  return (context) => {
    for (const run of items) if (run(context) === ending) return ending;
    return !ending;
  };
}

/** Compiles a condition of type Array<Bool>. */
function compileMany(node: Expression): RunMany {
  switch (node.kind) {
    case "group":
      return compileMany(node.expression);
    case "negation": {
      const run = compileMany(node.operand);
      return (context) => run(context).map((answer) => !answer);
    }
    case "comparison":
      return compileMappedComparison(node);
    case "combination": {
      const combine = COMBINE[node.operator];
      const runs = node.items.map(compileMany);
      // The result is as long as the shortest operand.
      const zip = (answers: readonly boolean[], others: readonly boolean[]) =>
        answers.slice(0, others.length).map((answer, index) => combine(answer, others[index] === true));
      return (context) => runs.map((run) => run(context)).reduce(zip);
    }
    case "quantifier": {
      const run = compileQuantifier(node);
      return (context) => [run(context)];
    }
  }
}

function compileComparison({ left, test }: Comparison): RunOne {
  const value = compileValue(left);
  if (test.kind === "values") {
    const compare = comparisonOfValues(test.operator);
    const right = compileValue(test.right);
    return (context) => {
      const [found, other] = [value(context), right(context)];
      return found !== undefined && other !== undefined && compare(found, other);
    };
  }
  const passes = compileTest(test);
  return (context) => {
    const found = value(context);
    return found !== undefined && passes(found, context.lists);
  };
}

function compileMappedComparison({ left, test }: Comparison): RunMany {
  const elements = compileValue(left);
  if (test.kind === "values") {
    const compare = comparisonOfValues(test.operator);
    const right = compileValue(test.right);
    return (context) => {
      const other = right(context);
      return (elementsOf(elements(context)) ?? []).map(
        (element) => other !== undefined && compare(element, other),
      );
    };
  }
  const passes = compileTest(test);
  return (context) => (elementsOf(elements(context)) ?? []).map((element) => passes(element, context.lists));
}

/** For an empty array `any` is false and `all` is true. Both are false if a call returns no array. */
function compileQuantifier({ quantifier, argument }: Quantifier): RunOne {
  const reduce = (answers: readonly unknown[]) =>
    quantifier === "any" ? answers.includes(true) : !answers.includes(false);
  if (argument.kind !== "value") {
    const run = compileMany(argument);
    return (context) => reduce(run(context));
  }
  const run = compileValue(argument);
  return (context) => {
    const answers = run(context);
    return isArray(answers) && reduce(answers);
  };
}

/** With `[*]`, the value is an array of all elements that the indexes select. */
function compileValue(value: Value): RunValue {
  const source = compileSource(value.source);
  const { indexes } = value;
  if (indexes.length === 0) return source;
  if (!isMapped(value)) {
    return (context) => indexes.reduce<RuntimeValue | undefined>(element, source(context));
  }
  const firstEach = indexes.findIndex(({ kind }) => kind === "each");
  const before = indexes.slice(0, firstEach);
  const rest = indexes.slice(firstEach);
  return (context) => {
    const container = before.reduce<RuntimeValue | undefined>(element, source(context));
    return container === undefined ? undefined : rest.reduce<RuntimeArray>(mapElements, [container]);
  };
}

function compileSource(source: Value["source"]): RunValue {
  if (source.kind === "call") return compileCall(source);
  const { name, outside } = source;
  if (outside !== undefined) return ({ fields }) => fields.get(name) ?? unknownValue(name);
  const constant = CONSTANTS.get(name);
  return constant === undefined ? ({ fields }) => fields.get(name) : () => constant;
}

function unknownValue(name: string): never {
  throw new UnknownValueError(name);
}

/** If the first argument is mapped, the function is called once per element and missing results are dropped. */
function compileCall(call: Call): RunValue {
  const compute = compileFunction(call);
  const args = call.arguments;
  const [first] = args;
  const runs = args.map(compileArgument);
  if (first?.kind !== "value" || !isMapped(first)) {
    return (context) => compute(runs.map((run) => run(context)));
  }
  return (context) => {
    const [elements, ...rest] = runs.map((run) => run(context));
    if (!isArray(elements)) return undefined;
    const results: RuntimeValue[] = [];
    for (const item of elements) {
      const result = compute([item, ...rest]);
      if (result !== undefined) results.push(result);
    }
    return results;
  };
}

function compileArgument(argument: Argument): RunValue {
  switch (argument.kind) {
    case "value":
      return compileValue(argument);
    case "bytes":
      return () => argument.bytes;
    case "int":
      return () => argument.value;
    case "ip":
      return () => argument.address;
    default:
      return isBoolArray(argument.type) ? compileMany(argument) : compileOne(argument);
  }
}

function element(value: RuntimeValue | undefined, index: Index): RuntimeValue | undefined {
  if (index.kind === "element") return isArray(value) ? value[index.index] : undefined;
  return index.kind === "key" && isMap(value) ? value.get(index.key) : undefined;
}

/** Applies one index to each value: `[*]` flattens, any other index drops the values that do not have it. */
function mapElements(values: RuntimeArray, index: Index): RuntimeArray {
  const found: RuntimeValue[] = [];
  for (const value of values) {
    const reached = index.kind === "each" ? (elementsOf(value) ?? []) : [element(value, index)];
    for (const one of reached) if (one !== undefined) found.push(one);
  }
  return found;
}
