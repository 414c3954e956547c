import fs from "node:fs";
import path from "node:path";

/** Shorter texts appear in files by chance. */
const SHORTEST = 16;

/** A text that a run wrote: a file, a stream, a log. */
export interface Trace {
  readonly place: string;
  readonly bytes: Buffer;
}

/** Returns every file below a folder, without following links. */
export function filesBelow(folder: string): Trace[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((place) => ({ place, bytes: fs.readFileSync(place) }));
}

/** Returns where a secret appears and in which encoding, such as `backend/….json: base64 of secret 2`, without the secret. */
export function searchSecrets(traces: readonly Trace[], secrets: readonly string[]): string[] {
  const forms = secrets.map((secret) => Object.entries(formsOf(secret)));
  return traces.flatMap(({ place, bytes }) =>
    forms.flatMap((ofOne, index) => {
      const found = ofOne.find(([, text]) => bytes.includes(text));
      return found ? [`${place}: ${found[0]} of secret ${index}`] : [];
    }),
  );
}

/** Returns the forms of a text in a file: as it is, and in the usual encodings, also inside a longer text. */
export function formsOf(secret: string): Record<string, string> {
  if (secret.length < SHORTEST)
    throw new Error(`a secret of ${secret.length} characters would be found by chance`);
  return {
    plain: secret,
    JSON: JSON.stringify(secret).slice(1, -1),
    URL: encodeURIComponent(secret),
    hexadecimal: Buffer.from(secret).toString("hex"),
    base64: base64Within(secret, 0),
    "base64, 1 byte behind": base64Within(secret, 1),
    "base64, 2 bytes behind": base64Within(secret, 2),
  };
}

/** Returns the characters of base64 that depend only on the secret, if it starts `offset` bytes after a multiple of three. */
function base64Within(secret: string, offset: 0 | 1 | 2): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  return bytes.subarray(offset === 0 ? 0 : 3, bytes.length - (bytes.length % 3)).toString("base64");
}
