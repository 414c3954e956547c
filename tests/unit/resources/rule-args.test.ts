import fs from "node:fs";
import path from "node:path";
import { KNOWN_PERMISSION_GROUPS } from "../../../provider/api/permission-groups";
import { completionsOf, diagnosticsOf } from "../../support/compile";

const FOLDER = "tests/unit/resources";

describe("the types of arguments", () => {
  it("accept what fits, and reject what does not, for both kinds of classes", () => {
    const classes = sourceOf("classes.types.ts");
    const native = classes.replace("../../../provider/index", "../../../provider/native");
    expect(native).not.toBe(classes);
    const names = namesProgram([...new Set(KNOWN_PERMISSION_GROUPS.map(({ name }) => name))]);
    const programs = { rules: sourceOf("rule-args.types.ts"), classes, native, names };
    expect(
      diagnosticsOf(
        Object.entries(programs).map(([name, source]) => ({ name: `${FOLDER}/${name}.ts`, source })),
      ),
    ).toEqual([]);
  });

  it.each([
    ["ZoneEntrypointRuleset", "provider"],
    ["ZoneEntrypointRuleset", "provider/native"],
  ])("name the action that %s of %s does not know, and the nearest one", (kind, module) => {
    const rules =
      '{ ref: "a", action: "log", expression: "ssl" }, { ref: "b", action: "blok", expression: "ssl" }';
    const source = `import { ${kind} } from "../../../${module}";
new ${kind}("r", { zoneId: "z", phase: "http_request_firewall_custom", rules: [${rules}] });`;
    expect(diagnosticsOf([{ name: `${FOLDER}/misspelt.ts`, source }])).toEqual([
      expect.stringMatching(
        /^misspelt\.ts:2 Type '"blok"' is not assignable to type .*Did you mean '"block"'\?$/,
      ),
    ]);
  });

  it.each([
    ["actions", "rules: [{ ref: 'a', expression: 'ssl', action: '|' }]", ["block", "log", "skip"]],
    [
      "parameters",
      "rules: [{ ref: 'a', expression: 'ssl', action: 'skip', actionParameters: { | } }]",
      ["phases"],
    ],
    ["phases", "phase: '|'", ["http_ratelimit"]],
  ])("let an editor complete %s", (_, member, expected) => {
    const program = `new ZoneEntrypointRuleset("r", { zoneId: "z", phase: "http_ratelimit", rules: [], ${member} });`;
    expect(completions(program)).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    [
      "names of permission groups",
      "new ApiToken('t', { policies: [{ resources: {}, permissionGroups: [{ name: '|' }] }] })",
      "Zone WAF Write",
    ],
    ["paranoia levels", "new OwaspConfig('o', { paranoiaLevel: | })", "4"],
    ["networks", "new GatewayEndpoint('g', { network: '|' })", "sepolia"],
  ])("let an editor complete %s", (_, program, expected) => {
    expect(completions(program)).toContain(expected);
  });
});

function completions(program: string): string[] {
  const imports =
    'import { ApiToken, GatewayEndpoint, OwaspConfig, ZoneEntrypointRuleset } from "../../../provider";';
  return completionsOf({ name: `${FOLDER}/completed.ts`, source: `${imports}\n${program}` });
}

/** Returns a program that compiles if the type of the names has exactly these. */
function namesProgram(names: readonly string[]): string {
  const members = names.map((name) => `${JSON.stringify(name)}: true`).join(", ");
  return `import type { PermissionGroupName } from "../../../provider";
export const names: Record<PermissionGroupName, true> = { ${members} };`;
}

function sourceOf(file: string): string {
  return fs.readFileSync(path.join(__dirname, file), "utf8");
}
