// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");

/** The program of the stacks, written like a user's. Its zones come from the configuration. */
const INDEX = `import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";

const ZONES_PER_TOKEN = 10;

const config = new pulumi.Config();
const zoneIds = config.requireObject<string[]>("zoneIds");
const adminPath = config.require("adminPath");

zoneIds.forEach((zoneId, index) => {
  new edge.ZoneEntrypointRuleset(\`custom-\${index}\`, {
    zoneId,
    phase: "http_request_firewall_custom",
    rules: [
      { ref: "secret-files", action: "block", expression: 'http.request.uri.path contains "/.git"' },
      { ref: "scanners", action: "block", expression: 'lower(http.user_agent) contains "sqlmap"' },
      {
        ref: "admin-area",
        action: "managed_challenge",
        // Only this rule of the first zone depends on the configuration, for the step that changes one rule.
        expression: \`http.request.uri.path eq "\${index === 0 ? adminPath : "/admin"}"\`,
      },
      { ref: "plain-http-writes", action: "block", expression: 'not ssl and http.request.method eq "POST"' },
      { ref: "no-user-agent", action: "js_challenge", expression: 'http.user_agent eq ""' },
    ],
  });
  new edge.OwaspConfig(\`owasp-\${index}\`, { zoneId, paranoiaLevel: 2, scoreThreshold: 40 });
});

for (let first = 0; first < zoneIds.length; first += ZONES_PER_TOKEN) {
  new edge.ApiToken(\`editor-\${first / ZONES_PER_TOKEN}\`, {
    policies: [
      {
        resources: zoneIds.slice(first, first + ZONES_PER_TOKEN).map((zoneId) => edge.zone(zoneId)),
        permissionGroups: [{ name: "Zone WAF Write" }],
      },
    ],
  });
}
`;

/** The files of the project, by name. */
const PROGRAM = {
  "index.ts": INDEX,
  "Pulumi.yaml": "name: bench\nruntime: nodejs\n",
  "package.json": JSON.stringify({
    name: "bench",
    private: true,
    main: "index.ts",
    dependencies: { "@pulumi/pulumi": "*", "pulumi-edge-platform": "*" },
  }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: { target: "es2022", module: "node16", moduleResolution: "node16", strict: true },
    files: ["index.ts"],
  }),
};

/**
 * Returns the files of the project that uses one of the two providers.
 * @param {"dynamic" | "native"} door
 * @param {string} plugin the folder of the plugin
 * @returns {Record<string, string>}
 */
function programOfDoor(door, plugin) {
  if (door === "dynamic") return PROGRAM;
  return {
    ...PROGRAM,
    "index.ts": PROGRAM["index.ts"].replace('"pulumi-edge-platform"', '"pulumi-edge-platform/native"'),
    "Pulumi.yaml": `${PROGRAM["Pulumi.yaml"]}plugins:\n  providers:\n    - name: edge\n      path: ${plugin}\n`,
  };
}

const RESOURCES = "idle-resources.js";

/** The files, by name, of the same program with resources that do nothing: it measures Pulumi without the package. */
const IDLE_PROGRAM = {
  ...PROGRAM,
  "index.ts": PROGRAM["index.ts"].replace('"pulumi-edge-platform"', `"./${RESOURCES}"`),
  [RESOURCES]: fs.readFileSync(path.join(__dirname, RESOURCES), "utf8"),
};

module.exports = { IDLE_PROGRAM, PROGRAM, programOfDoor };
