import type { Attempts, ExactRules } from "../../provider/evidence";

/** A machine that records no attempt. */
export const noAttempts: Attempts = {
  begin: () => undefined,
  end: () => undefined,
  fail: () => undefined,
  isInterrupted: () => false,
  interruptedOf: () => [],
};

/** A machine that records no owner. */
export const noExactRules: ExactRules = {
  own: () => undefined,
  release: () => undefined,
  ownerOf: () => undefined,
};

/** A machine that records the attempts of several processes. */
export class TestMachine {
  readonly #begun = new Map<string, object>();
  readonly #owners = new Map<string, string>();

  readonly exactRules: ExactRules = {
    own: (ids, mark) => {
      for (const id of ids) this.#owners.set(id, mark);
    },
    release: (ids) => {
      for (const id of ids) this.#owners.delete(id);
    },
    ownerOf: (id) => this.#owners.get(id),
  };

  /** Records an attempt of a process that died. */
  interrupt(code: string): void {
    this.#begun.set(code, {});
  }

  /** Returns the record as a new process sees it. A dead process records nothing more. */
  process({ isDead = () => false }: { readonly isDead?: () => boolean } = {}): Attempts {
    const self = {};
    const isInterrupted = (code: string) => this.#begun.has(code) && this.#begun.get(code) !== self;
    return {
      begin: (code) => void this.#begun.set(code, self),
      end: (code) => {
        if (!isDead()) this.#begun.delete(code);
      },
      fail: (code) => {
        if (!isDead()) this.#begun.set(code, {});
      },
      isInterrupted,
      interruptedOf: (digests) =>
        [...this.#begun.keys()].filter((code) => code.startsWith(digests) && isInterrupted(code)),
    };
  }
}
