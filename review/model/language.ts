import { type Language, LanguageError, languageOfSettings } from "../../provider/filter";

/** Returns what the settings of a program say about the language of filters, or nothing if they cannot be read. */
export function languageForReview(
  env: Readonly<Record<string, string | undefined>>,
  config: (key: string) => string | undefined,
): Language | undefined {
  try {
    return languageOfSettings({ env, config });
  } catch (error) {
    if (error instanceof LanguageError) return undefined;
    throw error;
  }
}
