import type { Finding } from "./finding";

/**
 * Returns the message of a finding with its id in parentheses behind the sentence, in front of a code frame. `allowances` and
 * `edge-platform explain` take this id.
 */
export function messageWithId({ id, message }: Pick<Finding, "id" | "message">): string {
  const [sentence = "", ...frame] = message.split("\n");
  return [`${sentence} (${id})`, ...frame].join("\n");
}
