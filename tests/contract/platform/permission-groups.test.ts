/* eslint-disable @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

describe("GET /user/tokens/permission_groups", () => {
  it("lists permission groups with their scopes", async () => {
    const answer = await platform.api("GET", "/user/tokens/permission_groups");
    expect(answer.status).toBe(200);
    expect(answer.body.result).toContainEqual({
      id: "fb6778dc191143babbfaa57993f1d275",
      name: "Zone WAF Write",
      scopes: ["com.cloudflare.api.account.zone"],
    });
    expect(answer.body.result).toContainEqual({
      id: "686d18d5ac6c441c867cbf6771e58a0a",
      name: "API Tokens Write",
      scopes: ["com.cloudflare.api.user"],
    });
  });

  it("filters by name and scope", async () => {
    const query = "name=Logs%20Read&scope=com.cloudflare.api.account.zone";
    const answer = await platform.api("GET", `/user/tokens/permission_groups?${query}`);
    expect(answer.body.result).toEqual([
      {
        id: "c4a30cd58c5d42619c86a3c36c441e2d",
        name: "Logs Read",
        scopes: ["com.cloudflare.api.account.zone"],
      },
    ]);
  });
});
