/* eslint-disable @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return -- answers are JSON of any shape, which the expectations state */
import { ok } from "./envelopes";
import type { Scenario } from "./session";

export const permissionGroups: Scenario = {
  name: "permission groups",
  async run(session, { accountId }) {
    const scope = "com.cloudflare.api.account.zone";
    const query = `permission_groups?name=${encodeURIComponent("Zone WAF Read")}&scope=${scope}`;
    await session.call("by name and scope", "GET", `/user/tokens/${query}`);
    await session.call("of the account", "GET", `/accounts/${accountId}/tokens/${query}`);
    await session.call("by a name that repeats", "GET", "/user/tokens/permission_groups?name=Logs%20Read", {
      pick: ({ result }) => result.map(({ scopes }: { scopes: string[] }) => scopes[0]).sort(),
    });
  },
  expected: [
    ...["by name and scope", "of the account"].map((step) => ({
      step,
      outcome: 200,
      value: ok([
        {
          id: "dbc512b354774852af2b5a5f4ba3d470",
          name: "Zone WAF Read",
          scopes: ["com.cloudflare.api.account.zone"],
        },
      ]),
    })),
    {
      step: "by a name that repeats",
      outcome: 200,
      value: ["com.cloudflare.api.account", "com.cloudflare.api.account.zone"],
    },
  ],
};
