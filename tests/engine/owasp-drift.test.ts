import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { createNativeStack } from "../support/native-stack";
import { EXAMPLE_COM } from "../support/platform";

const PHASE = "http_request_firewall_managed";
const CORE = "efb7b8c949ac4650a09736fc376e9aee";
const program = (from: string) =>
  `new (require("${from}").OwaspConfig)("owasp", { zoneId: "${EXAMPLE_COM}", paranoiaLevel: 2, scoreThreshold: 40 });\n`;

describe.each([
  ["pulumi-edge-platform", (index: string) => createEdgeStack({ program: { "index.js": index } })],
  ["pulumi-edge-platform/native", (index: string) => createNativeStack(index)],
])(
  "OWASP that is switched off by hand, with %s,",
  (from, createStack: (index: string) => Promise<EdgeStack>) => {
    let stack: EdgeStack;
    beforeAll(async () => {
      stack = await createStack(program(from));
      outputOf(await stack.up());
    });
    afterAll(() => stack.dispose());

    it("shows in preview --refresh and refresh, in words, and up repairs it with one PATCH", async () => {
      const { id, rules } = await stack.api.entrypoint(EXAMPLE_COM, PHASE);
      const [deploying] = rules;
      const { ref, action_parameters: before } = deploying!;
      const path = `/zones/${EXAMPLE_COM}/rulesets/${id}/rules`;
      const skip = { action: "skip", action_parameters: { ruleset: "current" }, expression: "true" };
      const position = { before: "" };
      const off = { ...before, version: "35", overrides: { ...before?.overrides, enabled: false } };
      const edit = { ref, action: "execute", expression: "true", action_parameters: off };
      for (const [method, place, body] of [
        ["POST", path, { ...skip, ref: "by-hand", position }],
        ["PATCH", `${path}/${deploying!.id}`, edit],
      ] as const)
        expect((await stack.api.call(method, place, { body })).status).toBe(200);

      const words = [
        /the scoring rule is off, so no request is acted upon/,
        /executes version 35 of the managed ruleset, not the latest version/,
        /the skip rule "by-hand" \(without an owner's mark\) precedes the deployment/,
      ];
      const preview = outputOf(await stack.preview("--refresh", "--diff"));
      const refreshed = outputOf(await stack.refresh("--diff"));
      for (const word of words) for (const output of [preview, refreshed]) expect(output).toMatch(word);
      expect(refreshed).toMatch(/^ +[+~] +drift/m);
      expect(refreshed).toMatch(/warning: OWASP of zone .*: drift: .*; the next update repairs it/);

      const { result, writes } = await stack.watch(() => stack.up("--diff"));
      expect(outputOf(result)).toMatch(/^ +- +drift/m);
      expect(writes).toEqual([expect.stringMatching(/^PATCH /)]);
      const { rules: after } = await stack.api.entrypoint(EXAMPLE_COM, PHASE);
      expect(after.map((rule) => rule.action)).toEqual(["execute", "skip"]);
      expect(after[0]?.action_parameters).toEqual(before);
      outputOf(await stack.refresh("--expect-no-changes"));
      outputOf(await stack.preview("--expect-no-changes"));
    });

    it("is not read from another managed ruleset", async () => {
      const { id } = await stack.api.entrypoint(EXAMPLE_COM, PHASE);
      const body = { action: "execute", expression: "true", action_parameters: { id: CORE } };
      const path = `/zones/${EXAMPLE_COM}/rulesets/${id}/rules`;
      expect((await stack.api.call("POST", path, { body })).status).toBe(200);
      const lookUp = `require("${from}").OwaspConfig.get("core", "${EXAMPLE_COM}/${CORE}");\n`;
      stack.write("index.js", program(from) + lookUp);
      const found = outputOf(await stack.preview(), 1);
      expect(found).toMatch(/is not an OWASP ruleset: its rules have no paranoia level and no score/);
      stack.write("index.js", program(from));
      if (!from.endsWith("native")) return;
      const resource = ["edge:index:OwaspConfig", "core", `${EXAMPLE_COM}/${CORE}`];
      const { result, writes } = await stack.watch(() =>
        stack.pulumi(["import", ...resource, "--yes", "--skip-preview", "--generate-code=false"]),
      );
      expect(outputOf(result, 1)).toContain("is not an OWASP ruleset");
      expect(writes).toEqual([]);
    });
  },
);
