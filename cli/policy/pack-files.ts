import {
  describePolicies,
  type DescribedPolicy,
  type DescribedSetting,
} from "../../review/policies/describe-policies";
import { wrapText } from "../text-layout";

/** The versions that a new pack depends on. */
export interface PackVersions {
  readonly package: string;
  /** The range of `@pulumi/policy` that the package works with. */
  readonly policy: string;
}

/** Returns the files of a new policy pack by name. */
export function packFiles(versions: PackVersions): Readonly<Record<string, string>> {
  return {
    "PulumiPolicy.yaml":
      "description: Our rules for zones, rules and API tokens.\nruntime: nodejs\nmain: index.js\n",
    "package.json": `${JSON.stringify(manifest(versions), undefined, 2)}\n`,
    "index.js": INDEX,
    "config.js": configFile(describePolicies()),
  };
}

const INDEX = `"use strict";

const { PolicyPack } = require("@pulumi/policy");
const { edgePolicies, policyConfig } = require("pulumi-edge-platform/policy");

// Add policies of your own to the list. report-unjudged must stay the last one.
new PolicyPack("edge-policies", { policies: edgePolicies }, policyConfig(require("./config")));
`;

function manifest(versions: PackVersions): object {
  return {
    name: "edge-policies",
    version: "0.0.1",
    private: true,
    main: "index.js",
    dependencies: {
      "@pulumi/policy": versions.policy,
      "pulumi-edge-platform": versions.package,
    },
  };
}

function configFile(policies: readonly DescribedPolicy[]): string {
  const head = [
    '"use strict";',
    "",
    ...comment(
      "Levels: mandatory stops a preview, advisory prints a warning, disabled turns the policy off, and remediate changes the inputs " +
        "if the policy can. All values are the defaults. A file that is passed with --policy-pack-config takes precedence.",
      "",
    ),
    "module.exports = {",
  ];
  return `${[...head, ...policies.flatMap(policyLines), "};"].join("\n")}\n`;
}

function policyLines({
  name,
  description,
  enforcementLevel,
  canRemediate,
  settings,
}: DescribedPolicy): string[] {
  const levels = canRemediate ? " Can remediate." : "";
  const level = `enforcementLevel: ${JSON.stringify(enforcementLevel)}`;
  const about = comment(`${description}${levels}`, "  ");
  const key = JSON.stringify(name);
  if (settings.length === 0) return [...about, `  ${key}: { ${level} },`];
  return [...about, `  ${key}: {`, `    ${level},`, ...settings.flatMap(settingLines), "  },"];
}

function settingLines({ name, type, description, default: preset }: DescribedSetting): string[] {
  const about = comment(description === "" ? type : `${description} Type: ${type}.`, "    ");
  const value = preset === undefined ? `// ${name}: …` : `${name}: ${literal(preset)}`;
  return [...about, `    ${value},`];
}

function literal(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(literal).join(", ")}]` : JSON.stringify(value);
}

function comment(text: string, indent: string): string[] {
  return wrapText(text, `${indent}// `).map((line) =>
    line.trimStart().startsWith("//") ? line : `${indent}// ${line.trimStart()}`,
  );
}
