import { lazily } from "../../../lazily";
import type { Spend } from "../../../regex";
import type { FilterLists, RuntimeValue } from "../../evaluate/runtime-value";
import { isMap, sameValue } from "../../evaluate/runtime-value";
import type { Expression } from "../../parse/ast";
import { fieldsOf, walkFilter } from "../../parse/walk-filter";
import type { Witness } from "../answer";
import { type Evaluate, evaluatorOf, membershipOf } from "./evaluate";

/** What an expression needs to be evaluated. */
interface Evaluated {
  readonly run: Evaluate;
  /** The number of its parts. */
  readonly size: number;
}

/** Evaluates expressions on candidates for a witness. Most differ in few fields from the one before, so results are kept as long as they hold. */
export class Evaluations {
  /** Each is compiled when its result is first asked for. Many questions are answered without a request. */
  private readonly evaluated = new Map<Expression, () => Evaluated>();
  /** The compiled expressions that read a field, or a named list, with a `$`. */
  private readonly readers = new Map<string, Expression[]>();
  private readonly results = new Map<Expression, boolean | undefined>();
  private fields: ReadonlySet<string> | undefined;
  private candidate: Witness = { fields: new Map(), lists: new Map() };
  private members: FilterLists = new Map();

  constructor(private readonly spend: Spend) {}

  /** Those that were added, in this order. */
  get expressions(): readonly Expression[] {
    return [...this.evaluated.keys()];
  }

  /** The fields that the expressions read, by their present names. */
  get fieldsRead(): ReadonlySet<string> {
    this.fields ??= new Set(
      this.expressions.flatMap((one) => fieldsOf(one).map((name) => name.replace("ip.geoip.", "ip.src."))),
    );
    return this.fields;
  }

  add(expression: Expression): void {
    this.fields = undefined;
    this.evaluated.set(
      expression,
      lazily(() => this.compile(expression)),
    );
  }

  private compile(expression: Expression): Evaluated {
    const reads = new Set<string>();
    let size = 0;
    walkFilter(expression, (node) => {
      size += 1;
      if (node.kind === "field") reads.add(node.name);
      if (node.kind === "comparison" && node.test.kind === "inList") reads.add(`$${node.test.name}`);
    });
    for (const name of reads) {
      const readers = this.readers.get(name);
      if (readers) readers.push(expression);
      else this.readers.set(name, [expression]);
    }
    return { run: evaluatorOf(expression), size };
  }

  /** Sets the request about which `resultOf` tells. */
  use(candidate: Witness): void {
    this.change(candidate, () => undefined);
  }

  /** Sets the request, and tells whether a result that was asked for before is another one now. */
  useAndCompare(candidate: Witness): boolean {
    const forgotten = new Map<Expression, boolean | undefined>();
    this.change(candidate, (expression) => {
      if (this.results.has(expression)) forgotten.set(expression, this.results.get(expression));
    });
    return [...forgotten].some(([expression, result]) => this.resultOf(expression) !== result);
  }

  private change(candidate: Witness, forget: (expression: Expression) => void): void {
    const { fields, lists } = this.candidate;
    this.forgetReaders(fields, candidate.fields, "", forget);
    this.forgetReaders(lists, candidate.lists, "$", forget);
    this.candidate = candidate;
    this.members = membershipOf(candidate.lists);
  }

  /** Whether the request matches; undefined if that is not clear, or if the expression was not added. */
  resultOf(expression: Expression): boolean | undefined {
    if (this.results.has(expression)) return this.results.get(expression);
    const evaluated = this.evaluated.get(expression);
    if (evaluated === undefined) return undefined;
    const { size, run } = evaluated();
    this.spend(0, size);
    const result = run(this.candidate.fields, this.members);
    this.results.set(expression, result);
    return result;
  }

  /** Forgets the results that read what differs between two requests. */
  private forgetReaders(
    before: ReadonlyMap<string, RuntimeValue>,
    now: ReadonlyMap<string, RuntimeValue>,
    prefix: string,
    forget: (expression: Expression) => void,
  ): void {
    for (const name of new Set([...before.keys(), ...now.keys()])) {
      if (isSame(before.get(name), now.get(name))) continue;
      for (const reader of this.readers.get(prefix + name) ?? []) {
        forget(reader);
        this.results.delete(reader);
      }
    }
  }
}

function isSame(before: RuntimeValue | undefined, now: RuntimeValue | undefined): boolean {
  return before === now || (!isMap(before) && sameValue(before, now));
}
