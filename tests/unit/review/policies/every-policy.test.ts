import { readdirSync } from "node:fs";
import { join } from "node:path";
import { UNKNOWN } from "../../../../provider/api";
import * as all from "../../../../review/all-policies";
import type { EdgePolicy } from "../../../../review/policies/policy";
import { apiToken, cloudflareRules, cloudflareToken, edge, NOW, ZONE, zoneRules } from "./fixtures";

const FOLDER = join(__dirname, "../../../../review/policies");
const files = readdirSync(FOLDER).filter((file) => file !== "index.ts");
const policies = files.flatMap((file) =>
  Object.entries(jest.requireActual<Readonly<Record<string, unknown>>>(join(FOLDER, file))).flatMap(
    ([name, policy]) => (isPolicy(policy) ? [[name, policy] as const] : []),
  ),
);

describe("every policy", () => {
  it("is one of at least twenty-five", () => {
    expect(policies.length).toBeGreaterThanOrEqual(25);
    expect(new Set(policies.map(([, { name }]) => name)).size).toBe(policies.length);
  });

  it("is in the list of all policies", () => {
    expect(Object.keys(all).sort()).toEqual(policies.map(([name]) => name).sort());
  });

  it.each(policies)("%s has the name of its export, and says what it requires", (exported, policy) => {
    expect(policy.name).toBe(exported.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    expect(policy.name).toMatch(/^[a-z]+(?:-[a-z0-9]+)+$/);
    for (const text of [policy.description, policy.remediationSteps, policy.unknownValues]) {
      expect(text).toMatch(/^[A-Z].*\.$/);
    }
    expect(policy.displayName).not.toMatch(/\.$/);
    expect(policy.tags.length).toBeGreaterThan(0);
  });

  it.each(policies)("%s says what its remediation changes, if it has one", (_name, policy) => {
    expect(policy.remediation !== undefined).toBe(policy.remediate !== undefined);
    expect(policy.remediation ?? "None.").toMatch(/^[A-Z].*\.$/);
  });

  it.each(policies)("%s has a default and a description for each setting", (_name, policy) => {
    const defaults = policy.config.parse({});
    for (const [name, setting] of Object.entries(policy.config.shape)) {
      expect(defaults).toHaveProperty(name);
      // Every member of a shape is a schema of the full library.
      expect((setting as { description?: string }).description).toMatch(/\.$/);
    }
  });

  it.each(policies)("%s starts each message with the resource", (_name, policy) => {
    const resources = [
      apiToken({}),
      apiToken({ policies: UNKNOWN, allowTokenMaking: UNKNOWN }),
      cloudflareToken({}),
      edge("OwaspConfig", "owasp", {
        zoneId: ZONE,
        paranoiaLevel: 1,
        scoreThreshold: UNKNOWN,
        rules: UNKNOWN,
      }),
      edge("GatewayEndpoint", "chain", { network: "rinkeby" }),
      edge("ValidatedFilter", "filter", { expression: "true or" }),
      zoneRules([{ ref: "a", action: "block", expression: "true" }, UNKNOWN], { phase: UNKNOWN }),
      zoneRules(UNKNOWN, { ownership: UNKNOWN, takeOver: UNKNOWN }),
      cloudflareRules([{ action: "block", expression: "true" }]),
    ];
    const labels = new Map(resources.map(({ urn, label }) => [urn, label]));
    for (const { urn, path, message } of policy.judge(resources, policy.config.parse({}), NOW)) {
      expect(message.startsWith(`${labels.get(urn)}`)).toBe(true);
      expect(message).toContain(path);
    }
  });
});

function isPolicy(value: unknown): value is EdgePolicy {
  return typeof value === "object" && value !== null && "judge" in value && "unknownValues" in value;
}
