import { ask, identity, watch, withFaults, without, type Fault } from "../../support/lifecycle";
import { EXAMPLE_COM } from "../../support/platform";
import { parseRef } from "../../../provider/marks";
import { ADMIN, BOTS, COUNTRY, CUSTOM, useOwnership, type LiveRule } from "../../support/ownership";

const { platform, newRun, ZONE, KINDS, expectRefreshed } = useOwnership();

interface Live {
  readonly id: string;
  readonly rules: readonly LiveRule[];
}

/** A ruleset that a person made, and the resource that adopts rules of it. */
interface Case {
  readonly kind: string;
  readonly args: Record<string, unknown>;
  readonly scope: string;
  readonly body: object;
  /** The requests that write the marks. */
  readonly writes: readonly unknown[];
}

const accountId = String(KINDS.find(({ kind }) => kind === "Ruleset")?.args["accountId"]);
const RULES = [ADMIN, BOTS];
const PATCHES: readonly unknown[] = [
  expect.stringMatching(/^PATCH .*\/rules\/\w+$/),
  expect.stringMatching(/^PATCH .*\/rules\/\w+$/),
];
const zone = { zoneId: EXAMPLE_COM, phase: CUSTOM, rules: RULES };
const account = { accountId, phase: CUSTOM, rules: RULES };
const inZone = {
  scope: ZONE,
  body: { name: "default", kind: "zone", phase: CUSTOM, rules: [ADMIN, COUNTRY, BOTS] },
};
const inAccount = {
  scope: `/accounts/${accountId}`,
  body: { name: "default", kind: "root", phase: CUSTOM, rules: [ADMIN, COUNTRY, BOTS] },
};

const CASES: readonly [string, Case][] = [
  [
    "a zone, beside a foreign rule",
    { kind: "ZoneEntrypointRuleset", args: zone, ...inZone, writes: PATCHES },
  ],
  [
    "a zone that one resource owns",
    {
      kind: "ZoneEntrypointRuleset",
      args: { ...zone, ownership: "exclusive" },
      scope: ZONE,
      body: { ...inZone.body, rules: RULES },
      writes: [`PUT ${ZONE}/rulesets/phases/${CUSTOM}/entrypoint`],
    },
  ],
  [
    "an account, beside a foreign rule",
    { kind: "AccountEntrypointRuleset", args: account, ...inAccount, writes: PATCHES },
  ],
  [
    "a custom ruleset",
    {
      kind: "Ruleset",
      args: { ...account, name: "by hand" },
      scope: `/accounts/${accountId}`,
      body: { name: "by hand", kind: "custom", phase: CUSTOM, rules: RULES },
      writes: [expect.stringMatching(/^PUT .*\/rulesets\/\w+$/)],
    },
  ],
];

describe.each(CASES)(
  "exact refs that the program no longer asks for, in %s",
  (_, { kind, args, scope, body, writes: expected }) => {
    const own = { __mark: identity("one") };
    const adopting = { ...args, ...own, refs: "exact", takeOver: true };
    const make = () => ask<Live>(platform, "POST", `${scope}/rulesets`, body);
    const live = async ({ id }: Live) => (await ask<Live>(platform, "GET", `${scope}/rulesets/${id}`)).rules;
    /** Expects the mark on each declared rule, and every other member and the order as before. */
    const expectMarked = async (before: Live) => {
      const now = await live(before);
      const unmarked = now.map((rule) => ({ ...rule, ref: parseRef(rule.ref).ref }));
      const content = (rules: readonly LiveRule[]) =>
        rules.map((rule) => ({ ...rule, version: undefined, last_updated: undefined }));
      expect(content(unmarked)).toEqual(content(before.rules));
      for (const { ref } of now)
        expect([ref, parseRef(ref).mark !== undefined]).toEqual([ref, !ref.startsWith(COUNTRY.ref)]);
    };

    it.each([
      ["takeOver stays", without(adopting, "refs")],
      ["takeOver goes too", { ...args, ...own }],
    ])("writes each own rule once, with its mark, in its position; %s", async (_, next) => {
      const before = await make();
      const adopted = await watch(platform, () => newRun().up(kind, adopting));
      expect(adopted.writes).toEqual([]);
      expect(await newRun().preview(kind, next, adopted.result)).toBe("update");
      const marked = await watch(platform, () => newRun().up(kind, next, adopted.result));
      expect(marked.writes).toEqual(expected);
      await expectMarked(before);
      const again = newRun();
      expect(await again.preview(kind, next, marked.result)).toBe("same");
      await expectRefreshed(again, kind, marked.result);
    });

    it("writes the rest of the marks in the next update if one write fails", async () => {
      const before = await make();
      const adopted = await newRun().up(kind, adopting);
      const next = { ...args, ...own };
      const faults: readonly Fault[] = [
        { method: "PATCH", path: `/rules/${before.rules.at(-1)!.id}$`, kind: "status", status: 403 },
        { method: "PUT", path: "/rulesets/", kind: "status", status: 403 },
      ];
      const { state = adopted } = await withFaults(platform, faults, () =>
        newRun().stopped(kind, next, adopted),
      );
      expect(await newRun().preview(kind, next, state)).toBe("update");
      const marked = await newRun().up(kind, next, state);
      await expectMarked(before);
      expect(await newRun().preview(kind, next, marked)).toBe("same");
    });

    it("belong to the first stack that takes them over, unless a person assigns them to another", async () => {
      const before = await make();
      const blog = { ...adopting, __mark: identity("one", "blog") };
      const first = await newRun().up(kind, adopting);
      expect(await newRun().preview(kind, without(adopting, "takeOver"), first)).toBe("same");
      const ids = Object.values(first.outs["ruleIds"] as Record<string, string>);
      const { result, writes } = await watch(platform, () => newRun({}, { of: "blog" }).stopped(kind, blog));
      expect(writes).toEqual([]);
      for (const id of ids) {
        expect(result.message).toContain(
          `(id ${id}) belongs to shop/prod, according to the record of this machine`,
        );
        expect(result.message).toContain(`take the rule over with EDGE_TAKE_OVER=${id}`);
      }
      const named = await watch(platform, () => newRun({}, { of: "blog", takeOver: ids }).up(kind, blog));
      expect(named.result.outs["ruleIds"]).toEqual(first.outs["ruleIds"]);
      expect(named.writes).toEqual([]);
      expect(await live(before)).toEqual(before.rules);
    });

    it("writes plain refs again if the program asks for exact ones again", async () => {
      const before = await make();
      const marked = await newRun().up(kind, { ...args, ...own }, await newRun().up(kind, adopting));
      const exact = await newRun().up(kind, without(adopting, "takeOver"), marked);
      expect((await live(before)).map(({ id, ref }) => ({ id, ref }))).toEqual(
        before.rules.map(({ id, ref }) => ({ id, ref })),
      );
      expect(await newRun().preview(kind, without(adopting, "takeOver"), exact)).toBe("same");
    });
  },
);
