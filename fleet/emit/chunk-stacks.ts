/** Stacks that one job updates, one after the other. */
export interface Chunk<Stack> {
  readonly name: string;
  readonly stacks: readonly Stack[];
}

/** Splits stacks into at most `limit` jobs of about equal size: one stack in each as long as possible. */
export function chunkStacks<Stack extends { readonly stack: string }>(
  stacks: readonly Stack[],
  limit: number,
): Chunk<Stack>[] {
  const size = Math.ceil(stacks.length / limit);
  return Array.from({ length: Math.ceil(stacks.length / Math.max(size, 1)) }, (_, index) => {
    const part = stacks.slice(index * size, (index + 1) * size);
    return { name: nameOf(part.map(({ stack }) => stack)), stacks: part };
  });
}

function nameOf(names: readonly string[]): string {
  const [first = "", last] = [names[0], names.at(-1)];
  return last === undefined || last === first ? first : `${first} to ${last}`;
}
