import { inspect } from "node:util";
import { createClient, EdgeError, ConnectionError, UnexpectedAnswerError } from "../../../provider/client";
import {
  ok,
  refused,
  rejection,
  settingsFor,
  startServer,
  testEnvironment,
  TOKEN,
  withServer,
  type ScriptedAnswer,
} from "../../contract/client/scripted-server";
import { ME, RULESET, tokenBody, ZONE } from "./samples";

describe("secrets", () => {
  /** Returns every visible representation of an error. */
  const seen = (error: unknown): string =>
    [
      inspect(error, { depth: Infinity, showHidden: true, getters: true }),
      inspect(structuredClone(error), { depth: Infinity, showHidden: true }),
      JSON.stringify(error),
      String(error),
      (error as Error).stack,
    ].join();

  it.each<[string, ScriptedAnswer]>([
    ["a refusal that repeats the secret", refused(400, { code: TOKEN, message: `bad token ${TOKEN}` })],
    [
      "a response of an unexpected form that contains the secret",
      { json: { result: { token: TOKEN }, success: true } },
    ],
    ["an HTML page that contains the secret", { text: `<html>${TOKEN}</html>` }],
    ["a broken connection", { drop: "before" }],
    ["a server error", { status: 500, text: TOKEN }],
  ])("do not appear in the error or the log after %s", (_, answer) =>
    withServer(
      () => answer,
      async ({ client, environment }) => {
        const error = await rejection(client.user.get());
        expect(error).toBeInstanceOf(EdgeError);
        expect(seen(error)).not.toContain(TOKEN);
        expect(environment.lines).toHaveLength(1);
        expect(environment.lines.join()).not.toContain(TOKEN);
      },
      { logLevel: "debug" },
    ),
  );

  it("do not appear in the error of a call without a response, which keeps nothing of the axios error", async () => {
    const server = await startServer([]);
    await server.close();
    const error = await rejection(createClient(settingsFor(server.origin), testEnvironment()).user.get());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).not.toHaveProperty("cause");
    expect(seen(error)).not.toContain(TOKEN);
  });

  it("do not appear in a printed client", () =>
    withServer([ok(ME)], async ({ client }) => {
      await client.user.get();
      const printed = inspect(client, { depth: Infinity, showHidden: true, getters: true });
      expect(printed + JSON.stringify(client)).not.toContain(TOKEN);
    }));

  it("do not appear in error or log if they were passed as an id, a network or a tag", () =>
    withServer(
      () => refused(404, { message: "no" }),
      async ({ client, environment }) => {
        const zone = { zoneId: ZONE };
        const request = { jsonrpc: "2.0", id: 1, method: TOKEN.slice(0, 3) } as const;
        const errors = await Promise.all(
          [
            client.zones.get(TOKEN),
            client.rulesets.entrypoint(zone, TOKEN),
            client.rulesets.byTag(zone, RULESET, "1", TOKEN),
            client.gateway.call(TOKEN, request),
          ].map(rejection),
        );
        expect(errors.map(seen).join()).not.toContain(TOKEN);
        expect(environment.lines.join()).not.toContain(TOKEN);
      },
      { logLevel: "debug" },
    ));

  it("do not appear in the log if they are part of the body", () =>
    withServer(
      ({ url }) => ok(url.includes("tokens") ? "canary-new-value" : []),
      async ({ client, environment }) => {
        await client.filters.validate('http.cookie eq "canary"');
        await client.tokens.roll({ user: true }, RULESET);
        expect(environment.lines).toHaveLength(2);
        expect(environment.lines.join()).not.toContain("canary");
      },
      { logLevel: "debug" },
    ));

  it("do not appear in the error if the response with a new token cannot be read", () =>
    withServer([ok({ id: 5, name: "t", value: "canary-new-value" })], async ({ client }) => {
      const error = await rejection(client.tokens.create({ user: true }, tokenBody));
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect(error).toMatchObject({ outcome: "unknown" });
      expect(seen(error)).not.toContain("canary");
    }));
});
