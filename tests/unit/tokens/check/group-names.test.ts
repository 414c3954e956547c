import { checkToken } from "../../../../provider/tokens";

describe("a permission group that is no object", () => {
  it.each([
    ["Zone Read", 'found "Zone Read"; write { name: "Zone Read" }'],
    [
      "c8fed203ed3043cba015a93ad1616f1f",
      'found "c8fed203ed3043cba015a93ad1616f1f"; write { id: "c8fed203ed3043cba015a93ad1616f1f" }',
    ],
  ])("is reported with what to write: %s", (group, found) => {
    const args = { name: "ci", policies: [{ resources: { "zone.*": "*" }, permissionGroups: [group] }] };
    expect(checkToken(args, { vendor: "cloudflare", now: new Date(0) })).toEqual([
      { path: "policies[0].permissionGroups[0]", message: `must be an object with id or name, ${found}` },
    ]);
  });
});
