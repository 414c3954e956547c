import { isChanged, isNotFound, isRateLimit } from "../../../provider/client";
import {
  ok,
  refused,
  rejection,
  withServer,
  type ScriptedAnswer,
} from "../../contract/client/scripted-server";
import { busy, PHASE, RULE, ruleset, RULESET, ZONE } from "./samples";

const SCOPE = { zoneId: ZONE };
const READ = `GET /client/v4/zones/${ZONE}/rulesets/${RULESET}`;
const DELETE = READ.replace("GET", "DELETE");
const wait25: ScriptedAnswer = { status: 429, text: "", headers: { "retry-after": "25" } };
const gone: ScriptedAnswer = { status: 204, text: "" };
const changed = { ...ruleset, version: "3" };
const read = ok(ruleset);

const TOKEN = { id: RULE, name: "ci", status: "active", policies: [], modified_on: "2030-01-01T00:00:00Z" };

describe("a removal that relies on a read", () => {
  it.each<[string, ScriptedAnswer]>([
    ["429 with a wait", wait25],
    ["503", busy],
    ["a lost answer", { drop: "before" }],
  ])("reads again before it is repeated after %s", (_, failure) =>
    withServer([read, failure, read, gone], async ({ server, client }) => {
      await client.rulesets.remove(SCOPE, RULESET, await client.rulesets.get(SCOPE, RULESET));
      expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([READ, DELETE, READ, DELETE]);
    }),
  );

  it("waits as long as the API asks before it reads again", () =>
    withServer([read, wait25, read, gone], async ({ client, environment }) => {
      const started = environment.now();
      await client.rulesets.remove(SCOPE, RULESET, await client.rulesets.get(SCOPE, RULESET));
      expect(environment.now() - started).toBe(25_000);
    }));

  it("is not repeated if somebody has changed the ruleset", () =>
    withServer([read, wait25, ok(changed), gone], async ({ server, client }) => {
      const live = await client.rulesets.get(SCOPE, RULESET);
      const error = await rejection(client.rulesets.remove(SCOPE, RULESET, live));
      expect(isChanged(error)).toBe(true);
      expect(String(error)).toContain("version 2 was read, and 3 is live");
      expect(server.seen.filter(({ method }) => method === "DELETE")).toHaveLength(1);
    }));

  it("says that the ruleset is gone if the lost answer was a success", () =>
    withServer([read, busy, refused(404, { code: 10001, message: "gone" })], async ({ client }) => {
      const live = await client.rulesets.get(SCOPE, RULESET);
      expect(isNotFound(await rejection(client.rulesets.remove(SCOPE, RULESET, live)))).toBe(true);
    }));

  it.each([
    [15_000, [READ, DELETE]],
    [15_001, [READ, READ, DELETE]],
  ])("after %s ms sends %j", (age, requests) =>
    withServer(
      ({ method }) => (method === "GET" ? read : gone),
      async ({ server, client, environment }) => {
        const live = await client.rulesets.get(SCOPE, RULESET);
        await environment.sleep(age);
        await client.rulesets.remove(SCOPE, RULESET, live);
        expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(requests);
      },
    ),
  );

  it("reads again if it has waited for the rate limiter", () => {
    const last = { ...read, headers: { ratelimit: '"default";r=0;t=20' } };
    return withServer([last, read, gone], async ({ server, client }) => {
      await client.rulesets.remove(SCOPE, RULESET, await client.rulesets.get(SCOPE, RULESET));
      expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([READ, READ, DELETE]);
    });
  });

  it("is not sent if the rate limit leaves no room for it soon after any read", () => {
    const last = { ...read, headers: { ratelimit: '"default";r=0;t=20' } };
    return withServer(
      () => last,
      async ({ server, client }) => {
        const live = await client.rulesets.get(SCOPE, RULESET);
        const error = await rejection(client.rulesets.remove(SCOPE, RULESET, live));
        expect(isRateLimit(error)).toBe(true);
        expect(String(error)).toContain("more than 15 s old");
        expect(server.seen.map(({ method }) => method)).not.toContain("DELETE");
      },
    );
  });

  it("applies to the items of a list, and to a replacement and a change", () =>
    withServer(
      ({ method, url }) =>
        method !== "GET" ? wait25 : url.endsWith("/rulesets") ? ok([ruleset]) : ok(changed),
      async ({ server, client }) => {
        for (const write of [
          (live: typeof ruleset) => client.rulesets.remove(SCOPE, RULESET, live),
          (live: typeof ruleset) => client.rulesets.removeRule(SCOPE, RULESET, RULE, live),
          (live: typeof ruleset) => client.rulesets.replace(SCOPE, RULESET, {}, live),
          (live: typeof ruleset) => client.rulesets.replaceEntrypoint(SCOPE, PHASE, {}, live),
          (live: typeof ruleset) =>
            client.rulesets.patchRule(SCOPE, RULESET, RULE, { position: { before: "" } }, live),
        ]) {
          const [live] = await client.rulesets.list(SCOPE);
          server.seen.length = 0;
          expect(isChanged(await rejection(write(live as typeof ruleset)))).toBe(true);
          expect(server.seen.map(({ method }) => method === "GET")).toEqual([false, true]);
        }
      },
    ));

  it("of a token reads the token again, and is not repeated if somebody has changed it", () =>
    withServer([ok(TOKEN), wait25, ok({ ...TOKEN, name: "adopted" })], async ({ server, client }) => {
      const owner = { user: true } as const;
      const error = await rejection(client.tokens.remove(owner, RULE, await client.tokens.get(owner, RULE)));
      expect(isChanged(error)).toBe(true);
      expect(server.seen.map(({ method }) => method)).toEqual(["GET", "DELETE", "GET"]);
    }));
});
