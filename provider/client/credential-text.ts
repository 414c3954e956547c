import { ConfigurationError } from "./errors";

type Part = "token" | "key" | "email";

const NAMES: Readonly<Record<Part, string>> = {
  token: "an API token",
  key: "an API key",
  email: "an email address",
};

/**
 * Refuses what could not travel in a header or is plainly something else. Throws ConfigurationError that tells where the
 * first wrong character stands, and never the text.
 */
export function checkCredentialText(value: string, label: string, part: Part): void {
  const at = value.search(/[^\x21-\x7e]/);
  if (at >= 0) {
    const what = characterName(value.charCodeAt(at));
    const hint = /^bearer\s/i.test(value)
      ? "Give the token alone: the word Bearer is added."
      : "Copy it again, without spaces or line breaks.";
    throw new ConfigurationError(
      `${label} is not ${NAMES[part]}: character ${at + 1} of ${value.length} is ${what}`,
      { hint },
    );
  }
  if (part === "email" && !value.includes("@"))
    throw new ConfigurationError(`${label} is not ${NAMES.email}: there is no @ in it`);
}

function characterName(code: number): string {
  if (code === 10 || code === 13) return "a line break";
  if (code === 32 || code === 9) return "a space";
  return code < 128 ? "a control character" : "not ASCII";
}
