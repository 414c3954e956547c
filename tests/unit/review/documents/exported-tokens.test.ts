import { reviewChange } from "../../../../review/changes/review-change";
import { exportedTokens } from "../../../../review/documents/engine-steps";
import { readDocument } from "../../../../review/documents/read-document";

const VALUE = `cfut_${"a1B2".repeat(12)}`;
const URN = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";
const state = (outputs?: object) => ({ urn: URN, type: "pulumi:pulumi:Stack", inputs: {}, outputs });

describe("the outputs of a stack that show a token's value", () => {
  it.each([
    ["as it is", { token: VALUE }, ["token"]],
    ["inside a text", { header: `Bearer ${VALUE}` }, ["header"]],
    ["at any depth", { a: { b: ["x", VALUE] } }, ["a.b[1]"]],
    ["of an account", { token: VALUE.replace("cfut", "cfat") }, ["token"]],
    ["as a name", { [VALUE]: 1 }, ["(a token's value)"]],
  ])("are found if they show it %s", (_what, outputs, paths) => {
    expect(exportedTokens(outputs)).toEqual(paths);
  });

  it.each([
    ["marked as secret", { token: "[secret]" }],
    [
      "encrypted",
      {
        token: { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: VALUE },
      },
    ],
    ["other texts", { id: "0123456789abcdef0123456789abcdef", name: "cfut_short" }],
  ])("do not include what is %s", (_what, outputs) => {
    expect(exportedTokens(outputs)).toEqual([]);
  });

  it.each([
    [
      "of the last update in a preview",
      {
        changeSummary: {},
        steps: [{ op: "same", urn: URN, oldState: state({ open: VALUE }), newState: state() }],
      },
    ],
    [
      "of the preview in an event log",
      [
        {
          sequence: 0,
          resourcePreEvent: { metadata: { op: "same", urn: URN, old: state({ safe: 1 }), new: state() } },
        },
        { sequence: 1, resOutputsEvent: { metadata: { op: "same", urn: URN, new: state({ open: VALUE }) } } },
        { sequence: 2, summaryEvent: { isPreview: true } },
      ],
    ],
  ])("%s make the change dangerous, without the value", (_what, document) => {
    const text = Array.isArray(document)
      ? document.map((event) => JSON.stringify(event)).join("\n")
      : JSON.stringify(document);
    const review = reviewChange(readDocument(text), { policies: [] });
    expect(review).toMatchObject({ severity: "dangerous", reasons: [{ id: "token-value-exported" }] });
    expect(review.reasons[0]?.text).toMatch(/^The stack output "open" shows the value of a token/);
    expect(JSON.stringify(review)).not.toContain(VALUE);
  });
});
