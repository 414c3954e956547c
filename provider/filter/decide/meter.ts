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

/** The automata of all questions together may need so many times the memory of one. */
const QUESTIONS_AT_ONCE = 4;

/** Counts what questions spend. Each may spend the whole budget; automata that one has built stay in memory for the next ones. */
export class Meter {
  private steps = 0;
  private bytes = 0;
  /** The bytes in use when the question began. */
  private inUse = 0;

  constructor(private readonly budget: Budget) {}

  /** Begins the next question. */
  restart(): void {
    this.steps = 0;
    this.inUse = this.bytes;
  }

  /** @throws BudgetSpentError if no step is left. */
  step(): void {
    this.steps += 1;
    if (this.steps > this.budget.steps) throw new BudgetSpentError();
  }

  /** Takes memory. It is an arrow function, so that automata can keep it. @throws BudgetSpentError if none is left. */
  readonly spend = (bytes: number): void => {
    this.bytes += bytes;
    const isSpent = this.bytes - this.inUse > this.budget.bytes;
    if (isSpent || this.bytes > QUESTIONS_AT_ONCE * this.budget.bytes) throw new BudgetSpentError();
  };

  /** Takes memory that is given back when `use` ends. */
  borrow<T>(use: (spend: (bytes: number) => void) => T): T {
    let borrowed = 0;
    try {
      return use((bytes) => {
        borrowed += bytes;
        this.spend(bytes);
      });
    } finally {
      this.bytes -= borrowed;
    }
  }
}
