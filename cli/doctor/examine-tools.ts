import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { z } from "zod";
import { OLDEST_NODE, tooOldNode } from "../../provider/process/supported-node";
import { LANGUAGE_DATE } from "../../provider/filter/scheme/language-date";
import { packageVersion } from "../../plugin/package-version";
import { type DoctorFinding, ok, problem, unsure } from "./finding";

/** The oldest release of CLI and SDK with which the package works: `peerDependencies`. */
export const OLDEST_PULUMI = [3, 143] as const;
/** The newest release of the SDK with which the package is tested: `devDependencies`. */
export const NEWEST_SDK = [3, 276] as const;
/** Milliseconds for a command of the Pulumi CLI, which answers within a second. */
const LONGEST = 20_000;
const DAY = 24 * 3600 * 1000;
/** Days after which the vendor has most probably added fields. */
const OLD_LANGUAGE = 180;

/** What is installed beside the package. */
export interface Tools {
  readonly node: string;
  /** The version of `@pulumi/pulumi` that the package loads; undefined if it finds none. */
  readonly sdk: string | undefined;
  /** Runs the Pulumi CLI and returns its output; undefined if there is none on the PATH, or if it fails. */
  readonly pulumi: (...args: readonly string[]) => string | undefined;
  readonly now: Date;
}

export const installedTools = (): Tools => ({
  node: process.versions.node,
  sdk: sdkVersion(),
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

function sdkVersion(): string | undefined {
  try {
    // The SDK's own manifest.
    const { version } = createRequire(__filename)("@pulumi/pulumi/package.json") as { version: string };
    return version;
  } catch {
    return undefined;
  }
}

/** Examines Node, the SDK, the Pulumi CLI, the native plugin and the age of the filter language. */
export function examineTools({ node, sdk, now, pulumi }: Tools): DoctorFinding[] {
  const cli = pulumi("version")?.trim();
  return [
    examineNode(node),
    examineSdk(sdk),
    examineCli(cli),
    ...(cli === undefined ? [] : [examinePlugin(pulumi("plugin", "ls", "--json"))]),
    examineLanguage(now),
  ];
}

function examineNode(version: string): DoctorFinding {
  if (tooOldNode(version) === undefined) return ok("Node", `${version}.`);
  const cure = `install Node ${OLDEST_NODE.join(".")} or later.`;
  return problem("Node", `${version} is too old for this package.`, cure);
}

function examineSdk(version: string | undefined): DoctorFinding {
  const subject = "Pulumi SDK";
  const oldest = OLDEST_PULUMI.join(".");
  if (version === undefined)
    return problem(subject, "is not installed beside this package.", "`npm install @pulumi/pulumi`.");
  if (!isAtLeast(version, OLDEST_PULUMI))
    return problem(
      subject,
      `${version} is too old for this package.`,
      `install \`@pulumi/pulumi\` ${oldest} or later.`,
    );
  const [major, minor] = NEWEST_SDK;
  if (!isAtLeast(version, [major, minor + 1])) return ok(subject, `${version}.`);
  return unsure(
    subject,
    `${version} is newer than ${NEWEST_SDK.join(".")}, the newest release with which this package was tested. If a run fails, install that one, or a newer release of this package.`,
  );
}

function examineCli(version: string | undefined): DoctorFinding {
  if (version === undefined)
    return unsure("Pulumi CLI", "`pulumi version` does not run here: the CLI is not on the PATH.");
  if (isAtLeast(version, OLDEST_PULUMI)) return ok("Pulumi CLI", `${version}.`);
  const cure = `install version ${OLDEST_PULUMI.join(".")} or later.`;
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
