/** What a question may spend. Budgets count, so that equal questions have equal answers on every machine. */
export interface Budget {
  /** States of products of automata. */
  readonly steps: number;
  /** Memory of automata and products, in bytes, roughly. */
  readonly bytes: number;
}

/** The budget has been spent: the question is undecided. */
export class BudgetSpentError extends Error {
  override readonly name = "BudgetSpentError";
}

/** Counts what a question spends. */
export class Meter {
  private steps = 0;
  private bytes = 0;

  constructor(private readonly budget: Budget) {}

  /** Whether automata have used up the memory of a question. */
  get isFull(): boolean {
    return this.bytes > this.budget.bytes;
  }

  /** Gives the next question its steps. The memory is still in use. */
  restart(): void {
    this.steps = 0;
  }

  /** @throws BudgetSpentError if no step is left. */
  step(): void {
    this.steps += 1;
    if (this.steps > this.budget.steps) throw new BudgetSpentError();
  }

  /** Takes memory. It is an arrow function, so that automata can keep it. @throws BudgetSpentError if none is left. */
  readonly spend = (bytes: number): void => {
    this.bytes += bytes;
    if (this.isFull) throw new BudgetSpentError();
  };

  /** Takes memory that is given back when `use` ends. */
  borrow<T>(use: (spend: (bytes: number) => void) => T): T {
    const before = this.bytes;
    try {
      return use(this.spend);
    } finally {
      this.bytes = before;
    }
  }
}
