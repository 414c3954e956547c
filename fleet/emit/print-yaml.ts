import { isDeepStrictEqual } from "node:util";
import { parseAllDocuments, stringify } from "yaml";

/**
 * Prints values as documents of YAML, below comments. Readers of YAML 1.1 and of 1.2 get the same values.
 *
 * @throws Error if they would not
 */
export function printYaml(comments: readonly string[], values: readonly object[]): string {
  const head = comments.flatMap((comment) => comment.split(/\r\n|[\n\r\u0085\u2028\u2029]/)).map(commentLine);
  const documents = values.map((value) =>
    // GitLab and Kubernetes read YAML 1.1, in which `on` is a boolean.
    stringify(value, { compat: "yaml-1.1", lineWidth: 0, aliasDuplicateObjects: false }),
  );
  const text = `${head.join("")}${documents.join("---\n")}`;
  for (const version of ["1.1", "1.2"] as const) {
    const read = parseAllDocuments(text, { version }).map((document) => document.toJS() as unknown);
    if (!isDeepStrictEqual(read, values))
      throw new Error(`the text is not the same values in YAML ${version}`);
  }
  return text;
}

/** YAML allows no control characters, not even in comments. */
function commentLine(comment: string): string {
  return `# ${comment.replace(/\p{C}/gu, "?")}`.trimEnd() + "\n";
}
