/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return -- answers are JSON of any shape, which the expectations state */
import { ok, refused } from "./envelopes";
import type { Scenario } from "./session";

export const accountTokens: Scenario = {
  name: "tokens of the account",
  async run(session, { vendor, accountId, zoneId }) {
    const tokens = `/accounts/${accountId}/tokens`;
    const body = {
      name: "contract scenario",
      policies: [
        {
          effect: "allow",
          resources: { [`com.${vendor}.api.account.zone.${zoneId}`]: "*" },
          permission_groups: [{ id: "dbc512b354774852af2b5a5f4ba3d470" }],
        },
      ],
    };
    const made = await session.call("create", "POST", tokens, {
      body,
      pick: ({ result }) => ({ name: result.name, status: result.status, prefix: result.value.slice(0, 5) }),
    });
    const { id, value } = made.result as { id: string; value: string };
    session.owns(`${tokens}/${id}`);
    session.name("id", id);
    await session.call("verify", "GET", `${tokens}/verify`, { token: value, pick: ({ result }) => result });
    await session.call("verify as a user", "GET", "/user/tokens/verify", { token: value });
    await session.call("read the user", "GET", "/user", { token: value });
    await session.call("roll", "PUT", `${tokens}/${id}/value`, {
      body: {},
      pick: ({ result }) => result.slice(0, 5),
    });
    await session.call("delete", "DELETE", `${tokens}/${id}`, { body: {} });
  },
  expected: [
    { step: "create", outcome: 200, value: { name: "contract scenario", status: "active", prefix: "cfat_" } },
    { step: "verify", outcome: 200, value: { id: "<id>", status: "active" } },
    { step: "verify as a user", outcome: 401, value: refused({ code: 1000, message: "Invalid API Token" }) },
    {
      step: "read the user",
      outcome: 403,
      value: refused({ code: 9109, message: "Valid user-level authentication not found" }),
    },
    { step: "roll", outcome: 200, value: "cfat_" },
    { step: "delete", outcome: 200, value: ok({ id: "<id>" }) },
  ],
};
