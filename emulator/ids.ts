import { createHash, randomBytes } from "node:crypto";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A source of new ids and secrets. Tests replace it by a counter. */
export interface Ids {
  /** Returns 32 lower-case hexadecimal digits. */
  newId(): string;
  /** Returns `prefix`, 40 random letters and digits, and a checksum of 8 hexadecimal digits. */
  newSecret(prefix: string): string;
}

export const randomIds: Ids = {
  newId: () => randomBytes(16).toString("hex"),
  newSecret: (prefix) => {
    const secret = Array.from(randomLetters(40), (index) => LETTERS.charAt(index)).join("");
    return `${prefix}${secret}${sha256(prefix + secret).slice(0, 8)}`;
  },
};

/** Returns an id that is the same on every platform, so that guides can name it. */
export function fixedId(kind: string, name: string): string {
  return sha256(`edge-platform ${kind} ${name}`).slice(0, 32);
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function* randomLetters(count: number): Generator<number> {
  // Bytes above the last multiple of 62 would make the first letters more likely.
  const limit = 256 - (256 % LETTERS.length);
  let made = 0;
  while (made < count) {
    for (const byte of randomBytes(count)) {
      if (byte < limit && made < count) {
        made += 1;
        yield byte % LETTERS.length;
      }
    }
  }
}

/** The only user of a platform. */
export const USER = { id: fixedId("user", "admin"), email: "admin@example.com" } as const;

export const DEFAULT_ACCOUNT = {
  id: fixedId("account", "Example Account"),
  name: "Example Account",
} as const;
