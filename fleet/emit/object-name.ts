import { createHash } from "node:crypto";

/** The Pulumi operator allows 42 characters in the name of a `Stack`, other objects allow more. */
const LONGEST = 42;
const VALID = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Returns a name that a Kubernetes object may have: the text itself if possible, and otherwise one that no other text gets. */
export function objectName(text: string): string {
  if (VALID.test(text) && text.length <= LONGEST) return text;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 10);
  const readable = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, LONGEST - hash.length - 1);
  return `${readable}-${hash}`.replace(/^-+/, "").replace(/-+/g, "-");
}
