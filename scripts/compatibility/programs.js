// @ts-check
"use strict";

/** @typedef {import("./cells").Door} Door */

const MODULES = { dynamic: "pulumi-edge-platform", native: "pulumi-edge-platform/native" };

/** Each door has a zone of the local platform. */
const ZONES = { dynamic: "example.com", native: "example.org" };

/** What each door declares, as TypeScript and as JavaScript. @param {Door} door */
const declarations = (door) => `
const ${door}Zone = ${door}.getZoneOutput({ name: "${ZONES[door]}" });
const ${door}Rules = new ${door}.ZoneEntrypointRuleset("${door}-custom", {
  zoneId: ${door}Zone.id,
  phase: "http_request_firewall_custom",
  rules: [{ ref: "admin", action: "block", expression: 'http.request.uri.path eq "/admin"' }],
});
new ${door}.OwaspConfig("${door}-owasp", { zoneId: ${door}Zone.id, paranoiaLevel: 2, scoreThreshold: 40 });
new ${door}.ApiToken("${door}-editor", {
  policies: [{ resources: ${door}.zone(${door}Zone.id), permissionGroups: [{ name: "Zone WAF Write" }] }],
});
`;

/** Kinds of resources that each door declares. Each takes one write, and one more to delete. */
const KINDS = ["ZoneEntrypointRuleset", "OwaspConfig", "ApiToken"];

/**
 * Returns the program of a user, which ends with an error unless it runs where it should. Its last lines have errors, which the compiler finds only with the types of the package.
 * @param {readonly Door[]} doors
 * @param {{ name: "node" | "bun", version: string }} runtime
 */
function programOf(doors, { name, version }) {
  const imports = doors.map((door) => `import * as ${door} from "${MODULES[door]}";\n`);
  const wrong = doors.map(
    (door) =>
      `// @ts-expect-error A number is no output.\nexport const ${door}Wrong: number = ${door}Rules.zoneId;\n`,
  );
  const found = `process.versions["${name}"]`;
  const check = `if (${found} !== "${version}") throw new Error(\`${name} is \${${found}} here, not ${version}\`);\n`;
  return [...imports, check, ...doors.map(declarations), ...wrong].join("");
}

/**
 * Returns the unit test of the program, which prints the types of the resources and the zone of the rules of each door.
 * @param {readonly Door[]} doors
 */
function mocksOf(doors) {
  const modules = doors.map((door) => `const ${door} = require("${MODULES[door]}");\n`);
  const zones = doors.map((door) => `valueOf(${door}Rules.zoneId)`);
  return `const pulumi = require("@pulumi/pulumi");
${modules.join("")}
const valueOf = (output) => new Promise((resolve) => void output.apply(resolve));
const types = [];
async function test() {
  await pulumi.runtime.setMocks({
    newResource: ({ name, type, inputs }) => {
      types.push(type);
      return { id: name + "-id", state: inputs };
    },
    call: ({ token, inputs }) => (token === "edge:index:getZone" ? { id: "id of " + inputs.name, name: inputs.name } : {}),
  });
${doors.map(declarations).join("")}
  console.log(JSON.stringify({ zones: await Promise.all([${zones.join(", ")}]), types: types.sort() }));
}
test();
`;
}

/**
 * Returns what the unit test prints.
 * @param {readonly Door[]} doors
 */
function mocksResult(doors) {
  const prefixes = { dynamic: "pulumi-nodejs:dynamic/edge:", native: "edge:index:" };
  return {
    zones: doors.map((door) => `id of ${ZONES[door]}`),
    types: doors.flatMap((door) => KINDS.map((kind) => prefixes[door] + kind)).sort(),
  };
}

/** A program that uses the declarations of each entry point. */
const ENTRY_POINTS = `import * as edge from "pulumi-edge-platform";
import { load } from "pulumi-edge-platform/dynamic";
import * as native from "pulumi-edge-platform/native";
import { startPlatform } from "pulumi-edge-platform/platform";
import { edgePolicies } from "pulumi-edge-platform/policy";

const zone = edge.getZoneOutput({ name: "example.com" });
const rules = new native.ZoneEntrypointRuleset("rules", {
  zoneId: zone.id,
  phase: "http_request_firewall_custom",
  rules: [{ ref: "admin", action: "block", expression: "ssl" }],
});
export const used = [load("ApiToken").check, edgePolicies, rules.zoneId];
// @ts-expect-error The base URL is a string.
export const port = async (): Promise<number> => (await startPlatform()).baseUrl;
`;

module.exports = { ENTRY_POINTS, KINDS, ZONES, mocksOf, mocksResult, programOf };
