import { isMembers, isUnknown } from "../../api";

/** A text that needs no quotes: it looks neither like another type nor like a part of a list. */
const BARE = /^(?!(?:true|false|null|none|-?\d+(?:\.\d+)?)$)[\w./:*@$%+-]+$/;

/**
 * Returns a value in words, without the brackets of JSON: `a, b`, and `category wordpress, action log; category joomla, action block`.
 * Different lists have different words, and so have different objects. A text by itself is as it is.
 */
export function valueWords(value: unknown): string {
  return typeof value === "string" ? value : inside(value, false);
}

function inside(value: unknown, isNested: boolean): string {
  if (isUnknown(value)) return "(unknown)";
  if (typeof value === "string") return BARE.test(value) ? value : JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map((item: unknown) => inside(item, Array.isArray(item)))
    : isMembers(value)
      ? Object.entries(value).map(([name, member]) => {
          const isWhole = typeof member !== "object" || member === null;
          return `${BARE.test(name) ? name : JSON.stringify(name)} ${inside(member, !isWhole)}`;
        })
      : undefined;
  if (parts === undefined) return String(value);
  const hasObjects = Array.isArray(value) && value.some((item) => isMembers(item));
  const text =
    parts.length === 0 ? (Array.isArray(value) ? "none" : "{}") : parts.join(hasObjects ? "; " : ", ");
  return isNested && parts.length > 0 ? `(${text})` : text;
}
