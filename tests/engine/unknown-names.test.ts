import fs from "node:fs";
import path from "node:path";
import { createNativeStack } from "../support/native-stack";
import { type EdgeStack, outputOf } from "../support/edge-stack";
import { casesOf } from "../support/nightly";

const ZONE = "8792051aba8a6d2f17833905d155bcad";
const DECLARED = { "cf.new.score": "Int", new_fn: { params: ["Bytes"], returns: "Int" } } as const;

const programOf = (module: string) => `
const edge = require("${module}");
const { filter } = require("pulumi-edge-platform");
const expression = "cf.new.score lt 20 and new_fn(http.host) eq 1";
new edge.ZoneEntrypointRuleset("custom", {
  zoneId: "${ZONE}",
  phase: "http_request_firewall_custom",
  rules: [
    { ref: "new", action: "block", expression },
    { ref: "built", action: "block", expression: filter.declaredField("cf.new.score", "Int").gt(90).toString() },
  ],
});
new edge.ValidatedFilter("filter", { expression });
`;

const DOORS = casesOf(
  [
    ["the dynamic provider", "pulumi-edge-platform"],
    ["the native plugin", "pulumi-edge-platform/native"],
  ],
  ([door]) => door === "the dynamic provider",
);

/** Previews, updates, and updates again without a change. Returns what the preview printed. */
async function story(stack: EdgeStack): Promise<string> {
  const preview = outputOf(await stack.preview());
  outputOf(await stack.up());
  expect((await stack.api.entrypoints(ZONE)).map(({ phase }) => phase)).toEqual([
    "http_request_firewall_custom",
  ]);
  const { result, writes } = await stack.watch(() => stack.up());
  expect(outputOf(result)).toMatch(/unchanged/);
  expect(writes).toEqual([]);
  return preview;
}

it("lets policies judge with what the stack's configuration says", async () => {
  const stack = await createNativeStack(programOf("pulumi-edge-platform"), {
    policyPack: "policy",
    platform: { unknownNames: "warn" },
    config: { "edge:unknownNames": "warn" },
  });
  try {
    const policyConfig = path.join(stack.directory, "policy-config.json");
    const choice = { enforcementLevel: "mandatory", warnings: ["unknown-name"] };
    fs.writeFileSync(policyConfig, JSON.stringify({ "no-filter-warnings": choice }));
    const { stdout } = await stack.preview("--policy-pack-config", policyConfig);
    expect(stdout).toContain(
      'ValidatedFilter "filter": expression: unknown-name: cf.new.score is not a field',
    );
    expect(stdout).not.toContain("forbid-invalid-expressions");
  } finally {
    await stack.dispose();
  }
});

describe.each(DOORS)("a program of %s with a field that this release does not know", (_, module) => {
  it("previews and updates with edge:unknownNames, with a warning", async () => {
    const stack = await createNativeStack(programOf(module), { platform: { unknownNames: "warn" } });
    try {
      const refused = outputOf(await stack.preview(), 1);
      expect(refused).toMatch(/unknown identifier/i);
      await stack.setConfig("edge:unknownNames", "warn");
      const preview = await story(stack);
      expect(preview).toContain("cf.new.score is not a field of the language of 2026-10-09");
      expect(preview).toContain("new_fn is not a function of the language of 2026-10-09");
    } finally {
      await stack.dispose();
    }
  });

  it("previews and updates with edge:fields, without one, and with their types checked", async () => {
    const stack = await createNativeStack(programOf(module), { platform: { fields: DECLARED } });
    try {
      await stack.setConfig("edge:fields", JSON.stringify({ ...DECLARED, "cf.new.score": "Bytes" }));
      expect(outputOf(await stack.preview(), 1)).toContain("cf.new.score lt 20");
      await stack.setConfig("edge:fields", JSON.stringify(DECLARED));
      expect(await story(stack)).not.toContain("language of 2026-10-09");
      await stack.setConfig("edge:fields", '{"cf.new.score": "Number"}');
      expect(outputOf(await stack.preview(), 1)).toContain('has the type "Number"');
    } finally {
      await stack.dispose();
    }
  });
});
