import { shown, type RuleContext } from "./constraint";

/** Whether a text has the form of the API's ids. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

export function notAnId(text: string, context: Pick<RuleContext, "secret">): string {
  return `must be an id of 32 lower-case hexadecimal digits, found ${shown(text, context)}`;
}
