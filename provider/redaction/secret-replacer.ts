export const HIDDEN = "[secret]";
/** Any substring of a secret of this length is replaced, so that a part of a secret does not leak either. */
const PIECE = 8;
/** Shorter secrets may be common words, so they are replaced only in quotes. */
const SHORTEST = 5;

type IsPiece = (text: string) => boolean;

/**
 * Returns a function that replaces secrets and their pieces in a text, in plain, JSON-escaped and URL-encoded form. Its run time
 * is linear in the length of the text and does not depend on the number of pieces.
 */
export function secretReplacer(secrets: Iterable<string>): (text: string) => string {
  const pieces = new Set<string>();
  const words = new Set<string>();
  const quoted = new Set<string>();
  for (const secret of new Set([...secrets].flatMap(withLines))) {
    for (const form of formsOf(secret)) {
      for (let at = 0; at + PIECE <= form.length; at += 1) pieces.add(form.slice(at, at + PIECE));
      if (form.length < PIECE && secret.length >= SHORTEST) words.add(form);
    }
    if (secret.length < SHORTEST) quoted.add(JSON.stringify(secret));
  }
  const isPiece: IsPiece = (text) => pieces.has(text);
  return (text) => {
    const hidden = new Uint8Array(text.length);
    for (let at = 0; at + PIECE <= text.length; at += 1)
      if (isPiece(text.slice(at, at + PIECE))) hidden.fill(1, at, at + PIECE);
    for (const word of words) for (const at of placesOf(word, text)) hidden.fill(1, at, at + word.length);
    for (const word of quoted)
      for (const at of placesOf(word, text)) hidden.fill(1, at + 1, at + word.length - 1);
    return joined(shownParts(text, hidden), isPiece);
  };
}

/** A secret and each of its lines, since a code frame shows single lines. */
function withLines(secret: string): string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  return [secret, ...lines].filter((text) => text !== "");
}

function formsOf(secret: string): string[] {
  const forms = [secret, JSON.stringify(secret).slice(1, -1)];
  try {
    return [...forms, encodeURIComponent(secret)];
  } catch {
    // A URL cannot encode an unpaired surrogate.
    return forms;
  }
}

function* placesOf(word: string, text: string): Generator<number> {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) yield at;
}

/** Returns the visible parts of a text. The first and the last may be empty. */
function shownParts(text: string, hidden: Uint8Array): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!hidden[at]) continue;
    if (at === 0 || !hidden[at - 1]) parts.push(text.slice(start, at));
    start = at + 1;
  }
  return [...parts, text.slice(start)];
}

function joined(parts: readonly string[], isPiece: IsPiece): string {
  const last = parts.length - 1;
  return parts
    .map((part, index) => trimSeams(part, index > 0, index < last, isPiece))
    .filter((part, index) => part !== "" || index === 0 || index === last)
    .join(HIDDEN);
}

/**
 * Removes characters at the ends of a part that form a piece of a secret together with an adjacent `[secret]`: a secret may
 * contain `] eq "x"`, which also occurs where ` eq "x"` follows `[secret]`.
 */
function trimSeams(part: string, marked: boolean, followed: boolean, isPiece: IsPiece): string {
  const before = marked ? HIDDEN.slice(1) : "";
  const after = followed ? HIDDEN.slice(0, -1) : "";
  let start = 0;
  let end = part.length;
  while (start < end) {
    const short = end - start < PIECE;
    const head = before + part.slice(start, Math.min(end, start + PIECE - 1)) + (short ? after : "");
    const atHead = firstPiece(head, isPiece);
    if (atHead !== undefined && atHead < before.length) {
      start += atHead + PIECE - before.length;
      continue;
    }
    if (atHead !== undefined) {
      end = start + atHead - before.length;
      continue;
    }
    const atTail = short ? undefined : firstPiece(part.slice(end - PIECE + 1, end) + after, isPiece);
    if (atTail === undefined) break;
    end += atTail - PIECE + 1;
  }
  return part.slice(start, Math.max(start, end));
}

function firstPiece(text: string, isPiece: IsPiece): number | undefined {
  for (let at = 0; at + PIECE <= text.length; at += 1) if (isPiece(text.slice(at, at + PIECE))) return at;
  return undefined;
}
