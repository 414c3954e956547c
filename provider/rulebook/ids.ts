import { shown, type RuleContext } from "./constraint";

/** Whether a value is a text with the form of the API's ids. */
export function isId(value: unknown): boolean {
  return typeof value === "string" && /^[0-9a-f]{32}$/.test(value);
}

export function notAnId(text: string, context: Pick<RuleContext, "secret">): string {
  return `must be an id of 32 lower-case hexadecimal digits, found ${shown(text, context)}`;
}
