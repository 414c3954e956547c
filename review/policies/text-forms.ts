import { z } from "zod";

/** Regular expressions of JavaScript can take exponential time, so patterns and texts are short. */
const MAX_PATTERN = 200;
const MAX_TEXT = 500;

/** The schema of a setting that is a regular expression of JavaScript. */
export const Form = z
  .string()
  .max(MAX_PATTERN)
  .refine(isPattern, "must be a regular expression of JavaScript");

/** Whether a text contains a match of a form. A text of more than 500 characters has no form. */
export function hasForm(text: string, form: string): boolean {
  return text.length <= MAX_TEXT && new RegExp(form, "u").test(text);
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
