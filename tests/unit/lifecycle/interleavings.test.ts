import fc from "fast-check";
import type { StoredRule } from "../../../emulator/store/rulesets";
import type { RuleWrite } from "../../../provider/api";
import {
  createClient,
  hasCode,
  isInvalidRequest,
  isNotFound,
  type EdgeClient,
} from "../../../provider/client";
import { noAttempts, noExactRules } from "../../support/attempts";
import {
  lifecycles,
  newRun,
  PartialFailure,
  type Context,
  type Properties,
} from "../../../provider/lifecycle";
import type { ResourceKind } from "../../../provider/properties";
import { newNonce } from "../../../provider/marks";
import { PausedRulesets, type EntrypointCalls } from "../../support/paused-rulesets";
import { UNREACHABLE } from "../../support/unreachable";

/**
 * Two stacks, an OwaspConfig and a person who edits by hand, all in one entry point at once. Every request waits for its turn,
 * and fast-check chooses whose turn it is.
 */
const ZONE = "1".repeat(32);
const PHASE = "http_request_firewall_managed";
const SCOPE = { zoneId: ZONE };
const RUNS = 1_000;
// Half a minute of work on two cores that others use as well.
jest.setTimeout(300_000);

/** A rule that skips the rest of the entry point: the phase accepts no other action beside `execute`. */
interface Rule {
  readonly ref: string;
  readonly expression: string;
}
const SKIP = { ruleset: "current" } as const;

function inProgram(rule: Rule) {
  return { ...rule, action: "skip", actionParameters: SKIP };
}

function onTheWire(rule: Rule): RuleWrite {
  return { ...rule, action: "skip", action_parameters: SKIP };
}

/** A run of a program of one resource: one process, and so one client. */
async function run(
  calls: EntrypointCalls,
  kind: ResourceKind,
  args: Properties,
  state?: State,
): Promise<State> {
  const lifecycle = lifecycles[kind];
  const client: EdgeClient = { ...createClient(UNREACHABLE), rulesets: calls as EdgeClient["rulesets"] };
  const context: Context = {
    now: () => new Date(0),
    newNonce,
    settings: () => UNREACHABLE,
    client: () => client,
    log: () => undefined,
    details: false,
    attempts: noAttempts,
    exactRules: noExactRules,
    hasEngineEnded: () => Promise.resolve(false),
    exportStack: () => Promise.resolve({ reason: "there is none" }),
    takeOver: new Set(),
    run: newRun(),
  };
  const { inputs, problems } = await lifecycle.check(context, state?.inputs ?? {}, args);
  expect(problems).toEqual([]);
  try {
    if (!state) {
      const { id, outputs } = await lifecycle.create(context, inputs);
      return { id, inputs, outputs };
    }
    return {
      id: state.id,
      inputs,
      outputs: await lifecycle.update(context, state.id, state.outputs, inputs),
    };
  } catch (error) {
    // As the engine does: what is known is kept, and the person runs it again.
    if (!(error instanceof PartialFailure)) throw error;
    return run(calls, kind, args, { id: error.id, inputs, outputs: error.outputs });
  }
}

interface State {
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

type Lists = readonly (readonly Rule[])[];

async function stack(calls: EntrypointCalls, lists: Lists, position: unknown): Promise<void> {
  let state: State | undefined;
  for (const rules of lists) {
    const args = {
      zoneId: ZONE,
      phase: PHASE,
      rules: rules.map(inProgram),
      ...(position !== undefined && { position }),
    };
    state = await run(calls, "ZoneEntrypointRuleset", args, state);
  }
}

async function owasp(calls: EntrypointCalls, levels: readonly number[]): Promise<void> {
  let state: State | undefined;
  for (const paranoiaLevel of levels) {
    state = await run(calls, "OwaspConfig", { zoneId: ZONE, paranoiaLevel, scoreThreshold: 40 }, state);
  }
}

/** Reads all rules, and puts all of them back with its own among them: what most tools do. */
async function naiveStack(calls: EntrypointCalls, lists: Lists): Promise<void> {
  let before: readonly Rule[] = [];
  for (const rules of lists) {
    const live = await calls.entrypoint(SCOPE, PHASE).catch(() => undefined);
    const own = new Set([...before, ...rules].map(({ ref }) => ref));
    // Of what is answered, a PUT takes the members of RuleWrite.
    const others = (live?.rules ?? []).filter(({ ref }) => !own.has(ref ?? "")).map(asWrite);
    await calls.replaceEntrypoint(SCOPE, PHASE, { rules: [...rules.map(onTheWire), ...others] });
    before = rules;
  }
}

function asWrite({ id, ref, action = "", expression = "", action_parameters }: ReturnedRule): RuleWrite {
  return { id, ref, action, expression, ...(action_parameters && { action_parameters }) };
}
type ReturnedRule = NonNullable<Awaited<ReturnType<EntrypointCalls["entrypoint"]>>["rules"]>[number];

type Edit = { readonly kind: "add" | "change" | "remove"; readonly index: number };

/** Somebody with a dashboard: adds rules at the end, changes and removes those. Gives those that are to be there at the end. */
async function person(calls: EntrypointCalls, edits: readonly Edit[]): Promise<Rule[]> {
  const mine = new Map<string, Rule>();
  let made = 0;
  for (const { kind, index } of edits) {
    const [known] = [...mine.values()].slice(index % Math.max(mine.size, 1));
    if (kind === "add" || !known) {
      const rule = { ref: `p${(made += 1)}`, expression: "ssl" };
      await addByHand(calls, rule);
      mine.set(rule.ref, rule);
      continue;
    }
    const { id, rules = [] } = await calls.entrypoint(SCOPE, PHASE);
    const ruleId = rules?.find(({ ref }) => ref === known.ref)?.id ?? "gone";
    const changed = { ...known, expression: known.expression === "ssl" ? "not ssl" : "ssl" };
    // With the naive writer, somebody's rule may be lost.
    const done = await (
      kind === "change"
        ? calls.patchRule(SCOPE, id, ruleId, onTheWire(changed))
        : calls.removeRule(SCOPE, id, ruleId)
    ).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
      return undefined;
    });
    if (kind === "remove") mine.delete(known.ref);
    else if (done) mine.set(known.ref, changed);
  }
  return [...mine.values()];
}

