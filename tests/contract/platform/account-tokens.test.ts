/* eslint-disable @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { bearer, EXAMPLE_COM, failed, ok, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const body = {
  name: "of the account",
  policies: [
    {
      effect: "allow",
      resources: { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" },
      permission_groups: [{ id: "fb6778dc191143babbfaa57993f1d275" }],
    },
  ],
};

describe("tokens of an account", () => {
  it("are created, read, replaced, rolled, verified and deleted below the account", async () => {
    const tokens = `/accounts/${platform.accountId}/tokens`;
    const made = await platform.api("POST", tokens, { body: body });
    expect(made.status).toBe(200);
    const { id, value } = made.body.result as { id: string; value: string };
    expect(value).toMatch(/^cfat_/);
    expect((await platform.api("GET", tokens)).body.result).toEqual([
      expect.objectContaining({ id, creator_email_at_creation: "admin@example.com" }),
    ]);
    expect((await platform.api("GET", `${tokens}/verify`, { headers: bearer(value) })).body.result).toEqual({
      id,
      status: "active",
    });
    const replaced = await platform.api("PUT", `${tokens}/${id}`, { body: { ...body, name: "new" } });
    expect(replaced.body.result.name).toBe("new");
    const rolled = await platform.api("PUT", `${tokens}/${id}/value`, { body: {} });
    expect(rolled.body.result).toMatch(/^cfat_/);
    expect((await platform.api("GET", `${tokens}/permission_groups`)).status).toBe(200);
    expect((await platform.api("DELETE", `${tokens}/${id}`)).body).toEqual(ok({ id }));
  });

  it("are refused on routes of the user", async () => {
    const made = await platform.api("POST", `/accounts/${platform.accountId}/tokens`, { body });
    const { value } = made.body.result as { value: string };
    const verified = await platform.api("GET", "/user/tokens/verify", { headers: bearer(value) });
    expect([verified.status, verified.body]).toEqual([
      401,
      failed({ code: 1000, message: "Invalid API Token" }),
    ]);
    const user = await platform.api("GET", "/user", { headers: bearer(value) });
    expect([user.status, user.body]).toEqual([
      403,
      failed({ code: 9109, message: "Valid user-level authentication not found" }),
    ]);
  });
});
