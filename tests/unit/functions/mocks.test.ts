import * as pulumi from "@pulumi/pulumi";
import { getUser, getZone, getZoneOutput, getZones, validateExpression } from "../../../provider";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";

/** What a user's unit test does. A request would fail: no address and no credential are configured. */
describe("a lookup under pulumi.runtime.setMocks", () => {
  const called: pulumi.runtime.MockCallArgs[] = [];
  let answer: (args: pulumi.runtime.MockCallArgs) => pulumi.runtime.MockCallResult;

  beforeEach(async () => {
    called.length = 0;
    answer = () => ({});
    await pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs as Record<string, unknown> }),
      call: (args) => {
        called.push(args);
        return answer(args);
      },
    });
  });

  it("asks the mock with its token and its arguments, and returns the answer", async () => {
    answer = () => ({ id: ZONE, name: "example.com" });
    expect(await getZone({ name: "example.com" })).toEqual({ id: ZONE, name: "example.com" });
    expect(called).toEqual([{ token: "edge:index:getZone", inputs: { name: "example.com" } }]);
  });

  it("returns a list, which the mock answers as a member", async () => {
    answer = () => ({ zones: [{ id: ZONE }] });
    expect(await getZones()).toEqual([{ id: ZONE }]);
  });

  it("hands the mock the values of outputs, and makes an output of the answer", async () => {
    answer = () => ({ id: pulumi.output(ZONE) });
    const zone = getZoneOutput({ name: pulumi.output(Promise.resolve("example.com")) });
    expect(await new Promise((resolve) => zone.id.apply(resolve))).toBe(ZONE);
    expect(called[0]?.inputs).toEqual({ name: "example.com" });
  });

  it.each([
    [
      "nothing",
      () => ({}),
      getUser,
      "getUser: the mock of edge:index:getUser answers no id: return { id: … }",
    ],
    [
      "the arguments",
      () => ({ name: "example.com" }),
      () => getZone({ name: "example.com" }),
      "answers no id",
    ],
    [
      "a list that is no member",
      () => [{ id: ZONE }],
      () => getZones(),
      "getZones: the mock of edge:index:getZones answers no list zones: return { zones: [ … ] }",
    ],
  ])("says what the mock lacks that answers %s", async (_, given, look, message) => {
    answer = given;
    await expect(look()).rejects.toThrow(message);
  });

  it("reports the error of the mock unchanged", async () => {
    answer = ({ token }) => {
      throw new Error(`unexpected call of ${token}`);
    };
    await expect(getUser()).rejects.toThrow("unexpected call of edge:index:getUser");
  });

  it("checks its arguments, and then asks no mock", async () => {
    await expect(getZone({ zoneId: "example.com" })).rejects.toThrow("getZone: zoneId must be 32");
    expect(called).toEqual([]);
  });

  it("validates an expression offline, and asks the mock only in place of the API", async () => {
    const { valid, message } = await validateExpression({ expression: "ip.src eq" });
    expect(valid).toBe(false);
    expect(message).toContain("ip.src eq");
    expect(called).toEqual([]);
    answer = () => ({ valid: false, message: "refused", fields: [] });
    expect(await validateExpression({ expression: "ssl", mode: "api" })).toMatchObject({
      message: "refused",
    });
  });
});
