/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return -- answers are JSON of any shape, which the expectations state */
import { ok, refused } from "./envelopes";
import type { Scenario } from "./session";

const missing = refused({
  code: 10003,
  message: "could not find entrypoint ruleset in the http_request_late_transform phase",
});

const ruleset = {
  id: "<ruleset>",
  name: "default",
  kind: "zone",
  version: "1",
  last_updated: "<time>",
  phase: "http_request_late_transform",
};

export const entryPoints: Scenario = {
  name: "entry points",
  async run(session, { zoneId }) {
    const at = `/zones/${zoneId}/rulesets/phases/http_request_late_transform/entrypoint`;
    await session.call("get before it is made", "GET", at);
    await session.call("versions before it is made", "GET", `${at}/versions`);
    await session.call("version 1 before it is made", "GET", `${at}/versions/1`, {
      pick: ({ result }) => result,
    });
    await session.call("replace with kind", "PUT", at, { body: { kind: "zone", rules: [] } });
    const made = await session.call("replace makes it", "PUT", at, { body: { rules: [] } });
    session.owns(`/zones/${zoneId}/rulesets/${made.result.id}`);
    session.name("ruleset", made.result.id);
    await session.call("get", "GET", at);
    await session.call("versions", "GET", `${at}/versions`);
  },
  expected: [
    { step: "get before it is made", outcome: 404, value: missing },
    { step: "versions before it is made", outcome: 200, value: ok([]) },
    { step: "version 1 before it is made", outcome: 404, value: null },
    {
      step: "replace with kind",
      outcome: 400,
      value: refused({ message: 'invalid JSON: unknown field "kind"' }),
    },
    { step: "replace makes it", outcome: 200, value: ok(ruleset) },
    { step: "get", outcome: 200, value: ok(ruleset) },
    { step: "versions", outcome: 200, value: ok([ruleset]) },
  ],
};
