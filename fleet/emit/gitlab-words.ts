import { plainVariables, type FleetPipeline, type RunSettings, settingsOf } from "./pipeline";
import { shellWord } from "./shell-word";

/** The secret with a token of GitLab's API. */
export const NOTE_SECRET = "GITLAB_TOKEN";

/** Returns what the names of a fleet's jobs and resource groups begin with. */
export function gitlabName({ folder }: FleetPipeline): string {
  return folder === "." ? "fleet" : `fleet-${folder.replace(/[^\w-]+/g, "-")}`;
}

/** Returns the variables of a job. The service gives it the secrets itself. */
export function gitlabEnvironment(run: RunSettings, secret: string): Record<string, string> {
  const plain = Object.entries(plainVariables(run)).map(([name, value]) => [
    name,
    value.replaceAll("$", "$$$$"),
  ]);
  return Object.fromEntries([
    ...plain,
    ["EDGE_API_TOKEN", `$${secret}`],
    ...Object.entries(settingsOf(run, secret)),
  ]) as Record<string, string>;
}

/** Returns the commands before those of a job. */
export function gitlabPreparation({ folder }: FleetPipeline): string[] {
  return [
    ...(folder === "." ? [] : [`cd ${shellWord(folder)}`]),
    "npm ci",
    "curl -fsSL https://get.pulumi.com | sh",
    'export PATH="$HOME/.pulumi/bin:$PATH"',
  ];
}
