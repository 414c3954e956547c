import { defaultTokenName } from "../../../provider/tokens";

const parts = {
  organization: "org",
  project: "infra",
  stack: "prod",
  urn: "urn:pulumi:prod::infra::t::ci",
  base: "ci",
};

describe("defaultTokenName", () => {
  it("is the same for the same resource, and readable", () => {
    expect(defaultTokenName(parts)).toMatch(/^ci-[0-9a-f]{8}$/);
    expect(defaultTokenName({ ...parts })).toBe(defaultTokenName(parts));
  });

  it.each(["organization", "project", "stack", "urn"])("differs by %s", (part) => {
    expect(defaultTokenName({ ...parts, [part]: "other" })).not.toBe(defaultTokenName(parts));
  });

  it("does not mix up where one part ends and the next begins", () => {
    const shifted = { ...parts, organization: "orgi", project: "nfra" };
    expect(defaultTokenName(shifted)).not.toBe(defaultTokenName(parts));
  });

  it("cuts a long base so that all fits, and no character in two", () => {
    const name = defaultTokenName({ ...parts, base: "x".repeat(110) + "😀".repeat(10) });
    expect(name).toMatch(/^x{110}-[0-9a-f]{8}$/);
    expect(defaultTokenName({ ...parts, base: "y".repeat(500) })).toHaveLength(120);
  });
});