async function addByHand(calls: EntrypointCalls, rule: Rule): Promise<void> {
  try {
    const { id } = await calls.entrypoint(SCOPE, PHASE);
    await calls.addRule(SCOPE, id, onTheWire(rule));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    try {
      await calls.create(SCOPE, { name: "default", kind: "zone", phase: PHASE, rules: [onTheWire(rule)] });
    } catch (refusal) {
      if (!hasCode(refusal, 20217)) throw refusal;
      await addByHand(calls, rule);
    }
  }
}

const ruleLists = (prefix: string) =>
  fc.array(
    fc
      .shuffledSubarray([1, 2, 3, 4], { minLength: 1 })
      .chain((numbers) =>
        fc.tuple(
          ...numbers.map((number) =>
            fc
              .constantFrom("ssl", "not ssl")
              .map((expression): Rule => ({ ref: `${prefix}${number}`, expression })),
          ),
        ),
      ),
    { minLength: 1, maxLength: 3 },
  );

const script = fc.record({
  /** Whether the person has made the entry point before, with a rule that the second stack stands behind. */
  anchored: fc.boolean(),
  first: ruleLists("a"),
  second: ruleLists("b"),
  levels: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 2 }),
  edits: fc.array(fc.record({ kind: fc.constantFrom("add", "add", "change", "remove"), index: fc.nat(5) }), {
    maxLength: 4,
  }),
});
type Script = typeof script extends fc.Arbitrary<infer T> ? T : never;

const ANCHOR: Rule = { ref: "anchor", expression: "ssl" };

/** Plays a script to its end, with the writers as given. What is there then, and what the person left of her own. */
async function play(
  scheduler: fc.Scheduler,
  { anchored, first, second, edits }: Script,
  writers: (calls: EntrypointCalls) => readonly Promise<void>[],
) {
  const zone = new PausedRulesets();
  if (anchored)
    await addByHand(
      zone.callsOf(() => Promise.resolve()),
      ANCHOR,
    );
  const calls = zone.callsOf((call) => scheduler.schedule(Promise.resolve(), call));
  const hand = person(calls, edits);
  const all = Promise.all([hand, ...writers(calls)]);
  await scheduler.waitFor(all);
  const last = (lists: Lists) => lists.at(-1) ?? [];
  return {
    zone,
    live: zone.rulesOf(PHASE),
    first: last(first),
    second: last(second),
    byHand: [...(anchored ? [ANCHOR] : []), ...(await hand)],
  };
}

const contentOf = (rules: readonly StoredRule[], refs: RegExp) =>
  rules.flatMap(({ ref = "", expression = "" }) => (refs.test(ref) ? [{ ref, expression }] : []));

describe(`${RUNS.toLocaleString("en")} random interleavings of two stacks, an OwaspConfig and a person`, () => {
  it("lose nothing, and keep every order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), script, async (scheduler, given) => {
        const behind = given.anchored ? { after: "anchor" } : undefined;
        const { live, first, second, byHand } = await play(scheduler, given, (calls) => [
          owasp(calls, given.levels),
          stack(calls, given.first, "first"),
          stack(calls, given.second, behind),
        ]);
        // Each has its own rules with their content in its own order, and nothing that was removed.
        expect(contentOf(live, /^a/).filter(({ ref }) => ref !== "anchor")).toEqual(first);
        expect(contentOf(live, /^b/)).toEqual(second);
        expect(contentOf(live, /^(p|anchor)/)).toEqual(byHand);
        const deploying = live.filter(({ action }) => action === "execute");
        expect(deploying).toHaveLength(1);
        const off = 4 - (given.levels.at(-1) ?? 0);
        const { categories = [] } = deploying[0]?.action_parameters?.["overrides"] as { categories?: [] };
        expect(categories).toHaveLength(off);
        // The first stack stands before all others, the second one behind the rule that it names.
        expect(live.slice(0, first.length).map(({ ref }) => ref)).toEqual(first.map(({ ref }) => ref));
        if (given.anchored) {
          const refs = live.map(({ ref }) => ref);
          for (const { ref } of second) expect(refs.indexOf(ref)).toBeGreaterThan(refs.indexOf("anchor"));
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("lose rules where the stacks put the whole list", async () => {
    let lost = 0;
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), script, async (scheduler, given) => {
        const { live, first, second, byHand } = await play(scheduler, given, (calls) => [
          // Its rule is lost and, put back by an older list, is there again: what it sends is then refused.
          owasp(calls, given.levels).catch((error: unknown) => {
            if (!isInvalidRequest(error)) throw error;
          }),
          naiveStack(calls, given.first),
          naiveStack(calls, given.second),
        ]);
        const there = new Set(live.map(({ ref }) => ref));
        const missing = [...first, ...second, ...byHand].filter(({ ref }) => !there.has(ref)).length;
        lost += missing + (live.some(({ action }) => action === "execute") ? 0 : 1);
        runs += 1;
      }),
      { numRuns: RUNS },
    );
    process.stdout.write(`A writer that puts the whole list lost ${lost} rules in ${runs} interleavings.\n`);
    expect(lost).toBeGreaterThan(0);
  });
});
