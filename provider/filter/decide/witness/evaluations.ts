import type { Spend } from "../../../regex";
import type { FilterLists, RuntimeValue } from "../../evaluate/runtime-value";
import { isMap, sameValue } from "../../evaluate/runtime-value";
import type { Expression } from "../../parse/ast";
import { walkFilter } from "../../parse/walk-filter";
import type { Witness } from "../answer";
import { type Evaluate, evaluatorOf, membershipOf } from "./evaluate";

/** What an expression needs to be evaluated. */
interface Evaluated {
  readonly run: Evaluate;
  /** The fields that it reads, and the named lists, with a `$`. */
  readonly reads: readonly string[];
  /** The number of its parts. */
  readonly size: number;
}

/** Evaluates expressions on candidates for a witness. Most differ in few fields from the one before, so results are kept as long as they hold. */
export class Evaluations {
  private readonly evaluated = new Map<Expression, Evaluated>();
  /** The expressions that read a field or a list. */
  private readonly readers = new Map<string, Expression[]>();
  private readonly results = new Map<Expression, boolean | undefined>();
  private candidate: Witness = { fields: new Map(), lists: new Map() };
  private members: FilterLists = new Map();

  constructor(private readonly spend: Spend) {}

  /** Those that were added, in this order. */
  get expressions(): readonly Expression[] {
    return [...this.evaluated.keys()];
  }

  add(expression: Expression): void {
    const reads = new Set<string>();
    let size = 0;
    walkFilter(expression, (node) => {
      size += 1;
      if (node.kind === "field") reads.add(node.name);
      if (node.kind === "comparison" && node.test.kind === "inList") reads.add(`$${node.test.name}`);
    });
    this.evaluated.set(expression, { run: evaluatorOf(expression), reads: [...reads], size });
    for (const name of reads) {
      const readers = this.readers.get(name);
      if (readers) readers.push(expression);
      else this.readers.set(name, [expression]);
    }
  }

  /** Sets the request about which `resultOf` tells. */
  use(candidate: Witness): void {
    const { fields, lists } = this.candidate;
    this.forgetReaders(fields, candidate.fields, "");
    this.forgetReaders(lists, candidate.lists, "$");
    this.candidate = candidate;
    this.members = membershipOf(candidate.lists);
  }

  /** Whether the request matches; undefined if that is not clear, or if the expression was not added. */
  resultOf(expression: Expression): boolean | undefined {
    if (this.results.has(expression)) return this.results.get(expression);
    const evaluated = this.evaluated.get(expression);
    if (evaluated === undefined) return undefined;
    this.spend(0, evaluated.size);
    const result = evaluated.run(this.candidate.fields, this.members);
    this.results.set(expression, result);
    return result;
  }

  /** Forgets the results that read what differs between two requests. */
  private forgetReaders(
    before: ReadonlyMap<string, RuntimeValue>,
    now: ReadonlyMap<string, RuntimeValue>,
    prefix: string,
  ): void {
    for (const name of new Set([...before.keys(), ...now.keys()])) {
      if (isSame(before.get(name), now.get(name))) continue;
      for (const reader of this.readers.get(prefix + name) ?? []) this.results.delete(reader);
    }
  }
}

function isSame(before: RuntimeValue | undefined, now: RuntimeValue | undefined): boolean {
  return before === now || (!isMap(before) && sameValue(before, now));
}
