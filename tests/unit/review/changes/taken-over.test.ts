import { reviewChange } from "../../../../review/changes/review-change";
import { readDocument } from "../../../../review/documents/read-document";

const STACK = "urn:pulumi:dev::shop";
const ACCOUNT = "01a7362d577a6c3019a474fd6f485823";
const ZONE = "8792051aba8a6d2f17833905d155bcad";

/** A resource that a destroy deletes, as the preview of the destroy prints its state. */
function deleted(
  kind: string,
  name: string,
  inputs: object,
  {
    outputs = {},
    ...options
  }: { readonly outputs?: object; protect?: boolean; retainOnDelete?: boolean } = {},
): object {
  const type = `pulumi-nodejs:dynamic/edge:${kind}`;
  const urn = `${STACK}::${type}::${name}`;
  return { op: "delete", urn, oldState: { urn, type, custom: true, id: "x", inputs, outputs, ...options } };
}

/** The reasons about what was taken over, in the preview of a destroy. */
function reported(...steps: object[]): string[] {
  const document = JSON.stringify({ steps, changeSummary: { delete: steps.length } });
  const { reasons } = reviewChange(readDocument(document), { policies: [] });
  return reasons
    .filter(({ id }) => id === "taken-over-deleted")
    .map(({ severity, text }) => `${severity}: ${text}`);
}

const keep = "To keep it live, set protect or retainOnDelete, and run `pulumi up` before.";
const entrypoint = { zoneId: ZONE, phase: "http_request_firewall_custom", rules: {} };
const list = { accountId: ACCOUNT, name: "office", kind: "ip", items: [] };

describe("a destroy", () => {
  it.each([
    ["List", { ...list, ownership: "exclusive", takeOver: true }, {}, "takeOver"],
    ["OwaspConfig", { zoneId: ZONE, paranoiaLevel: 2, scoreThreshold: 40, takeOver: true }, {}, "takeOver"],
    ["ApiToken", { name: "ci", policies: [], adopt: "0".repeat(32) }, {}, "adopt"],
    ["ApiToken", { name: "ci", policies: [] }, { __imported: true }, "an import"],
    ["ZoneEntrypointRuleset", { ...entrypoint, refs: "exact" }, {}, 'refs: "exact"'],
    ["ZoneEntrypointRuleset", entrypoint, { __unmarked: ["admin"] }, "rules without a mark"],
  ])("lists the %s that was taken over: %j, %j", (kind, inputs, outputs, by) => {
    expect(reported(deleted(kind, "a", inputs, { outputs }))).toEqual([
      `dangerous: ${kind} "a": what is deleted was taken over, not made by the stack (${by}). ${keep}`,
    ]);
  });

  it("lists nothing that the stack has made, or that the engine keeps", () => {
    const taken = { ...list, takeOver: true };
    expect(
      reported(
        deleted("List", "made", list),
        deleted("ZoneEntrypointRuleset", "marked", entrypoint, { outputs: { __unmarked: [] } }),
        deleted("List", "protected", taken, { protect: true }),
        deleted("List", "retained", taken, { retainOnDelete: true }),
      ),
    ).toEqual([]);
  });
});
