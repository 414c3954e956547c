import { Front } from "../faults/front";
import { ACCOUNT, COM } from "../faults/places";
import { startProcess } from "../faults/provider-process";
import { randomOf, type Random } from "../faults/random";
import { World, type Snapshot } from "../faults/world";
import { EngineModel, type Run } from "../support/engine-model/engine-model";
import { omit } from "../support/omit";
import type { Entry, Goal, Properties } from "../support/engine-model/steps";
import { goalsOf, KINDS, nameIn, ruleOf } from "./goals";
import { GUARDS, type Guard } from "./guards";
import { declaredProblems, foreignProblems, idProblems, type Foreign } from "./judge";
import { openRealEngine, type Door, type Engine } from "./real-engine";
import { CUSTOM, liveOf, OWASP, plainOf, RULESET_NAME, type Live } from "./live";
import { changed, firstProgram, ITEMS, LISTS, REFS, shown, type Program, type Resource } from "./program";

const STEPS = 5;

export interface Played {
  readonly story: readonly string[];
  readonly problems: readonly string[];
  readonly runs: number;
  readonly refused: number;
}

/** What a refusal may be about: the program has not named what somebody else has made. */
const REFUSALS = [
  /that this resource did not create/,
  /The update stops, since ownership is "exclusive"/,
  /that this resource did not make already exists/,
  /the zone already deploys/,
];

/** Plays random programs and random edits of them with the model of the engine. */
export class Histories {
  private constructor(
    private readonly world: World,
    private readonly front: Front,
    private readonly empty: Snapshot,
    private readonly engine: Engine,
    private readonly end: () => Promise<void> = () => Promise.resolve(),
  ) {}

  /** @param broken a guard that does not hold, to see that these histories notice */
  static async open(broken?: Guard): Promise<Histories> {
    const world = new World();
    const front = await Front.start(world);
    const engine = new EngineModel(() =>
      startProcess(world, front, {}, ({ handOver }) => {
        if (broken) Object.assign(handOver, { [broken]: GUARDS[broken].broken });
      }),
    );
    return new Histories(world, front, world.snapshot(), engine);
  }

  /** With the real engine, by that door. */
  static async openReal(door: Door): Promise<Histories> {
    const { world, front, engine } = await openRealEngine(door);
    return new Histories(world, front, world.snapshot(), engine, () => engine.dispose());
  }

  async close(): Promise<void> {
    await this.end();
    await this.front.close();
  }

  async play(seed: number): Promise<Played> {
    this.world.restore(this.empty);
    const { world, front, engine } = this;
    const history = new History(world, front, engine, randomOf(seed));
    return history.play();
  }
}

class History {
  private readonly story: string[] = [];
  private readonly problems: string[] = [];
  private readonly foreign: Foreign = {
    rules: new Map(),
    items: new Map(),
    lists: new Set(),
    free: new Set(),
    deployment: undefined,
    ruleset: undefined,
  };
  /** Ids of what a refresh has shown to an exclusive owner. */
  private readonly seen = new Set<string>();
  private names = 0;
  private runs = 0;
  private refused = 0;
  private state: readonly Entry[] = [];

  constructor(
    private readonly world: World,
    private readonly front: Front,
    private readonly engine: Engine,
    private readonly random: Random,
  ) {}

  async play(): Promise<Played> {
    const { random } = this;
    const adopted = random.chance(0.5);
    if (adopted) await this.makeByHand();
    let program = firstProgram(random, adopted);
    const earlier: Program[] = [];
    this.say(`declares ${[...program].map(([name, one]) => `${name}: ${shown(one)}`).join("; ")}`);
    for (let step = 0; step < STEPS; step += 1) {
      const replaced = random.chance(0.15) ? random.pick([...program.keys(), ""]) : "";
      const isBroken = step > 0 && random.chance(0.3);
      const isGood = await this.up(program, { replaced, isBroken });
      if (this.problems.length > 0) break;
      if (isGood) earlier.push(program);
      if (random.chance(0.2)) await this.writeByHand();
      if (random.chance(0.2)) await this.refresh();
      program = this.next(program, earlier, isGood);
    }
    if (this.problems.length === 0) await this.up(earlier.at(-1) ?? program, {});
    if (this.problems.length === 0) await this.destroy();
    const { story, problems, runs, refused } = this;
    return { story, problems, runs, refused };
  }

