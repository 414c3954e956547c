interface Node<T> {
  readonly next: Map<string, Node<T>>;
  readonly items: T[];
}

/** Items by texts, which finds those whose text occurs in a longer one. */
export class TextIndex<T> {
  readonly #root: Node<T> = { next: new Map(), items: [] };

  add(text: string, item: T): void {
    let node = this.#root;
    for (const unit of text) {
      const next = node.next.get(unit) ?? { next: new Map(), items: [] };
      node.next.set(unit, next);
      node = next;
    }
    node.items.push(item);
  }

  /** Returns the items whose text occurs in `text`, an item for each occurrence. */
  *within(text: string): Iterable<T> {
    for (let start = 0; start <= text.length; start += 1) {
      let node: Node<T> | undefined = this.#root;
      for (let at = start; node; at += 1) {
        yield* node.items;
        node = node.next.get(text.charAt(at));
      }
    }
  }

  /** Whether the text of an item occurs in `text`. */
  hasWithin(text: string): boolean {
    return this.within(text)[Symbol.iterator]().next().done !== true;
  }
}
