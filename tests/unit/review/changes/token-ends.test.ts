import { reviewChange } from "../../../../review/changes/review-change";
import { Review } from "../../../../review/changes/review";
import { readDocument } from "../../../../review/documents/read-document";
import { reviewPage } from "../../../../review/pages/review-page";
import { printMarkdown } from "../../../../review/print/print-markdown";
import { printSarif } from "../../../../review/print/print-sarif";

const NOW = new Date("2030-01-10T00:00:00Z");
const TYPE = "pulumi-nodejs:dynamic/edge:ApiToken";
const STACK = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";
const urnOf = (type: string, name: string) => `urn:pulumi:dev::shop::${type}::${name}`;
const CI = urnOf(TYPE, "ci");
const ID = "1".repeat(32);
const ROTATION = { every: "30d", overlap: "24h" };
const BASE = {
  name: "ci",
  policies: [
    {
      resources: { "zone.023e105f4ecef8ad9ca31a8372d0c353": "*" },
      permissionGroups: [{ name: "Zone Read" }],
    },
  ],
  expiresOn: "2031-01-01T00:00:00Z",
  condition: { requestIp: { in: ["192.0.2.0/24"] } },
};

interface Change {
  readonly op?: string;
  readonly before?: object;
  readonly after?: object;
  readonly outputs?: object;
  readonly steps?: readonly object[];
}

/** Returns the review of a preview that changes a token, whose state has a value. */
function reviewOf({ op = "update", before, after, outputs = {}, steps = [] }: Change): Review {
  const position = { sourcePosition: "project:///index.ts#4,12" };
  const oldState = before && {
    urn: CI,
    type: TYPE,
    custom: true,
    inputs: { ...BASE, ...before },
    ...position,
    outputs: { ...BASE, ...before, tokenId: ID, value: "[secret]", ...outputs },
  };
  const newState = after && { urn: CI, type: TYPE, custom: true, inputs: { ...BASE, ...after }, ...position };
  const document = { steps: [{ op, urn: CI, oldState, newState }, ...steps], changeSummary: {} };
  return reviewChange(readDocument(JSON.stringify(document)), { policies: [], now: NOW });
}
const reasonsOf = (change: Change) =>
  reviewOf(change).reasons.map(({ severity, id, path }) => `${severity} ${id} ${path}`);

