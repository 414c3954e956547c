import { bearer, failed, ok, useTestPlatform } from "../../support/platform";
import { wire, ZONE_WAF_WRITE } from "../../support/tokens";

const platform = useTestPlatform();

async function createToken() {
  const answer = await platform.api("POST", "/user/tokens", {
    body: {
      name: "edit one zone",
      policies: wire(ZONE_WAF_WRITE),
      not_before: "2020-01-01T00:00:00Z",
      expires_on: "2099-01-01T00:00:00Z",
    },
  });
  // A missing member fails the expectations.
  return (answer.body as { result: { id: string; value: string } }).result;
}

describe("DELETE /user/tokens/{id}", () => {
  it("answers the id, and revokes the token at once", async () => {
    const { id, value } = await createToken();
    const answer = await platform.api("DELETE", `/user/tokens/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(ok({ id }));
    expect((await platform.api("GET", `/user/tokens/${id}`)).status).toBe(404);
    const verified = await platform.api("GET", "/user/tokens/verify", { headers: bearer(value) });
    expect(verified.status).toBe(401);
    expect(verified.body).toEqual(
      failed(expect.objectContaining({ code: 1000, message: "Invalid API Token" })),
    );
  });
});

describe("PUT /user/tokens/{id}/value", () => {
  it("answers the new value as a string, and revokes the old value at once", async () => {
    const { id, value } = await createToken();
    const answer = await platform.api("PUT", `/user/tokens/${id}/value`, { body: {} });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(ok(expect.stringMatching(/^cfut_/)));
    const verify = (token: string) => platform.api("GET", "/user/tokens/verify", { headers: bearer(token) });
    expect((await verify((answer.body as { result: string }).result)).status).toBe(200);
    expect((await verify(value)).status).toBe(401);
  });
});

describe("GET /user/tokens/verify", () => {
  it("reports the status of the request's token, which needs no permission", async () => {
    const { id, value } = await createToken();
    const answer = await platform.api("GET", "/user/tokens/verify", { headers: bearer(value) });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      result: {
        id,
        status: "active",
        not_before: "2020-01-01T00:00:00Z",
        expires_on: "2099-01-01T00:00:00Z",
      },
      success: true,
      errors: [],
      messages: [{ code: 10000, message: "This API Token is valid and active", type: null }],
    });
  });
});