  private next(program: Program, earlier: readonly Program[], isGood: boolean): Program {
    const { random } = this;
    if (!isGood && random.chance(0.5)) {
      const back = earlier.at(-1) ?? program;
      this.say(back === program ? "tries again" : "returns to the program before");
      return back;
    }
    if (earlier.length > 1 && random.chance(0.15)) {
      this.say("returns to an earlier program");
      return random.pick(earlier);
    }
    for (let tries = 0; tries < 8; tries += 1) {
      const next = changed(program, random, () => `b${(this.names += 1)}`);
      if (!next) continue;
      this.say(next.says);
      return next.program;
    }
    return program;
  }

  private say(text: string): void {
    this.story.push(text);
  }

  private fail(text: string): void {
    this.problems.push(text);
  }

  private async makeByHand(): Promise<void> {
    const { world, foreign } = this;
    const rules = [...REFS.map((ref) => ruleOf(ref, 0)), ruleOf("h0", 0)].map((rule) => ({ ...rule }));
    const { rules: made } = await world.must<{ rules: { id: string; ref: string }[] }>(
      "POST",
      `/zones/${COM}/rulesets`,
      { name: "default", kind: "zone", phase: CUSTOM, rules },
    );
    for (const { id, ref } of made) foreign.rules.set(id, ref);
    const [list = ""] = LISTS;
    const { id } = await world.must<{ id: string }>("POST", `/accounts/${ACCOUNT}/rules/lists`, {
      name: list,
      kind: "ip",
    });
    foreign.lists.add(list);
    await world.must(
      "POST",
      `/accounts/${ACCOUNT}/rules/lists/${id}/items`,
      ITEMS.slice(0, 3).map((ip) => ({ ip, comment: "v0" })),
    );
    world.clock.advance(10_000);
    const { lists } = await liveOf(world);
    const items = lists.find(({ name }) => name === list)?.items ?? [];
    foreign.items.set(list, new Map(items.map((item) => [item.id, item.ip])));
    const custom = await world.must<{ id: string }>("POST", `/accounts/${ACCOUNT}/rulesets`, {
      name: RULESET_NAME,
      kind: "custom",
      phase: CUSTOM,
      rules: REFS.slice(0, 2).map((ref) => ruleOf(ref, 0)),
    });
    foreign.ruleset = custom.id;
    const deployed = await world.must<{ rules: { id: string }[] }>("POST", `/zones/${COM}/rulesets`, {
      name: "default",
      kind: "zone",
      phase: "http_request_firewall_managed",
      rules: [{ ref: "by-hand", action: "execute", expression: "true", action_parameters: { id: OWASP } }],
    });
    foreign.deployment = deployed.rules[0]?.id;
    this.say("a person makes rules, a list with items, a custom ruleset and an OWASP deployment");
  }

  private async writeByHand(): Promise<void> {
    const { world, foreign, random } = this;
    const live = await liveOf(world);
    if (random.chance(0.5)) {
      const list = live.lists.length > 0 ? random.pick(live.lists) : undefined;
      if (!list) return;
      const ip = `203.0.113.${this.runs + 1}`;
      await world.must("POST", `/accounts/${ACCOUNT}/rules/lists/${list.id}/items`, [
        { ip, comment: "by hand" },
      ]);
      world.clock.advance(10_000);
      const items = (await liveOf(world)).lists.find(({ id }) => id === list.id)?.items ?? [];
      const made = items.find((item) => item.ip === ip);
      if (made) foreign.items.set(list.name, new Map(foreign.items.get(list.name)).set(made.id, ip));
      this.say(`a person adds ${ip} to ${list.name}`);
      return;
    }
    const path = `/zones/${COM}/rulesets`;
    const entrypoint = await world.ask("GET", `${path}/phases/${CUSTOM}/entrypoint`);
    if (entrypoint.status !== 200) return;
    const ref = `h${this.runs + 1}`;
    const { id } = entrypoint.result as { id: string };
    const { rules } = await world.must<{ rules: { id: string; ref: string }[] }>(
      "POST",
      `${path}/${id}/rules`,
      ruleOf(ref, 0),
    );
    for (const rule of rules) if (rule.ref === ref) foreign.rules.set(rule.id, ref);
    this.say(`a person adds the rule ${ref}`);
  }

