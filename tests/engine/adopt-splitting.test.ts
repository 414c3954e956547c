import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { ROOT } from "../../scripts/prepare";
import { adoptedFiles } from "../support/adopted-stack";
import { outputOf, type EdgeStack } from "../support/edge-stack";
import { createNativeStack } from "../support/native-stack";
import { casesOf } from "../support/nightly";

const CUSTOM = "http_request_firewall_custom";
const [ONE, TWO] = ["one.example", "two.example"] as const;
/** In both zones, so that the program has one filter for them. */
const SHARED = 'http.request.uri.path eq "/shared"';
const rulesOf = (zone: string) => [
  { ref: "a", action: "log", expression: `http.host eq "a.${zone}"` },
  { ref: "b", action: "log", expression: `http.host eq "b.${zone}"` },
  { ref: "shared", action: "log", expression: SHARED },
];
const SCORING = { id: "6179ae15870a4bb7b2d480d4843b323c", score_threshold: 60, action: "log" };
const OWASP = {
  action: "execute",
  expression: "true",
  action_parameters: { id: "4814384a9e5d4991b9815dcfc25d2f1f", overrides: { rules: [SCORING] } },
};
const MANAGED = "http_request_firewall_managed";

const LANGUAGES = casesOf(["typescript", "typescript-native"], (language) => language === "typescript");

// docs/splitting.md: an adopted program.
describe.each(LANGUAGES)("what adopt wrote in %s", (language) => {
  let stack: EdgeStack;
  let text: string;
  let zoneIds: readonly string[];
  beforeAll(async () => {
    stack = await createNativeStack("", { platform: { plan: "enterprise" } });
    const made: string[] = [];
    for (const name of [ONE, TWO]) {
      const body = { name, account: { id: stack.ready.accountId } };
      const { id } = (await stack.api.call("POST", "/zones", { body })).result as { id: string };
      made.push(id);
      await seed(id, CUSTOM, rulesOf(name));
      await seed(id, MANAGED, [OWASP]);
    }
    zoneIds = made;
    const files = await adoptedFiles(stack, language, "--zone", ONE, "--zone", TWO);
    text = (files["index.ts"] ?? "").replaceAll("  takeOver: true,\n", "");
    useProgram(files["index.ts"] ?? "");
    const { result, writes } = await stack.watch(() => stack.up());
    expect(outputOf(result)).toContain("6 created");
    expect(writes).toEqual([]);
    useProgram(text);
    await expectNoWrites();
  });
  afterAll(() => stack.dispose());

  async function seed(zoneId: string, phase: string, rules: readonly object[]): Promise<void> {
    const body = { name: "default", kind: "zone", phase, rules };
    expect((await stack.api.call("POST", `/zones/${zoneId}/rulesets`, { body })).status).toBe(200);
  }
  function useProgram(program: string): void {
    const compilerOptions = { module: ts.ModuleKind.CommonJS };
    stack.write("index.js", ts.transpileModule(program, { compilerOptions }).outputText);
  }
  /** Returns the program with the section of one zone, and what comes before the zones. */
  function sectionOf(zone: string): string {
    const [head = "", ...sections] = text.split("\n// Zone ");
    const own = sections.find((section) => section.startsWith(zone)) ?? "";
    return `${head}\n// Zone ${own}`;
  }
  async function expectNoWrites(): Promise<string> {
    const { result, writes } = await stack.watch(() => stack.up());
    expect(writes).toEqual([]);
    return outputOf(result);
  }
  const live = async () =>
    Promise.all(
      zoneIds.flatMap((id) =>
        [CUSTOM, MANAGED].map(async (phase) =>
          (await stack.api.entrypoint(id, phase)).rules.map((rule) => [rule.id, rule.ref, rule.expression]),
        ),
      ),
    );

  it("is divided per zone between two stacks, and each is unchanged", async () => {
    const before = await live();
    const all = (await stack.exportState()).deployment.resources ?? [];
    const moved = all.map(({ urn }) => urn).filter((urn) => urn.includes(`::${TWO}-`));
    expect(moved).toHaveLength(2);
    outputOf(await stack.pulumi(["stack", "init", "second", "--copy-config-from", "test"]));
    outputOf(
      await stack.pulumi(["state", "move", "--yes", "--source", "test", "--dest", "second", ...moved]),
    );
    useProgram(sectionOf(TWO));
    await expectNoWrites();
    outputOf(await stack.refresh("--expect-no-changes"));
    outputOf(await stack.pulumi(["stack", "select", "test"]));
    useProgram(sectionOf(ONE));
    await expectNoWrites();
    outputOf(await stack.refresh("--expect-no-changes"));
    expect(await live()).toEqual(before);
  });

  it("gives one rule to a resource of its own, and no rule is written or lost", async () => {
    const before = await live();
    const [rule = ""] = /\n {6}\{\n {8}ref: "b",[^}]*\},/.exec(sectionOf(ONE)) ?? [];
    expect(rule).toContain('ref: "b"');
    const own = `new ZoneEntrypointRuleset("moved", {
      zoneId: "${zoneIds[0] ?? ""}", phase: "${CUSTOM}", refs: "exact", takeOver: true, rules: [${rule}] }, { protect: true });\n`;
    useProgram(sectionOf(ONE).replace(rule, "") + own);
    await expectNoWrites();
    expect(await live()).toEqual(before);
    useProgram(sectionOf(ONE).replace(rule, "") + own.replace("takeOver: true, ", ""));
    await expectNoWrites();
    outputOf(await stack.refresh("--expect-no-changes"));
    expect(await live()).toEqual(before);
  });

  it("is named in the review of a destroy once nothing protects it", async () => {
    outputOf(await stack.pulumi(["state", "unprotect", "--all", "--yes"]));
    const preview = await stack.pulumi(["destroy", "--preview-only", "--json"]);
    const [file, report] = ["destroy.json", "review.json"].map((name) => path.join(stack.program, name));
    stack.write("destroy.json", preview.stdout);
    const main = path.join(ROOT, "dist", "cli", "main.js");
    const args = [main, "review", file ?? "", "--json", report ?? ""];
    await promisify(execFile)(process.execPath, args, { env: stack.env });
    const { reasons } = JSON.parse(readFileSync(report ?? "", "utf8")) as {
      reasons: { id: string; text: string }[];
    };
    const named = reasons
      .filter(({ id }) => id === "taken-over-deleted")
      .map(({ text }) => text.split(":")[0]);
    expect(named).toEqual(expect.arrayContaining([`ZoneEntrypointRuleset "${ONE}-request-firewall-custom"`]));
  });
});
