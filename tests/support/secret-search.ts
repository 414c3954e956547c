import fs from "node:fs";
import path from "node:path";

/** Shorter texts stand in files by chance. */
const SHORTEST = 16;

/** A text that a run left somewhere: a file, a stream, a log. */
export interface Trace {
  readonly place: string;
  readonly bytes: Buffer;
}

/** Every file below a folder; links are not followed. */
export function filesBelow(folder: string): Trace[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((place) => ({ place, bytes: fs.readFileSync(place) }));
}

/** Where a secret stands, in whichever form: `backend/….json: base64 of secret 2`. The secret itself is not told. */
export function searchSecrets(traces: readonly Trace[], secrets: readonly string[]): string[] {
  const forms = secrets.map((secret) => Object.entries(formsOf(secret)));
  return traces.flatMap(({ place, bytes }) =>
    forms.flatMap((ofOne, index) => {
      const found = ofOne.find(([, text]) => bytes.includes(text));
      return found ? [`${place}: ${found[0]} of secret ${index}`] : [];
    }),
  );
}

/** How a text may stand in a file: as it is, or as the usual encodings write it, inside of a longer text too. */
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

/** The characters of base64 that depend on the secret alone, where it begins `offset` bytes behind a multiple of three. */
function base64Within(secret: string, offset: 0 | 1 | 2): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  return bytes.subarray(offset === 0 ? 0 : 3, bytes.length - (bytes.length % 3)).toString("base64");
}
