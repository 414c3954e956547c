import { ask, plain, renew, testEngine, type TestEngine } from "./lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "./platform";

export const KIND = "ZoneEntrypointRuleset";
export const PHASE = "http_request_firewall_custom";
export const RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;
export const ENTRYPOINT = `${RULESETS}/phases/${PHASE}/entrypoint`;

export const ADMIN = {
  ref: "admin",
  action: "managed_challenge",
  expression: 'http.request.uri.path eq "/admin"',
};
export const BOTS = { ref: "bots", action: "block", expression: "cf.client.bot", description: "no bots" };
export const COUNTRY = { ref: "country", action: "log", expression: 'ip.src.country eq "ZZ"' };
/** Arguments of a resource with the rules ADMIN and BOTS. */
export const ARGS = { zoneId: EXAMPLE_COM, phase: PHASE, rules: [ADMIN, BOTS] };

interface LiveRule {
  id: string;
  ref: string;
  action: string;
  expression: string;
  enabled: boolean;
}
interface LiveRuleset {
  id: string;
  version: string;
  rules: LiveRule[];
}

/** Returns a platform and an engine, new for each test, and functions for the entry point of PHASE. */
export function useEntrypoint() {
  const platform = useTestPlatform();
  let engine: TestEngine;
  beforeEach(async () => {
    await renew(platform);
    engine = testEngine(platform);
  });
  const live = async () => plain(await ask<LiveRuleset>(platform, "GET", ENTRYPOINT));
  return {
    platform,
    engine: () => engine,
    /** Returns the live entry point, with plain refs. */
    live,
    refs: async () => (await live()).rules.map(({ ref }) => ref),
    /** Creates the entry point with foreign rules. */
    foreign: (...rules: object[]) =>
      ask<LiveRuleset>(platform, "POST", RULESETS, { name: "default", kind: "zone", phase: PHASE, rules }),
    entrypointStatus: async () => (await platform.api("GET", ENTRYPOINT)).status,
  };
}

/** Returns requests without the ids in them. */
export function shapes(writes: readonly string[]): string[] {
  return writes.map((line) => line.replace(EXAMPLE_COM, "ZONE").replace(/[0-9a-f]{32}/g, "ID"));
}
