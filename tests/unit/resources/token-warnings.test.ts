import * as pulumi from "@pulumi/pulumi";
import { ApiToken, zone, type ApiTokenArgs } from "../../../provider";

const ARGS: ApiTokenArgs = {
  policies: [
    { resources: zone("023e105f4ecef8ad9ca31a8372d0c353"), permissionGroups: [{ name: "Zone Read" }] },
  ],
};

describe("the warning of a token's end in a program", () => {
  const warned: [string, pulumi.Resource | undefined][] = [];

  beforeEach(async () => {
    warned.length = 0;
    jest.spyOn(pulumi.log, "warn").mockImplementation((message, resource) => {
      warned.push([message, resource]);
      return Promise.resolve();
    });
    await pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs as Record<string, unknown> }),
      call: () => ({}),
    });
  });
  afterEach(() => jest.restoreAllMocks());

  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+Z$/, "Z");

  it("appears at the resource as soon as the end is nearer than warnBefore", async () => {
    const token = await settled(new ApiToken("ci", { ...ARGS, expiresOn: inDays(10), warnBefore: "14d" }));
    expect(warned).toEqual([[expect.stringMatching(/^the token expires in 9 days, at 20/), token]]);
  });

  it("also appears for an end that is known later", async () => {
    const expiresOn = pulumi.output(Promise.resolve(inDays(10)));
    await settled(new ApiToken("ci", { ...ARGS, expiresOn, warnBefore: "2w" }));
    expect(warned).toHaveLength(1);
  });

  it("does not appear for a distant end, without warnBefore, or for a secret end", async () => {
    await settled(new ApiToken("far", { ...ARGS, expiresOn: inDays(20), warnBefore: "14d" }));
    await settled(new ApiToken("quiet", { ...ARGS, expiresOn: inDays(1) }));
    await settled(
      new ApiToken("secret", { ...ARGS, expiresOn: pulumi.secret(inDays(1)), warnBefore: "14d" }),
    );
    expect(warned).toEqual([]);
  });
});

/** Once the engine has answered, and what waits for an argument has run. */
async function settled<T extends pulumi.CustomResource>(resource: T): Promise<T> {
  await new Promise((resolve) => resource.id.apply(resolve));
  await new Promise(setImmediate);
  return resource;
}
