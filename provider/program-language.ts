import { runtime } from "@pulumi/pulumi";
import { type Language, languageOfSettings } from "./filter";

/** Returns what the environment and the configuration of the stack say about the language of filters. @throws LanguageError */
export function programLanguage(): Language | undefined {
  // runtime.getConfig, not Config.get: Config.get warns about secrets.
  return languageOfSettings({ env: process.env, config: (key) => runtime.getConfig(key) });
}
