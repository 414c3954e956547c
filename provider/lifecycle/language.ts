import { ConfigurationError } from "../client";
import { type Language, LanguageError, languageOfSettings, type SettingSources } from "../filter";

/** Returns what the settings say about the language of filters. @throws ConfigurationError */
export function languageOf(sources: SettingSources): Language | undefined {
  try {
    return languageOfSettings(sources);
  } catch (error) {
    if (error instanceof LanguageError) throw new ConfigurationError(error.message);
    throw error;
  }
}
