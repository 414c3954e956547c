import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../../scripts/prepare";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { EXAMPLE_COM } from "../support/platform";

const PHASE = "http_request_firewall_custom";
const PROGRAM = `
const { ZoneEntrypointRuleset } = require("pulumi-edge-platform");
new ZoneEntrypointRuleset("custom-rules", {
  zoneId: "${EXAMPLE_COM}",
  phase: "${PHASE}",
  rules: require("./rules.json"),
});
`;
const scanners = { ref: "scanners", action: "block", expression: 'http.user_agent contains "nikto"' };
const files = {
  ref: "secret-files",
  action: "block",
  expression: 'ends_with(http.request.uri.path, ".env")',
  actionParameters: { response: { statusCode: 404, content: "Not found", contentType: "text/plain" } },
};
const admin = {
  ref: "admin-area",
  action: "managed_challenge",
  expression: 'http.request.uri.path eq "/admin"',
};
const php = { ref: "old-php", action: "block", expression: 'ends_with(http.request.uri.path, ".php")' };
const wider = { ...admin, expression: 'starts_with(http.request.uri.path, "/admin")' };
const teapot = {
  ...files,
  actionParameters: { response: { ...files.actionParameters.response, statusCode: 418 } },
};

const CHANGES = [
  ["an inserted rule", [scanners, files, admin], [scanners, php, files, admin]],
  ["a moved rule", [scanners, php, files, admin], [php, files, admin, scanners]],
  ["a changed expression", [php, files, admin, scanners], [php, files, wider, scanners]],
  ["a changed parameter of an action", [php, files, wider, scanners], [php, teapot, wider, scanners]],
  ["a removed rule", [php, teapot, wider, scanners], [teapot, wider, scanners]],
] as const;

/** docs/rulesets.md shows the engine's output verbatim. */
describe("the differences that docs/rulesets.md shows", () => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": PROGRAM } });
  });
  afterAll(() => stack.dispose());
  const write = (rules: readonly object[]) => stack.write("rules.json", JSON.stringify(rules));
  let deployed: readonly object[] = [];

  it.each(CHANGES.map(([name, from, to], index) => ({ name, from, to, index })))(
    "have $name, and the request that the update sends for it",
    async ({ from, to, index }) => {
      if (JSON.stringify(deployed) !== JSON.stringify(from)) {
        write(from);
        outputOf(await stack.up());
      }
      write(to);
      const output = outputOf(await stack.pulumi(["up", "--yes", "--diff"]));
      deployed = to;
      const preview = output.slice(0, output.indexOf("\nUpdating ("));
      // Those of the preview name the zone.
      const [planned, sent] = [true, false].map((isPlanned) =>
        logLines(output).filter((line) => line.startsWith(PHASE) !== isPlanned),
      );
      const seen = [
        "$ pulumi preview --diff",
        ...propertyLines(preview),
        ...(planned ?? []),
        "$ pulumi up",
        ...(sent ?? []),
        "",
      ];
      expect(seen.join("\n")).toBe(documented()[index]);
    },
  );

  it("are all the differences that the page shows", () => {
    expect(documented()).toHaveLength(CHANGES.length);
  });
});

function documented(): string[] {
  const text = fs.readFileSync(path.join(ROOT, "docs/rulesets.md"), "utf8");
  return [...text.matchAll(/^```console\n(\$ pulumi preview --diff\n.*?)^```$/gms)].map(
    (match) => match[1] ?? "",
  );
}

/** Returns the lines of the difference of the changed resource. */
function propertyLines(output: string): string[] {
  const lines = output.split("\n");
  const start = lines.findLastIndex((line) => /^\s+\[(id|urn|provider)=/.test(line)) + 1;
  const own = lines.slice(
    start,
    lines.findIndex((line, index) => index > start && !/^ {6}/.test(line)),
  );
  return own.filter((line) => /^\s*[+~-] /.test(line)).map((line) => line.slice(6).trimEnd());
}

/** Returns what preview and update log. The engine prints each line at once, and again at the end. */
function logLines(output: string): string[] {
  const lines = output
    .split("\n")
    .flatMap((line) => new RegExp(`([a-z.]+, )?${PHASE}: .*$`).exec(line)?.[0] ?? []);
  const named = lines.map((line) =>
    line.replace(/(zone|ruleset|rule)s\/[0-9a-f]{32}/g, (_, what: string) => `${what}s/<${what} id>`),
  );
  return [...new Set(named)];
}
