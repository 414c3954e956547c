import { ZoneEntrypointRuleset } from "../../../provider";
import { createTransport } from "../../../provider/client/queue/transport";
import { load } from "../../../provider/dynamic";

/** Loading axios fails in this file, so code that sends nothing must not load it. */
jest.mock("axios", () => {
  throw new Error("the HTTP client is loaded");
});

describe("the HTTP client", () => {
  it("is not loaded by a program without lookups, nor by a provider that sends nothing", () => {
    expect(ZoneEntrypointRuleset.name).toBe("ZoneEntrypointRuleset");
    expect(load("ZoneEntrypointRuleset")).toHaveProperty("check");
  });

  it("is loaded by the first request", async () => {
    const url = "http://127.0.0.1:1/";
    const request = {
      method: "GET",
      url,
      path: "/",
      headers: {},
      body: undefined,
      repeatable: true,
    } as const;
    await expect(createTransport()(request)).rejects.toThrow("the HTTP client is loaded");
  });
});