  private async refresh(): Promise<void> {
    const { error, state } = await this.engine.refresh(this.state);
    this.say("refreshes");
    if (error !== undefined) {
      this.fail(`the refresh failed: ${error}`);
      return;
    }
    if (state.length < this.state.filter(({ pendingReplacement }) => !pendingReplacement).length)
      this.say(`the refresh leaves ${state.map(({ urn }) => nameIn(urn)).join(", ")}`);
    this.state = state;
    for (const id of this.foreign.rules.keys()) this.seen.add(id);
    for (const items of this.foreign.items.values()) for (const id of items.keys()) this.seen.add(id);
  }

  /** Runs `up`, and returns whether it succeeded. */
  private async up(
    program: Program,
    { replaced = "", isBroken = false }: { readonly replaced?: string; readonly isBroken?: boolean },
  ): Promise<boolean> {
    const { engine, front, random, world } = this;
    const goals = goalsOf(program);
    const before = await liveOf(world);
    const at = 1 + random.below(14);
    const replace = goals.filter(({ name }) => name === replaced).map(({ urn }) => urn);
    // A preview takes as long as the update.
    const foreseen =
      this.runs % 3 === 0 && !isBroken
        ? await this.preview(goals, { state: this.state, replace })
        : undefined;
    front.plan(isBroken ? { kind: "403", at, times: 1 } : undefined);
    const earlier = this.state;
    const run = await engine.up(earlier, goals, { skipPreview: true, concurrent: true, replace });
    const wasHit = front.seen.some(({ fault }) => fault !== undefined);
    front.plan(undefined);
    world.clock.advance(10_000);
    this.runs += 1;
    this.state = run.state;
    this.say(
      `up${replace.length > 0 ? ` --replace ${replaced}` : ""}${wasHit ? `, with 403 at request ${at}` : ""}: ` +
        (run.operations.map((text) => text.replace(/urn:\S+::/, "")).join(", ") || "nothing") +
        (run.error === undefined ? "" : `: ${run.error.split("\n").slice(0, 2).join(" ").slice(0, 400)}`),
    );
    const live = await liveOf(world);
    this.noteTaken(program, earlier, live, run);
    this.problems.push(...foreignProblems(this.foreign, live));
    if (run.error !== undefined) {
      if (!wasHit) await this.expectRefusal(program, run.error, { state: earlier, live: before, replace });
      return false;
    }
    if (foreseen !== undefined) this.fail(`the preview refused what the update does: ${foreseen}`);
    this.problems.push(
      ...declaredProblems(program, live, this.state, this.foreign),
      ...idProblems(program, before, live, this.foreign),
    );
    // Playing each state again would take most of the time.
    if (this.random.chance(0.4)) await this.expectTrueState(program);
    return true;
  }

  /** A refusal is about what somebody else has made, and a preview shows it. */
  private async expectRefusal(
    program: Program,
    error: string,
    before: {
      readonly state: readonly Entry[];
      readonly live: Live;
      /** URNs that `--replace` names. */
      readonly replace: readonly string[];
    },
  ): Promise<void> {
    this.refused += 1;
    if (!REFUSALS.some((pattern) => pattern.test(error))) {
      this.fail(`the update was refused: ${error}`);
      return;
    }
    if (JSON.stringify(before.live) !== JSON.stringify(await liveOf(this.world))) return;
    if ((await this.preview(goalsOf(program), before)) === undefined)
      this.fail(`the preview did not show what the update refuses: ${error}`);
  }

  /** Returns the error of a preview, which writes nothing. */
  private async preview(
    goals: readonly Goal[],
    { state, replace }: { readonly state: readonly Entry[]; readonly replace: readonly string[] },
  ): Promise<string | undefined> {
    const before = JSON.stringify(omit(this.world.snapshot(), "now"));
    const previewed = goals.map((goal) => ({ ...goal, inputs: { ...goal.inputs, __preview: true } }));
    const { error } = await this.engine.preview(state, previewed, { replace });
    if (JSON.stringify(omit(this.world.snapshot(), "now")) !== before) this.fail("a preview has written");
    return error;
  }

