import { isUnknown } from "../../api";
import { redacted } from "../../redaction";
import { messageWithId } from "../../rulebook";
import { tokenDoubts, valueEnds } from "../../tokens";
import { changedNames, isSecretInput } from "../inputs";
import type { Context, Properties } from "../lifecycle";

/** Returns the warning about a token that is imported. */
export function importedText(name: string): string {
  return (
    `warning: ApiToken ${JSON.stringify(name)} was imported without its value, which the API never returns: \`value\` is not set. ` +
    "A change of `rotationTrigger` rolls the token and makes its new value known; the old value then stops working."
  );
}

/** Logs which values the change ends: as a warning if somebody can use the value now, and it has no overlap. */
export function tellEnds(
  context: Context,
  olds: Properties | undefined,
  news: Properties,
  isReplaced = false,
): void {
  const name = olds?.["name"] ?? news["name"];
  const subject = isUnknown(name) ? "ApiToken" : `ApiToken ${JSON.stringify(name)}`;
  // Reviews report it under the same id.
  const id = isReplaced ? "token-replaced" : "token-value-ends";
  for (const { text: message, isAbrupt } of valueEnds({ olds, news, isReplaced, now: context.now() }))
    context.log(redacted(`${isAbrupt ? "warning: " : ""}${subject}: ${messageWithId({ id, message })}`));
}

/** Warns of doubtful arguments that are new or changed, and not secret. */
export function warnOfDoubts(context: Context, olds: Properties, inputs: Properties): void {
  const judged = ["condition", "warnBefore", "expiresOn"];
  if (changedNames(olds, inputs, judged).length === 0) return;
  for (const { path, message } of tokenDoubts(inputs)) {
    const [name = ""] = path.split(".");
    if (!isSecretInput(inputs, name)) context.log(redacted(`warning: ${path}: ${message}`));
  }
}
