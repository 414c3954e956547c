// @ts-check
"use strict";

const { PROGRAM } = require("./program");

/**
 * A program whose rules all change with the configuration `version`, from "1" to "2". No two zones have equal rules: each names its own
 * hosts and paths. In every fourth zone, the change lets more requests through. In others, it challenges less, or blocks more, or changes
 * no request, since all conditions are only written otherwise.
 */
const INDEX = `import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";

const config = new pulumi.Config();
const isNew = config.require("version") === "2";

config.requireObject<string[]>("zoneIds").forEach((zoneId, index) => {
  const opens = isNew && index % 4 === 0;
  const challengesLess = isNew && index % 4 === 1;
  const blocksMore = isNew && index % 4 <= 2;
  const host = \`shop\${index}.example.com\`;
  const written = (expression: string) => (isNew ? \`(\${expression})\` : expression);
  const tools = ["sqlmap", "nikto", "masscan", ...(blocksMore ? ["zgrab"] : [])];
  const files = ["env", "git", "htaccess", ...(blocksMore ? ["svn"] : [])];
  const countries = ["DE", "FR", "AT", ...(challengesLess ? ["CH"] : [])];
  const methods = ["PUT", "DELETE", ...(blocksMore ? ["PATCH"] : [])];
  const quoted = (values: string[]) => values.map((value) => JSON.stringify(value)).join(" ");
  new edge.ZoneEntrypointRuleset(\`custom-\${index}\`, {
    zoneId,
    phase: "http_request_firewall_custom",
    rules: [
      {
        ref: "partners",
        action: "skip",
        actionParameters: { ruleset: "current" },
        expression: written(\`http.host eq "api.\${host}" and ip.src in {192.0.2.0/\${opens ? 24 : 25}}\`),
      },
      {
        ref: "scanners",
        action: "block",
        expression: written(tools.map((tool) => \`lower(http.user_agent) contains "\${tool}"\`).join(" or ")),
      },
      {
        ref: "admin-area",
        action: "block",
        expression: written(
          \`starts_with(http.request.uri.path, "/shop\${index}/admin") and not ip.src in {198.51.100.0/\${opens ? 24 : 25}}\`,
        ),
      },
      {
        ref: "secret-files",
        action: "block",
        expression: written(\`http.request.uri.path matches "/[.](\${files.join("|")})(/|$)" and http.host eq "\${host}"\`),
      },
      {
        ref: "login",
        action: blocksMore ? "js_challenge" : "managed_challenge",
        expression: written(\`http.request.uri.path eq "/shop\${index}/login" and http.request.method eq "POST"\`),
      },
      {
        ref: "countries",
        action: "js_challenge",
        expression: written(
          \`http.host eq "www.\${host}" and not ip.src.country in {\${quoted(countries)}} and not cf.client.bot\`,
        ),
      },
      {
        ref: "old-api",
        action: "block",
        expression: written(
          \`http.host in {"api.\${host}" "\${host}"} and http.request.uri.path wildcard "/v1/*" and http.request.method in {\${quoted(methods)}}\`,
        ),
      },
    ],
  });
});
`;

/** The files of the project, by name. */
const CHANGING_PROGRAM = { ...PROGRAM, "index.ts": INDEX };

module.exports = { CHANGING_PROGRAM };
