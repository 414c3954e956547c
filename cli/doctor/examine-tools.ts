import { spawnSync } from "node:child_process";
import { z } from "zod";
import { LANGUAGE_DATE } from "../../provider/filter/scheme/language-date";
import { packageVersion } from "../../plugin/package-version";
import { type DoctorFinding, ok, problem, unsure } from "./finding";

/** The oldest releases with which the package works: `engines.node`, and the engine of the oldest SDK of `peerDependencies`. */
export const OLDEST_NODE = [20, 19] as const;
export const OLDEST_CLI = [3, 143] as const;
/** Milliseconds for a command of the Pulumi CLI, which answers within a second. */
const LONGEST = 20_000;
const DAY = 24 * 3600 * 1000;
/** Days after which the vendor has most probably added fields. */
const OLD_LANGUAGE = 180;

/** What is installed beside the package. */
export interface Tools {
  readonly node: string;
  /** Runs the Pulumi CLI and returns its output; undefined if there is none on the PATH, or if it fails. */
  readonly pulumi: (...args: readonly string[]) => string | undefined;
  readonly now: Date;
}

export const installedTools = (): Tools => ({
  node: process.versions.node,
  now: new Date(),
  pulumi: (...args) => {
    const { status, stdout } = spawnSync("pulumi", args, {
      encoding: "utf8",
      timeout: LONGEST,
      env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    });
    return status === 0 ? stdout : undefined;
  },
});

/** Examines Node, the Pulumi CLI, the native plugin and the age of the filter language. */
export function examineTools({ node, now, pulumi }: Tools): DoctorFinding[] {
  const cli = pulumi("version")?.trim();
  return [
    examineNode(node),
    examineCli(cli),
    ...(cli === undefined ? [] : [examinePlugin(pulumi("plugin", "ls", "--json"))]),
    examineLanguage(now),
  ];
}

function examineNode(version: string): DoctorFinding {
  if (isAtLeast(version, OLDEST_NODE)) return ok("Node", `${version}.`);
  const cure = `install Node ${OLDEST_NODE.join(".")} or later.`;
  return problem("Node", `${version} is too old for this package.`, cure);
}

function examineCli(version: string | undefined): DoctorFinding {
  if (version === undefined)
    return unsure("Pulumi CLI", "`pulumi version` does not run here: the CLI is not on the PATH.");
  if (isAtLeast(version, OLDEST_CLI)) return ok("Pulumi CLI", `${version}.`);
  const cure = `install version ${OLDEST_CLI.join(".")} or later.`;
  return problem("Pulumi CLI", `${version} is too old for the SDK that this package needs.`, cure);
}

const Plugins = z.array(z.looseObject({ kind: z.string(), name: z.string(), version: z.string().nullish() }));

/** Only programs with native resources need the plugin: TypeScript has the dynamic provider too. */
function examinePlugin(listed: string | undefined): DoctorFinding {
  const own = packageVersion();
  const versions = pluginsIn(listed)
    .filter(({ kind, name }) => kind === "resource" && name === "edge")
    .map(({ version }) => version ?? "");
  if (versions.includes(own)) return ok("plugin", `${own} is installed, the version of this package.`);
  if (versions.length === 0)
    return ok("plugin", "Not installed. Only native resources need it: `edge-platform plugin install`.");
  const text = `${versions.join(", ")} is installed, and this package is ${own}: \`edge-platform plugin install\`.`;
  return unsure("plugin", text);
}

function pluginsIn(listed: string | undefined): z.infer<typeof Plugins> {
  if (listed === undefined) return [];
  try {
    return Plugins.safeParse(JSON.parse(listed)).data ?? [];
  } catch {
    return [];
  }
}

function examineLanguage(now: Date): DoctorFinding {
  const days = Math.floor((now.getTime() - Date.parse(LANGUAGE_DATE)) / DAY);
  const text = `The filter language of ${LANGUAGE_DATE}`;
  if (days < OLD_LANGUAGE) return ok("language", `${text}.`);
  return unsure(
    "language",
    `${text}, ${days} days old: the vendor may have added fields. Update this package, or declare them with edge:fields.`,
  );
}

/** Compares the first two numbers of a version, such as 3.250.0 or v3.250.0-dev. */
function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [, found = "0", next = "0"] = /^v?(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(found) > major || (Number(found) === major && Number(next) >= minor);
}
