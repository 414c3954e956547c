/** What a question may spend. Budgets count, so that equal questions have equal answers on every machine. */
export interface Budget {
  /**
   * Short pieces of work: a visited literal, a transition of an automaton, a condition that is evaluated. A million take some tenths of a
   * second.
   */
  readonly steps: number;
  /** Memory of automata, products and lemmas, in bytes, roughly. */
  readonly bytes: number;
}

/** The budget has been spent: the question is undecided. */
export class BudgetSpentError extends Error {
  override readonly name = "BudgetSpentError";
}

/** All questions together may need so many times the memory of one. */
const QUESTIONS_AT_ONCE = 4;

/** Counts what questions spend. Each may spend the whole budget; automata that one has built stay in memory for the next ones. */
export class Meter {
  /** The steps that this question has taken. */
  steps = 0;
  private bytes = 0;
  /** The bytes in use when the question began. */
  private inUse = 0;

  constructor(private readonly budget: Budget) {}

  /** Begins the next question. */
  restart(): void {
    this.steps = 0;
    this.inUse = this.bytes;
  }

  /** Takes memory and steps. It is an arrow function, so that automata can keep it. @throws BudgetSpentError if none is left. */
  readonly spend = (bytes: number, steps = 0): void => {
    this.steps += steps;
    this.bytes += bytes;
    if (
      this.steps > this.budget.steps ||
      this.bytes - this.inUse > this.budget.bytes ||
      this.bytes > QUESTIONS_AT_ONCE * this.budget.bytes
    )
      throw new BudgetSpentError();
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
