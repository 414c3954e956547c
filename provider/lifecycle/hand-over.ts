import { parseMark } from "../marks";

/** How long a resource waits for the one that declares what it drops. */
const LONGEST_WAIT_MS = 5_000;

/** What a resource manages. */
export interface Holdings {
  /** Live objects: ids of rules, rulesets and lists, and items by their list and key. Two resources that name the same manage the same. */
  readonly objects: readonly string[];
  /** What the program declares, by names that are known before the objects exist: rules by place and ref, items as above. */
  readonly declared: readonly string[];
}

/** A resource that manages objects after the run. */
interface Holder {
  /** The text of its mark. */
  readonly mark: unknown;
  readonly objects: ReadonlySet<string>;
  /** Writes what the resource declares. Undefined if this run is about to write the resource. */
  readonly restore: (() => Promise<unknown>) | undefined;
}

/**
 * Decides who manages an object after the run, for every kind of resource: an object that another resource of the program manages is
 * neither deleted nor taken over. A resource takes over what a resource that the program no longer has leaves behind, in place, so that ids
 * stay and nothing is missing in between. If that program comes back, the resource that goes hands its objects back.
 *
 * The resources of a run meet in any order, and several at once. So a resource that drops something which another one declares waits until
 * that one has written it. If that one comes later, because it depends on the first, the object stays, and the other one takes it then.
 */
export class HandOver {
  /** By mark. */
  readonly #holders = new Map<unknown, Holder>();
  readonly #holdersOf = new Map<string, Set<Holder>>();
  /** What resources of this run have written, or the engine has found unchanged. */
  readonly #arrived = new Set<string>();
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #left = new Set<string>();
  /** Removals that the new owner carries out. */
  readonly #removals = new Map<string, () => Promise<unknown>>();
  /** By mark: reads what other resources of the program declare. */
  readonly #elsewhere = new Map<unknown, () => readonly string[]>();
  /** By mark: the restoration that runs. */
  readonly #restoring = new Map<unknown, Promise<unknown>>();

  /**
   * Records what a resource manages after the run, in place of what was recorded before.
   *
   * @param restore for a resource that this run has written, or that the engine has found unchanged: writes what it declares
   */
  hold(mark: unknown, { objects, declared }: Holdings, restore?: () => Promise<unknown>): void {
    if (mark === undefined) return;
    const before = this.#holders.get(mark);
    if (before) for (const object of before.objects) this.#holdersOf.get(object)?.delete(before);
    const holder = { mark, objects: new Set(objects), restore };
    this.#holders.set(mark, holder);
    for (const object of objects)
      this.#holdersOf.set(object, (this.#holdersOf.get(object) ?? new Set()).add(holder));
    if (restore) for (const key of declared) this.#arrive(key);
  }

  /** Whether an object stays when the resource with that mark drops it, or goes: another resource manages it. */
  isKept(object: string, mark: unknown): boolean {
    return this.#others(object, mark).length > 0;
  }

  /** Whether the resource with that mark may take over an object of its stack: no resource but its predecessor manages the object. */
  isFree(object: string, mark: unknown): boolean {
    const own = resourceIn(mark);
    return this.#others(object, mark).every((holder) => own !== undefined && resourceIn(holder.mark) === own);
  }

  /** Whether the resource with that mark manages an object: then only its own successor, with the mark `by`, takes over what has its mark. */
  isManagedBy(object: string, mark: unknown, by: unknown): boolean {
    return (
      this.#holders.get(mark)?.objects.has(object) === true && resourceIn(mark) !== (resourceIn(by) ?? null)
    );
  }

  /**
   * Gives objects to the resources that manage them, of which they do not have the mark: the resource with that mark, which drops them, had
   * taken them over in a run that failed, or one of two resources that declare the same goes.
   */
  async restore(objects: Iterable<string>, mark: unknown): Promise<void> {
    const holders = new Set([...objects].flatMap((object) => this.#others(object, mark)));
    for (const { mark: of, restore } of holders) {
      if (!restore) continue;
      const next = (this.#restoring.get(of) ?? Promise.resolve()).then(restore);
      const settled = next.catch(() => undefined);
      this.#restoring.set(of, settled);
      await next.finally(() => {
        if (this.#restoring.get(of) === settled) this.#restoring.delete(of);
      });
    }
  }

  #others(object: string, mark: unknown): Holder[] {
    return [...(this.#holdersOf.get(object) ?? [])].filter((holder) => holder.mark !== mark);
  }

  /** Announces what a resource has written, and removes the old owner's copy if that was left to do. */
  async announceWritten(key: string): Promise<void> {
    this.#arrive(key);
    this.#left.delete(key);
    const remove = this.#removals.get(key);
    this.#removals.delete(key);
    await remove?.();
  }

  #arrive(key: string): void {
    this.#arrived.add(key);
    for (const resolve of this.#waiting.get(key) ?? []) resolve();
    this.#waiting.delete(key);
  }

  /** Leaves something to the resource that declares it, and comes later. `remove`: removes the old copy, if there is one then. */
  leave(key: string, remove?: () => Promise<unknown>): void {
    this.#left.add(key);
    if (remove) this.#removals.set(key, remove);
  }

  /** Whether another resource has left something for the one that declares these: then that one has something to write. */
  isLeft(declared: readonly string[]): boolean {
    return declared.some((key) => this.#left.has(key));
  }

  /** Waits for the new owner; returns false after a time limit. */
  arrivalOf(key: string): Promise<boolean> {
    if (this.#arrived.has(key)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), LONGEST_WAIT_MS);
      const arrived = () => {
        clearTimeout(timer);
        resolve(true);
      };
      this.#waiting.set(key, (this.#waiting.get(key) ?? new Set()).add(arrived));
    });
  }

  /** Records how to read what the other resources of the program declare. No state stores it. */
  noteElsewhere(mark: unknown, read: () => readonly string[]): void {
    if (mark !== undefined) this.#elsewhere.set(mark, read);
  }

  /** Returns what other resources of the program declare, as far as it is known now: refs of rules, keys of items. */
  declaredElsewhere(mark: unknown): ReadonlySet<string> {
    return new Set(this.#elsewhere.get(mark)?.());
  }
}

/** Returns what is the same in the marks of all attempts of a resource. */
function resourceIn(text: unknown): string | undefined {
  const mark = typeof text === "string" ? parseMark(text) : undefined;
  return mark && mark.stack + mark.resource;
}