describe("the review of a change that ends the value of a token", () => {
  it.each<[string, Change, string]>([
    [
      "another rotationTrigger",
      { before: { rotationTrigger: "a" }, after: { rotationTrigger: "b" } },
      "dangerous token-value-ends rotationTrigger",
    ],
    [
      "another rotationTrigger with rotation",
      {
        before: { rotation: ROTATION, generation: 1, rotationTrigger: "a" },
        after: { rotation: ROTATION, generation: 2, rotationTrigger: "b" },
      },
      "review token-value-ends rotationTrigger",
    ],
    [
      "a rotation that is due",
      { before: { rotation: ROTATION, generation: 1 }, after: { rotation: ROTATION, generation: 2 } },
      "review token-value-ends rotation",
    ],
    [
      "keepValue that is removed",
      { before: { adopt: ID, keepValue: true }, after: { adopt: ID }, outputs: { value: undefined } },
      "dangerous token-value-ends keepValue",
    ],
    [
      "a new token that adopts another one",
      { op: "create", after: { adopt: ID } },
      "dangerous token-value-ends adopt",
    ],
    [
      "the status disabled",
      { before: {}, after: { status: "disabled" } },
      "dangerous token-value-ends status",
    ],
    [
      "a later start",
      { before: {}, after: { notBefore: "2030-02-01T00:00:00Z" } },
      "dangerous token-value-ends notBefore",
    ],
    [
      "an end within 7 days",
      { before: {}, after: { expiresOn: "2030-01-12T00:00:00Z" } },
      "review token-value-ends expiresOn",
    ],
    [
      "fewer networks",
      { before: {}, after: { condition: { requestIp: { in: ["192.0.2.0/25"] } } } },
      "review token-value-ends condition",
    ],
    ["fewer permissions", { before: {}, after: { policies: [] } }, "review token-loses-access policies"],
    ["a replacement", { op: "replace", before: {}, after: { accountId: ID } }, "dangerous token-replaced "],
    ["a deletion", { op: "delete", before: {} }, "dangerous token-deleted "],
    [
      "a deletion of a disabled token",
      { op: "delete", before: { status: "disabled" } },
      "review token-deleted ",
    ],
  ])("names it for %s", (_what, change, reason) => {
    expect(reasonsOf(change)).toContain(reason);
  });

  it.each([
    ["overlap", { every: "30d", overlap: "1h" }],
    ["every", { every: "20d", overlap: "24h" }],
  ])("names a shorter `rotation.%s` before a rotation is due", (name, rotation) => {
    const { reasons, tokens } = reviewOf({
      before: { rotation: ROTATION, generation: 1 },
      after: { rotation, generation: 1 },
    });
    expect(reasons.map(({ severity, text }) => `${severity} ${text}`)).toEqual([
      `low ApiToken "ci": rotation.${name} changes.`,
    ]);
    expect(tokens[0]?.ends).toEqual([]);
  });

  it("does not take a value for missing that the document does not show", () => {
    expect(
      reviewOf({ before: {}, after: { warnBefore: "7d" }, outputs: { value: undefined, tokenId: undefined } })
        .severity,
    ).toBe("review");
    const document = {
      steps: [
        {
          op: "update",
          urn: CI,
          oldState: { urn: CI, type: TYPE, inputs: BASE },
          newState: { urn: CI, type: TYPE, inputs: { ...BASE, warnBefore: "7d" } },
        },
      ],
      changeSummary: { update: 1 },
    };
    expect(reviewChange(readDocument(JSON.stringify(document)), { policies: [], now: NOW }).severity).toBe(
      "low",
    );
  });

  const rolled = { before: { rotationTrigger: "a" }, after: { rotationTrigger: "b" } };
  const users = [
    {
      op: "same",
      urn: STACK,
      oldState: {
        urn: STACK,
        type: "pulumi:pulumi:Stack",
        outputs: { ciToken: "[secret]", url: "https://a.example" },
      },
    },
    ...["kubernetes:core/v1:Secret", "pulumi:providers:cloudflare"].map((type) => {
      const state = {
        urn: urnOf(type, "ci"),
        type,
        custom: true,
        propertyDependencies: { data: [CI], __mark: [CI], other: [] },
      };
      return { op: "update", urn: state.urn, oldState: state, newState: state };
    }),
  ];

  it("names what may use the value: other resources by their properties, and secret outputs of the stack", () => {
    const review = reviewOf({ ...rolled, steps: users });
    expect(review.tokens[0]?.mayUse).toEqual([
      { by: "stack output", path: "ciToken" },
      { by: 'Secret "ci"', path: "data" },
      { by: 'cloudflare "ci"', path: "data" },
    ]);
    expect(review.reasons[0]?.text).toMatch(
      /^ApiToken "ci": the value of token 1+ stops working .* It may be used by: stack output ciToken, Secret "ci" \(data\), cloudflare "ci" \(data\)\.$/,
    );
    expect(Review.parse(review)).toEqual(review);
  });

  it("names the place of the token if the preview does not show what uses it", () => {
    const review = reviewOf(rolled);
    expect(review.reasons[0]?.text).toMatch(/ What uses the token is not known\.$/);
    expect(printMarkdown(review)).toContain("- Declared at <code>index.ts:4</code>");
    expect(reviewPage(review)).toContain("<p>Declared at <bdi>index.ts:4</bdi></p>");
  });

  it("is in every report", () => {
    const review = reviewOf({ ...rolled, steps: users });
    const markdown = printMarkdown(review);
    expect(markdown).toContain("- ⏳ the value of token");
    const page = reviewPage(review);
    const sarif = JSON.stringify(
      printSarif(review, { name: "x", version: "1", informationUri: "https://a.example" } as never),
    );
    for (const text of [markdown, page, sarif]) {
      expect(text).toContain(`the value of token ${ID} stops working during the update, without an overlap`);
      expect(text).toContain("ciToken");
    }
  });
});
