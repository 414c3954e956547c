/* eslint-disable @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const ID = expect.stringMatching(/^[0-9a-f]{32}$/) as unknown;

describe("GET /user/tokens/permission_groups", () => {
  it("lists permission groups with their scopes", async () => {
    const answer = await platform.api("GET", "/user/tokens/permission_groups");
    expect(answer.status).toBe(200);
    expect(answer.body.result).toContainEqual({
      id: "fb6778dc191143babbfaa57993f1d275",
      name: "Zone WAF Write",
      scopes: ["com.cloudflare.api.account.zone"],
      category: "app_security",
    });
    expect(answer.body.result).toContainEqual({
      id: "686d18d5ac6c441c867cbf6771e58a0a",
      name: "API Tokens Write",
      scopes: ["com.cloudflare.api.user"],
      category: "account_and_billing",
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
        category: "analytics_and_logs",
      },
    ]);
  });

  it.each(["Read", "Write"])("lists a group of zones whose id is not public: %s", async (access) => {
    const name = `Zone Security Center Insights ${access}`;
    const query = `name=${encodeURIComponent(name)}&scope=com.cloudflare.api.account.zone`;
    const listed = await platform.api("GET", `/user/tokens/permission_groups?${query}`);
    expect(listed.body.result).toEqual([
      { id: ID, name, scopes: ["com.cloudflare.api.account.zone"], category: "app_security" },
    ]);
    const id = listed.body.result[0].id as string;
    const resources = { "com.cloudflare.api.account.zone.*": "*" };
    const policies = [{ effect: "allow", resources, permission_groups: [{ id }] }];
    const made = await platform.api("POST", "/user/tokens", { body: { name, policies } });
    expect(made.body.result.policies[0].permission_groups).toEqual([{ id, name }]);
  });

  it("accepts a name that a client has encoded twice", async () => {
    const answer = await platform.api("GET", "/user/tokens/permission_groups?name=Account%2520WAF%2520Read");
    expect(answer.body.result).toHaveLength(1);
  });

  it("lists the whole published catalogue at once, for an account without the groups of users", async () => {
    const ofUser = await platform.api("GET", "/user/tokens/permission_groups");
    expect(ofUser.body.result).toHaveLength(313);
    expect(ofUser.body.result_info).toBeUndefined();
    const ofAccount = await platform.api("GET", `/accounts/${platform.accountId}/tokens/permission_groups`);
    expect(ofAccount.body.result).toHaveLength(307);
  });

  it("pages if a page or a page size is named", async () => {
    const answer = await platform.api("GET", "/user/tokens/permission_groups?page=2&per_page=300");
    expect(answer.body.result).toHaveLength(13);
    expect(answer.body.result_info).toEqual({
      page: 2,
      per_page: 300,
      count: 13,
      total_count: 313,
      total_pages: 2,
    });
  });
});
