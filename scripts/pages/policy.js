// @ts-check
"use strict";

/** The lines of docs/policy.md between which the tables stand. Prettier would pad every cell to the widest of its column. */
const START = "<!-- prettier-ignore-start -->";
const END = "<!-- prettier-ignore-end -->";

/** @typedef {import("../../review/policies/describe-policies").DescribedPolicy} DescribedPolicy */

/**
 * Returns docs/policy.md with the tables of the policies and their settings.
 * @param {string} page
 * @param {readonly DescribedPolicy[]} policies
 * @returns {string}
 */
function withPolicyTables(page, policies) {
  const [before = "", rest = ""] = page.split(START);
  const [, after = ""] = rest.split(END);
  return `${before}${START}\n\n${tablesOf(policies)}\n\n${END}${after}`;
}

/** @param {readonly DescribedPolicy[]} policies */
function tablesOf(policies) {
  const overview = table(
    ["policy", "level", "severity", "what it requires"],
    policies.map((policy) => [
      `[\`${policy.name}\`](#${policy.name})`,
      policy.enforcementLevel,
      policy.severity,
      policy.description,
    ]),
  );
  return [overview, ...policies.map(section)].join("\n\n");
}

/** @param {DescribedPolicy} policy */
function section(policy) {
  const { name, displayName, remediationSteps, remediation, unknownValues, settings } = policy;
  const facts = [
    `**What to do.** ${remediationSteps}`,
    ...(remediation === undefined
      ? []
      : [
          `**Remediation.** At the level \`remediate\`, the policy changes the inputs itself. ${remediation}`,
        ]),
    ...(unknownValues === undefined ? [] : [`**Unknown values.** ${unknownValues}`]),
  ];
  // Every policy has allowances: the page explains them once.
  const own = settings.filter((setting) => setting.name !== "allowances");
  const rows = own.map((setting) => [
    `\`${setting.name}\``,
    setting.type,
    setting.default === undefined ? "none" : `\`${JSON.stringify(setting.default)}\``,
    setting.description,
  ]);
  return [
    `### ${name}`,
    `${displayName}.`,
    ...facts,
    ...(rows.length > 0 ? [table(["setting", "type", "default", "meaning"], rows)] : []),
  ].join("\n\n");
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function table(head, rows) {
  const cells = [head, head.map(() => "---"), ...rows];
  return cells.map((row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`).join("\n");
}

module.exports = { withPolicyTables };
