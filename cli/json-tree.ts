/** A value of a JSON text, as JavaScript indexes of the text. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  /** Of an object. Of a name that occurs twice, the last one is used, as `JSON.parse` does. */
  readonly members?: ReadonlyMap<string, JsonNode>;
  /** Of an array. */
  readonly items?: readonly JsonNode[];
}

const SPACE = /[\s:,]*/y;
const TOKEN = /[[\]{}]|[^\s[\]{},:"]+/y;

/**
 * Returns where the values of a JSON text are. The text must be valid JSON.
 * @throws RangeError if the text has more levels of objects and arrays than that
 */
export function jsonTree(text: string, levels: number): JsonNode {
  let at = 0;
  const next = (): { readonly start: number; readonly token: string } => {
    SPACE.lastIndex = at;
    SPACE.test(text);
    const start = SPACE.lastIndex;
    TOKEN.lastIndex = start;
    at = text[start] === '"' ? endOfString(text, start) : start + (TOKEN.exec(text)?.[0].length ?? 0);
    return { start, token: text.slice(start, at) };
  };
  const read = ({ start, token }: ReturnType<typeof next>, left: number): JsonNode => {
    if (token !== "{" && token !== "[") return { start, end: at };
    if (left === 0) throw new RangeError(`more than ${levels} levels of objects and arrays`);
    if (token === "[") {
      const items: JsonNode[] = [];
      for (let one = next(); one.token !== "]" && one.token !== ""; one = next())
        items.push(read(one, left - 1));
      return { start, end: at, items };
    }
    const members = new Map<string, JsonNode>();
    for (let one = next(); one.token !== "}" && one.token !== ""; one = next())
      members.set(JSON.parse(one.token) as string, read(next(), left - 1));
    return { start, end: at, members };
  };
  return read(next(), levels);
}

/** Returns the index behind the quote that ends a string: one behind an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text[before - 1] === "\\") before -= 1;
    if ((quote - before) % 2 === 0) return quote + 1;
  }
  return text.length;
}

const STEP = /\.?([A-Za-z_][\w-]*)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/gy;

/** Returns the node at a path such as `rules[0].action_parameters`: the deepest one that the text has. */
export function nodeAt(root: JsonNode, path: string): JsonNode {
  let node = root;
  for (const [, name, index, key] of path.matchAll(STEP)) {
    const child =
      index === undefined
        ? node.members?.get(name ?? (JSON.parse(`"${key}"`) as string))
        : node.items?.[Number(index)];
    if (child === undefined) break;
    node = child;
  }
  return node;
}

const UNIT = /\\u[0-9a-fA-F]{4}|\\.|[^]/gy;

/** Returns the index in the text of the JavaScript index of a string that a node is. */
export function indexInString(text: string, { start, end }: JsonNode, index: number): number {
  UNIT.lastIndex = start + 1;
  let at = start + 1;
  for (let left = index; left > 0 && at < end - 1; left -= 1) {
    const [unit = ""] = UNIT.exec(text) ?? [];
    at += unit.length;
  }
  return at;
}
