import { testEngine, watch } from "../../support/lifecycle";
import { EXAMPLE_COM } from "../../support/platform";
import { ZONE_WAF_WRITE, useTokens } from "../../support/tokens";

const { platform, named, live } = useTokens();
let engine: ReturnType<typeof testEngine>;
beforeEach(() => {
  engine = testEngine(platform);
});

describe("names of permission groups", () => {
  const withGroup = (group: object, resources: object = { [`zone.${EXAMPLE_COM}`]: "*" }) =>
    named({ policies: [{ resources, permissionGroups: [group] }] });

  it.each([
    [
      { name: "Zone WAF Edit" },
      /there is no permission group .*"Zone WAF Edit"; did you mean "Zone WAF Write"\?/,
    ],
    [{ id: ZONE_WAF_WRITE.replace("f", "0") }, /there is no permission group with id/],
    [{ name: "Billing Read" }, /^policies\[0\].permissionGroups\[0\]: Billing Read .*would have no effect/],
  ])("%j is rejected with a suggestion", async (group, message) => {
    const { result, writes } = await watch(platform, () => engine.problems("ApiToken", withGroup(group)));
    expect(result).toEqual([expect.stringMatching(message)]);
    expect(writes).toEqual([]);
  });

  it("that this release does not know are those of the API", async () => {
    const name = "Zone Observability Read";
    expect(await engine.problems("ApiToken", withGroup({ name }))).toEqual([
      expect.stringContaining(`there is no permission group with name "${name}"`),
    ]);
    const permissionGroups = [{ name, scope: "zone" }];
    const seeded = await platform.control("POST", "/seed", { permissionGroups });
    expect(seeded.body).toMatchObject({ permissionGroups: [{ id: expect.any(String) as string, name }] });
    engine = testEngine(platform);
    const state = await engine.up("ApiToken", withGroup({ name }));
    expect(await engine.refresh("ApiToken", state)).toEqual(state);
    expect(await live(state)).toMatchObject({ policies: [{ permission_groups: [{ name }] }] });
    expect((await platform.control("POST", "/seed", { permissionGroups })).status).toBe(400);
    const snapshot = await platform.control("GET", "/snapshot");
    await platform.control("POST", "/reset");
    engine = testEngine(platform);
    expect(await engine.problems("ApiToken", withGroup({ name }))).not.toEqual([]);
    await platform.control("PUT", "/snapshot", snapshot.body);
    engine = testEngine(platform);
    expect(await engine.refresh("ApiToken", state)).toEqual(state);
  });

  it("are read once per run, however many tokens are created", async () => {
    const { requests } = await watch(platform, async () => {
      await engine.up("ApiToken", named());
      await engine.up("ApiToken", named());
    });
    expect(requests.filter((request) => request.includes("permission_groups"))).toHaveLength(1);
  });

  it("that exist in several scopes need a scope only if the resources leave it open", async () => {
    const both = { [`zone.${EXAMPLE_COM}`]: "*", [`account.${platform.accountId}`]: "*" };
    expect(await engine.problems("ApiToken", withGroup({ name: "Logs Write" }))).toEqual([]);
    expect(await engine.problems("ApiToken", withGroup({ name: "Logs Write" }, both))).toEqual([
      expect.stringMatching(
        /matches several groups: Logs Write .*account.* Logs Write .*zone.*set scope to choose one/,
      ),
    ]);
    expect(await engine.problems("ApiToken", withGroup({ name: "Logs Write", scope: "zone" }, both))).toEqual(
      [],
    );
  });
});
