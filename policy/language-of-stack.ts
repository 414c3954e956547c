import { isMembers } from "../provider/api";
import { languageForReview } from "../review/model/language";
import type { Reviewed } from "../review/model/reviewed";

/** How the engine hands the configuration of the stack to the processes of policy packs: JSON of keys and texts. */
const CONFIG = "PULUMI_CONFIG";

/**
 * Returns what `edge:fields` and `edge:unknownNames` say, from the environment or the stack's configuration. What cannot be read is
 * ignored: the provider reports it.
 */
export function languageOfStack(): Reviewed["language"] {
  return languageForReview(process.env, stackConfig());
}

function stackConfig(): (key: string) => string | undefined {
  let config: unknown;
  try {
    config = JSON.parse(process.env[CONFIG] ?? "{}");
  } catch {
    config = {};
  }
  return (key) => {
    const value = isMembers(config) ? config[key] : undefined;
    return typeof value === "string" ? value : undefined;
  };
}
