import type { Rule, Ruleset } from "../../../provider/api";
import { createClient } from "../../../provider/client";
import { HandOver } from "../../../provider/lifecycle/hand-over";
import { changeRuleset, declaredRule, noProgress } from "../../../provider/lifecycle/ruleset/writes";
import { UNREACHABLE } from "../../support/unreachable";

const ZONE = { zoneId: "8792051aba8a6d2f17833905d155bcad" };
const PHASE = "http_request_firewall_custom";
const RULE = { ref: "admin", action: "block", expression: "ssl" } as const;

/** Writes a ruleset that is already as declared, and returns whether others learn then that the rule of an entry point was written. */
async function isAnnounced(kind: "zone" | "custom"): Promise<boolean> {
  const rule: Rule = { ...RULE, id: "a".repeat(32), version: "1", last_updated: "2026-11-28T00:00:00Z" };
  const live: Ruleset = {
    id: "b".repeat(32),
    name: "shared",
    kind,
    phase: PHASE,
    version: "1",
    last_updated: "2026-11-28T00:00:00Z",
    description: "",
    rules: [rule],
  };
  const handOver = new HandOver();
  const client = createClient(UNREACHABLE);
  const find = () => Promise.resolve(live);
  const job = { client, scope: ZONE, subject: "it", find, owner: "mark", handOver, log: () => undefined };
  const plan = {
    kind,
    phase: PHASE,
    rules: [RULE],
    ours: new Set(["admin"]),
    ownership: "exclusive",
  } as const;
  await changeRuleset({ ...job, plan }, live, noProgress());
  return handOver.arrivalOf(declaredRule(ZONE, PHASE, "admin"));
}

describe("a rule that moves from one resource of an entry point to another", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it("has arrived once an entry point resource has written it", async () => {
    expect(await isAnnounced("zone")).toBe(true);
  });

  it("has not arrived because a custom ruleset of the same phase has a rule of its ref", async () => {
    const announced = isAnnounced("custom");
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await announced).toBe(false);
  });
});
