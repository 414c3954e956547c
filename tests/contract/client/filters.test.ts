import { isInvalidRequest } from "../../../provider/client";
import { ok, rejection, withServer } from "./scripted-server";

/** As documented: header, expression in backticks, marker and cause, each with a line break. */
const PICTURE =
  "Filter parsing error:\n`ip.src==34`\n          ^^ couldn't parse address in network: invalid IP address syntax\n";
const failure = {
  status: 400,
  json: { result: null, success: false, errors: [{ message: PICTURE }], messages: null },
};

describe("filters.validate", () => {
  it("posts the expression as JSON", () =>
    withServer([ok(null)], async ({ server, client }) => {
      await client.filters.validate('http.host eq "a" and\nip.src in {192.0.2.0/24}');
      expect(server.seen).toMatchObject([
        {
          method: "POST",
          url: "/client/v4/filters/validate-expr",
          body: { expression: 'http.host eq "a" and\nip.src in {192.0.2.0/24}' },
        },
      ]);
    }));

  it.each([[ok({ id: 1 })], [{ json: { result: null, success: true, errors: null, messages: null } }]])(
    "accepts any result, since none is documented: %j",
    (answer) =>
      withServer([answer], async ({ client }) => {
        await expect(client.filters.validate("true")).resolves.toBeUndefined();
      }),
  );

  it("keeps the whole error text, line by line", () =>
    withServer([failure], async ({ client }) => {
      const error = await rejection(client.filters.validate("ip.src==34"));
      expect(isInvalidRequest(error)).toBe(true);
      expect(error).toMatchObject({
        serverMessage: PICTURE,
        message: "POST /filters/validate-expr: refused with 400",
      });
    }));
});
