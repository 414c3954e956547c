import { ConfigurationError } from "../errors";

type Part = "token" | "key" | "email";

const NAMES: Readonly<Record<Part, string>> = {
  token: "an API token",
  key: "an API key",
  email: "an email address",
};

/**
 * Rejects a credential that cannot be sent in a header or is clearly something else. The ConfigurationError names the
 * position of the first invalid character and never shows the text.
 */
export function checkCredentialText(value: string, label: string, part: Part): void {
  const at = value.search(/[^\x21-\x7e]/);
  if (at >= 0) {
    const what = characterName(value.charCodeAt(at));
    const hint = /^bearer\s/i.test(value)
      ? "Set the token without the word Bearer, which is added to the request."
      : "Copy it again, without spaces or line breaks.";
    throw new ConfigurationError(
      `${label} is not ${NAMES[part]}: character ${at + 1} of ${value.length} is ${what}`,
      { hint },
    );
  }
  if (/^(["'`]).*\1$/.test(value))
    throw new ConfigurationError(`${label} is not ${NAMES[part]}: it is in quotes`, {
      hint: "Set it without the quotes.",
    });
  if (part === "email" && !value.includes("@"))
    throw new ConfigurationError(`${label} is not ${NAMES.email}: it contains no @`);
}

function characterName(code: number): string {
  if (code === 10 || code === 13) return "a line break";
  if (code === 32 || code === 9) return "a space";
  return code < 128 ? "a control character" : "not ASCII";
}