  /** What the program names is taken over, or removed: it is not foreign any more. */
  private noteTaken(program: Program, before: readonly Entry[], live: Live, { state, error }: Run): void {
    const { foreign, seen } = this;
    const held = new Set(state.flatMap(({ outs }) => heldIn(outs)));
    for (const id of foreign.rules.keys()) {
      const rules = [...program.values()].filter(({ kind }) => kind === "rules");
      const names = rules.some(
        (one) => one.takeOver && (one.mode === "exclusive" || one.parts.has(foreign.rules.get(id) ?? "")),
      );
      const wasExclusive = before.some(
        ({ kind, inputs }) => kind === KINDS.rules && inputs["ownership"] === "exclusive",
      );
      const isShown = seen.has(id) && (wasExclusive || rules.some(({ mode }) => mode === "exclusive"));
      const isGone = !live.rules.some((rule) => rule.id === id);
      const isMarked = live.rules.some((rule) => rule.id === id && plainOf(rule.ref) !== rule.ref);
      if ((names || isShown) && (held.has(id) || isGone || isMarked)) foreign.rules.delete(id);
    }
    for (const [list, items] of foreign.items) {
      const owners = [...program.values()].filter((one) => one.list === list && one.mode === "exclusive");
      const wasExclusive = before.some(
        ({ inputs }) => inputs["name"] === list && inputs["ownership"] === "exclusive",
      );
      if (owners.length === 0 && !wasExclusive) continue;
      const takes = owners.some(({ takeOver }) => takeOver);
      const current = live.lists.find(({ name }) => name === list)?.items ?? [];
      for (const [id, ip] of items) {
        const isDeclared = owners.some(({ parts }) => parts.has(ip));
        const isGone = !current.some((item) => item.id === id);
        if ((takes || seen.has(id)) && (isGone || (isDeclared && held.has(id)))) items.delete(id);
        else if (isDeclared && held.has(id)) items.delete(id);
      }
      // Also by an update that fails later.
      const isTaken = state.some(
        ({ inputs, outs }) => inputs["name"] === list && outs["createdList"] === true,
      );
      if (takes && (error === undefined || isTaken) && foreign.lists.delete(list)) foreign.free.add(list);
    }
    const takes = (kind: Resource["kind"]) =>
      [...program.values()].some((one) => one.kind === kind && one.takeOver);
    if (foreign.deployment !== undefined && takes("owasp") && held.has(foreign.deployment))
      foreign.deployment = undefined;
    if (foreign.ruleset !== undefined && takes("ruleset") && held.has(foreign.ruleset))
      foreign.ruleset = undefined;
  }

  /** The next `up` has nothing to do, also after a refresh. */
  private async expectTrueState(program: Program): Promise<void> {
    const { engine, front, world } = this;
    for (const isRefreshed of [false, true]) {
      const state = isRefreshed ? await engine.refresh(this.state) : { state: this.state, error: undefined };
      const when = isRefreshed ? " after a refresh" : "";
      if (state.error !== undefined) {
        this.fail(`the refresh failed: ${state.error}`);
        return;
      }
      if (state.state.length !== program.size) {
        this.fail(`the state${when} has ${state.state.map(({ urn }) => nameIn(urn)).join(", ")}`);
        return;
      }
      const isShowing = isRefreshed && [...program.values()].some(({ mode }) => mode === "exclusive");
      if (isShowing) continue;
      const goals = goalsOf(program).map((goal) => ({ ...goal, aliases: [] }));
      front.plan(undefined);
      const { operations, error } = await engine.up(state.state, goals, {
        skipPreview: true,
        concurrent: true,
      });
      world.clock.advance(10_000);
      const writes = front.seen
        .filter(({ method }) => method !== "GET")
        .map(({ method, path }) => `${method} ${path}`);
      if (error !== undefined) this.fail(`the next up${when} failed: ${error}`);
      else if (operations.length > 0 || writes.length > 0)
        this.fail(`the next up${when} changes something: ${[...operations, ...writes].join(", ")}`);
    }
  }

  private async destroy(): Promise<void> {
    const earlier = this.state;
    const run = await this.engine.destroy(earlier);
    this.state = run.state;
    this.say("destroy");
    if (run.error !== undefined) {
      this.fail(`the destroy failed: ${run.error}`);
      return;
    }
    const live = await liveOf(this.world);
    this.noteTaken(new Map(), earlier, live, run);
    this.problems.push(...foreignProblems(this.foreign, live));
    this.problems.push(...declaredProblems(new Map(), live, this.state, this.foreign));
  }
}

/** Returns the ids of the objects that a state says it manages. */
function heldIn(outs: Properties): string[] {
  const { ruleIds, ruleId, rulesetId, itemIds } = outs;
  return [
    ...Object.values((ruleIds ?? {}) as Properties),
    ruleId,
    rulesetId,
    ...((itemIds ?? []) as unknown[]),
  ].map(String);
}
