import { createClient, resolveConnection } from "../../../provider/client";
import { getZone } from "../../../provider/functions";
import { lookUpBy } from "../../../provider/functions/lookup";
import { watch, withFaults } from "../../support/lifecycle";
import { useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

/** Looks up a zone that does not exist. Returns the error, and the requests. */
async function missing(name: string) {
  const env = { EDGE_BASE_URL: platform.baseUrl, EDGE_API_TOKEN: platform.token };
  lookUpBy(() => createClient(resolveConnection({ env, config: () => undefined })));
  const { result, requests } = await watch(platform, () =>
    getZone({ name }).then(
      () => "a zone",
      (error: unknown) => (error instanceof Error ? error.message : ""),
    ),
  );
  return { error: result, requests };
}

describe("getZone of a name that no zone has", () => {
  it("suggests a zone with a similar name, after one more request", async () => {
    const { error, requests } = await missing("exmaple.com");
    expect(error).toBe(
      'getZone: the credential can see no zone named exmaple.com; did you mean "example.com"?',
    );
    expect(requests).toEqual(["GET /zones", "GET /zones"]);
  });

  const OTHERWISE =
    "getZone: the credential can see no zone named other.test: check the name and the permissions of the credential. " +
    "If the zone was deleted, remove what the program declares for it.";

  it("says what to check if no name is similar", async () => {
    expect((await missing("other.test")).error).toBe(OTHERWISE);
  });

  it("says the same if the zones cannot be listed", async () => {
    const faults = [{ method: "GET", path: "^/zones\\?page", kind: "status" as const, status: 403 }];
    expect((await withFaults(platform, faults, () => missing("other.test"))).error).toBe(OTHERWISE);
  });
});

it("the error of a lookup keeps its text, whatever the SDK puts in front of it for each property", async () => {
  const error: unknown = await getZone({ name: "other.test" }).catch((caught: unknown) => caught);
  if (!(error instanceof Error)) throw new Error("There is no error.");
  const before = error.message;
  error.message = `error serializing property "zoneId": ${before}`;
  expect(error.message).toBe(before);
});
