import { load, type EngineProvider } from "../../../provider/dynamic";
import type { Properties } from "../../../provider/lifecycle";
import { ask, watch, withFaults } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform, type TestPlatform } from "../../support/platform";

const production = useTestPlatform({ vendor: "acme" });
const staging = useTestPlatform();

/** What the engine's process has: the provider that the stub loads, with clients, limiters and time of its own. */
let tokens: EngineProvider;
beforeAll(async () => {
  const entry = ({ baseUrl, token, vendor }: TestPlatform) => ({ baseUrl, apiToken: token, vendor });
  const connections = JSON.stringify({
    production: entry(production),
    staging: entry(staging),
    // Used by one test alone, so that nothing is known through them before it.
    blue: entry(production),
    green: entry(staging),
    guest: { ...entry(staging), apiToken: "a-token-that-nobody-made-0123456789abcdefg" },
  });
  tokens = load("ApiToken");
  await tokens.configure({
    config: { get: (key) => (key === "edge:connections" ? connections : undefined) },
  });
});

const named = (name: string, connection: string): Properties => ({
  name,
  connection,
  policies: [{ resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone WAF Write" }] }],
});

async function up(args: Properties): Promise<{ id: string; inputs: Properties; outs: Properties }> {
  const { inputs, failures } = await tokens.check({}, args);
  expect(failures).toEqual([]);
  return { inputs, ...(await tokens.create(inputs)) };
}

async function names(platform: TestPlatform): Promise<string[]> {
  const all = await ask<{ name: string }[]>(platform, "GET", "/user/tokens?per_page=50");
  return all.map(({ name }) => name);
}

describe("connections of one program", () => {
  it("send each resource to its own account, with the vendor's segment of that account", async () => {
    const made = await watch(staging, () => up(named("only-in-production", "production")));
    expect(made.requests).toEqual([]);
    expect(made.result.inputs["policies"]).toMatchObject([
      { resources: { [`com.acme.api.account.zone.${EXAMPLE_COM}`]: "*" } },
    ]);
    await up(named("only-in-staging", "staging"));
    expect(await names(production)).toContain("only-in-production");
    expect(await names(production)).not.toContain("only-in-staging");
    expect(await names(staging)).toContain("only-in-staging");
    expect(await names(staging)).not.toContain("only-in-production");
  });

  it("have separate caches: the permission groups of each account are read once", async () => {
    const makeFour = () =>
      Promise.all(
        ["blue", "green"].flatMap((connection) =>
          ["a", "b"].map((name) => up(named(`${name}-${connection}`, connection))),
        ),
      );
    const atProduction = await watch(production, () => watch(staging, makeFour));
    const atStaging = atProduction.result;
    for (const { requests } of [atProduction, atStaging])
      expect(requests.filter((request) => request.endsWith("/permission_groups"))).toHaveLength(1);
  });

  it("move a resource by a replacement: it is created in one account and removed from the other", async () => {
    const state = await up(named("moved", "staging"));
    const { inputs } = await tokens.check(state.inputs, named("moved", "production"));
    const difference = await tokens.diff(state.id, state.outs, inputs);
    expect(difference).toMatchObject({ changes: true, replaces: ["connection"] });
    expect(difference.deleteBeforeReplace).not.toBe(true);
    await up(named("moved", "production"));
    await tokens.delete(state.id, state.outs);
    expect(await names(production)).toContain("moved");
    expect(await names(staging)).not.toContain("moved");
  });

  it("are named if their credential is refused", async () => {
    const { failures } = await tokens.check({}, named("refused", "guest"));
    const source =
      /The credential from connection 'guest' \(stack configuration edge:connections, apiToken\)/;
    expect(failures).toEqual([{ property: "", reason: expect.stringMatching(source) as string }]);
  });

  it("are listed if a resource names one that does not exist", async () => {
    const { failures } = await tokens.check({}, named("lost", "prod"));
    expect(failures.map(({ reason }) => reason)).toEqual([
      "connection: there is no connection 'prod'. Known connections: production, staging, blue, green, guest.",
    ]);
  });

  // The last: its pause outlives it.
  it("have separate rate limiters: a pause of one account does not delay the others", async () => {
    const busy = { kind: "status", status: 429, retryAfter: 900, times: 1 } as const;
    const { inputs } = await tokens.check({}, named("late", "staging"));
    await withFaults(staging, [busy], async () => {
      await expect(tokens.create(inputs)).rejects.toThrow("The API asks to wait 900 s");
    });
    const { requests } = await watch(staging, () =>
      expect(tokens.create(inputs)).rejects.toThrow("Nothing was sent"),
    );
    expect(requests).toEqual([]);
    await up(named("at-once", "production"));
    expect(await names(production)).toContain("at-once");
  });
});
