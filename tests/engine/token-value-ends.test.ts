import type { Review } from "../../review/changes/review";
import { reviewChange } from "../../review/changes/review-change";
import { readDocument } from "../../review/documents/read-document";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { createNativeStack } from "../support/native-stack";
import { casesOf } from "../support/nightly";

const program = (module: string, trigger: string) => `
const edge = require("pulumi-edge-platform");
const { ApiToken } = require("${module}");
const policies = [{ resources: edge.allZones(), permissionGroups: [{ name: "Zone Read" }] }];
const plain = new ApiToken("plain", { policies, rotationTrigger: "${trigger}" });
new ApiToken("rotating", { policies, rotation: { every: "30d", overlap: "24h" }, rotationTrigger: "${trigger}" });
new ApiToken("user", { policies, rotationTrigger: plain.value });
exports.ciToken = plain.value;
`;

const dynamic = (index: string) => createEdgeStack({ program: { "index.js": index } });

const DOORS = casesOf(
  [
    ["the dynamic provider", "pulumi-edge-platform", dynamic],
    ["the native plugin", "pulumi-edge-platform/native", (index: string) => createNativeStack(index)],
  ],
  ([door]) => door === "the native plugin",
);

describe.each(DOORS)("another `rotationTrigger`, with %s", (_door, module, create) => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await create(program(module, "a"));
    outputOf(await stack.up());
    stack.write("index.js", program(module, "b"));
  });
  afterAll(() => stack.dispose());

  it("is announced in the preview, with the value that ends and when", async () => {
    const shown = outputOf(await stack.preview());
    expect(shown).toMatch(
      /warning: (ApiToken "plain-\w+": )?the value of token [0-9a-f]{32} stops working during the update, without an overlap: `rotationTrigger` changes/,
    );
    expect(shown).toMatch(/the value of token [0-9a-f]{32} stops working 24h after the update/);
  });

  it("is dangerous in a review without an overlap, and less with one", async () => {
    const { stdout } = await stack.preview("--json", "--show-sames");
    const review: Review = reviewChange(readDocument(stdout), { policies: [] });
    const found = review.reasons.filter(({ id }) => id === "token-value-ends");
    const of = (name: string) => found.filter(({ urn }) => urn?.endsWith(`::${name}`));
    expect(of("plain")).toMatchObject([
      {
        severity: "dangerous",
        path: "rotationTrigger",
        text: expect.stringMatching(
          /It may be used by: stack output ciToken, ApiToken "user" \(rotationTrigger\)\.$/,
        ) as string,
      },
    ]);
    expect(of("rotating")).toMatchObject([{ severity: "review", path: "rotationTrigger" }]);
  });
});
