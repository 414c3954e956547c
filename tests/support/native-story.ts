import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../../scripts/prepare";
import { ensureLanguageHost } from "../../scripts/sdk/go-programs";
import { adoptedFiles, seedByHand } from "./adopted-stack";
import { createEdgeStack, outputOf, type EdgeStack } from "./edge-stack";
import { pulumiCli } from "./engine";
import { plainRef } from "./live";

/** The stack, a provider, and the resources of the example. */
const UNCHANGED = /Resources:\s+\d+ unchanged/;

export interface Language {
  /** As in the name of the example's folder. */
  readonly name: "go" | "java" | "python" | "typescript" | "yaml";
  /** The file of the example that names the action of the rule `admin-area`. */
  readonly file: string;
  /** That action, as the language writes it, and as it writes `block`. */
  readonly action: readonly [before: string, after: string];
  /** Finds what must come first on PATH. */
  readonly tools?: () => Promise<string>;
  /** Makes the copied example run here: with its SDK, and what that needs. */
  readonly prepare?: (program: string) => Promise<void>;
  /** Whether `edge-platform adopt` writes programs in the language that no other test runs. */
  readonly isAdopted?: boolean;
}

/** Runs `examples/native-<name>` with the real engine, as one sequence of tests. */
export function describeNativeExample({ name, file, action, tools, prepare, isAdopted }: Language): void {
  describe(`the example native-${name}`, () => {
    let stack: EdgeStack;
    let zoneId: string;

    beforeAll(async () => {
      const host = await ensureLanguageHost(name === "typescript" ? "nodejs" : name, () => undefined);
      const before = tools === undefined ? [] : [await tools()];
      const { binDir } = await pulumiCli();
      stack = await createEdgeStack({
        program: `examples/native-${name}`,
        env: { PATH: [...before, binDir, host, process.env["PATH"] ?? ""].join(path.delimiter) },
      });
      edit("Pulumi.yaml", "../../plugin", path.join(ROOT, "plugin"));
      await prepare?.(stack.program);
      const [zone] = await stack.api.zones();
      zoneId = zone!.id;
      await stack.setConfig("zoneId", zoneId);
      outputOf(await stack.up());
    }, 900_000);
    afterAll(() => stack.dispose());

    function edit(edited: string, from: string, to: string): void {
      const text = fs.readFileSync(path.join(stack.program, edited), "utf8");
      expect(text).toContain(from);
      stack.write(edited, text.replace(from, to));
    }

    async function customRules(): Promise<{ ref: string; action: string }[]> {
      const { rules } = await stack.api.entrypoint(zoneId, "http_request_firewall_custom");
      return rules.map(({ ref, action }) => ({ ref: plainRef(ref), action }));
    }

    it("protects the zone", async () => {
      expect(await customRules()).toEqual([
        { ref: "secret-files", action: "block" },
        { ref: "admin-area", action: "managed_challenge" },
        { ref: "no-scanners", action: "execute" },
      ]);
      const phases = (await stack.api.entrypoints(zoneId)).map(({ phase }) => phase);
      expect(phases.sort()).toEqual([
        "http_ratelimit",
        "http_request_firewall_custom",
        "http_request_firewall_managed",
      ]);
    });

    it("makes the custom ruleset that a rule of the zone executes", async () => {
      const { rules } = await stack.api.entrypoint(zoneId, "http_request_firewall_custom");
      const executed = rules.find(({ action }) => action === "execute")?.action_parameters?.id;
      const { result } = await stack.api.call("GET", `/zones/${zoneId}/rulesets/${String(executed)}`);
      expect(result).toMatchObject({ kind: "custom", rules: [{ action: "block" }] });
    });

    it("creates a token for this zone only", async () => {
      const { result } = await stack.api.call("GET", "/user/tokens?per_page=50");
      expect(result).toContainEqual(
        expect.objectContaining({
          name: expect.stringContaining("waf-editor") as string,
          policies: [
            expect.objectContaining({
              effect: "allow",
              resources: { [`com.cloudflare.api.account.zone.${zoneId}`]: "*" },
            }),
          ],
        }),
      );
    });

    it("keeps the value of the token secret", async () => {
      const shown = outputOf(await stack.pulumi(["stack", "output"]));
      expect(shown).toMatch(/editorToken\s+\[secret\]/);
      const { editorToken } = await stack.outputs();
      expect(editorToken).toEqual(expect.stringMatching(/^\S{40,}$/));
      const revealing = stack.stateFiles().filter(({ text }) => text.includes(String(editorToken)));
      expect(revealing).toEqual([]);
    });

    it("exports the ids of the rules", async () => {
      const { ruleIds, owaspRuleId } = await stack.outputs();
      const { rules } = await stack.api.entrypoint(zoneId, "http_request_firewall_custom");
      expect(ruleIds).toEqual(Object.fromEntries(rules.map(({ ref, id }) => [plainRef(ref), id])));
      expect(owaspRuleId).toMatch(/^[0-9a-f]{32}$/);
    });

    it("is unchanged in a preview, which writes nothing", async () => {
      const { result, writes } = await stack.watch(() => stack.preview("--expect-no-changes"));
      expect(outputOf(result)).toMatch(UNCHANGED);
      expect(writes).toEqual([]);
    });

    it("changes one rule with one request", async () => {
      edit(file, ...action);
      const { result, writes } = await stack.watch(() => stack.up());
      expect(outputOf(result)).toMatch(/1 updated/);
      expect(writes).toEqual([
        expect.stringMatching(/^PATCH \/zones\/[0-9a-f]+\/rulesets\/[0-9a-f]+\/rules\//),
      ]);
      expect(await customRules()).toContainEqual({ ref: "admin-area", action: "block" });
    });

    it("leaves nothing after destroy", async () => {
      outputOf(await stack.destroy());
      expect(await stack.api.leftovers()).toEqual([]);
    });

    if (isAdopted)
      it("adopts what was made by hand, by a program whose first update writes nothing", async () => {
        await seedByHand(stack);
        const files = await adoptedFiles(stack, name, "--all-zones", "--user");
        stack.write(file, files[file] ?? "");
        // In YAML, the program is the project.
        if (file === "Pulumi.yaml") {
          edit(file, "name: adopted\n", `name: native-${name}\n`);
          edit(file, "node_modules/pulumi-edge-platform/plugin", path.join(ROOT, "plugin"));
        }
        const { result, writes } = await stack.watch(() => stack.up());
        expect(outputOf(result)).toMatch(/\+ 8 created/);
        expect(writes).toEqual([]);
      });
  });
}
