import fs from "node:fs";
import path from "node:path";
import { registerReview } from "../../cli/review/review";
import type { Review } from "../../review/changes/review";
import { runCommand } from "../support/command";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { EXAMPLE_COM } from "../support/platform";

const program = (path: string, level: number, secret: string) => `
const pulumi = require("@pulumi/pulumi");
const { ApiToken, OwaspConfig, ZoneEntrypointRuleset, zone } = require("pulumi-edge-platform");
const zoneId = "${EXAMPLE_COM}";
new ZoneEntrypointRuleset("custom", { zoneId, phase: "http_request_firewall_custom", rules: [
  { ref: "admin", action: "block", expression: 'http.request.uri.path eq "${path}"' },
  { ref: "hidden", action: "block", expression: pulumi.secret('http.host eq "${secret}"') },
]});
new OwaspConfig("owasp", { zoneId, paranoiaLevel: ${level}, scoreThreshold: 40 });
new ApiToken("ci", {
  policies: [{ resources: zone(zoneId), permissionGroups: [{ name: "Zone Read" }] }],
  expiresOn: "2030-01-01T00:00:00Z",
});
`;

/** The engine's own output changes between releases: this finds out whether reviews still read it. */
describe("the review of a preview of the real engine", () => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createEdgeStack({
      program: { "index.js": program("/admin", 2, "first-secret.example.com") },
      env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
    });
  });
  afterAll(() => stack.dispose());

  async function reviewPreview(...flags: string[]): Promise<{ text: string; review: Review }> {
    const preview = await stack.preview("--json", ...flags);
    expect(preview.code).toBe(0);
    const file = path.join(stack.directory, "preview.json");
    fs.writeFileSync(file, preview.stdout);
    const { code, stdout } = await runCommand(registerReview, ["review", file, "--json", "-"]);
    expect(code).toBe(0);
    return { text: stdout, review: JSON.parse(stdout) as Review };
  }

  it("counts the requests that the first update sends", async () => {
    const { review } = await reviewPreview();
    const { value, requests } = await stack.api.watch(() => stack.up());
    outputOf(value);
    const writes = requests.filter(({ method }) => method !== "GET").length;
    expect(review.requests).toMatchObject({ reads: requests.length - writes, writes });
  });

  it("says what a change means, and counts its requests, in equal words for each preview of it", async () => {
    stack.write("index.js", program("/admin/login", 1, "first-secret.example.com"));
    const { text, review } = await reviewPreview();
    expect((await reviewPreview()).text).toBe(text);
    expect(review.reasons.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["owasp-weaker", "rule-changed", "unknown-rules"]),
    );
    expect(review.places[0]?.rulesets[0]?.changes[0]?.members[0]?.segments).toEqual([
      { kind: "same", text: "http.request.uri.path eq " },
      { kind: "removed", text: '"/admin"' },
      { kind: "added", text: '"/admin/login"' },
    ]);
    const { value, requests } = await stack.api.watch(() => stack.up());
    outputOf(value);
    expect(review.requests.writes).toBe(requests.filter(({ method }) => method !== "GET").length);
  });

  it("never contains a secret expression, even if the preview shows secrets", async () => {
    stack.write("index.js", program("/admin/login", 1, "second-secret.example.com"));
    const { text, review } = await reviewPreview("--show-secrets");
    expect(text).not.toContain("secret.example.com");
    expect(review.unknowns.map(({ path: place }) => place)).toContain('rules["hidden"].expression');
    expect(review.reasons.map(({ id }) => id)).toContain("unknown-rules");
  });

  it("finds a token's value that the stack exports in plain text, without repeating it", async () => {
    const exporting = `${program("/admin/login", 1, "second-secret.example.com").replace("new ApiToken", "const token = new ApiToken")}
exports.marked = token.value;
exports.open = { deep: pulumi.unsecret(token.value) };
`;
    stack.write("index.js", exporting);
    outputOf(await stack.up());
    const { text, review } = await reviewPreview("--show-sames");
    const reasons = review.reasons.filter(({ id }) => id === "token-value-exported");
    expect(reasons.map(({ text: reason }) => reason)).toEqual([
      expect.stringMatching(/^The stack output "open\.deep" shows the value of a token/),
    ]);
    expect(review.severity).toBe("dangerous");
    expect(text).not.toMatch(/cfut_\w/);
  });
});
