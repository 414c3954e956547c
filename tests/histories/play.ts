import { declareResource } from "../../provider/claims/declare-parts";
import type { Declared } from "../../provider/claims/claim-conflict";
import { identityText } from "../../provider/marks";
import { Front } from "../faults/front";
import { ACCOUNT, COM } from "../faults/places";
import { startProcess } from "../faults/provider-process";
import { randomOf, type Random } from "../faults/random";
import { World, type Snapshot } from "../faults/world";
import { EngineModel, type Run } from "../support/engine-model/engine-model";
import { omit } from "../support/omit";
import type { Entry, Goal, Properties } from "../support/engine-model/steps";
import { GUARDS, type Guard } from "./guards";
import { RealEngine, type Door, type Engine } from "./real-engine";
import { CUSTOM, liveOf, OWASP, plainOf, RULESET_NAME, type Live } from "./live";
import {
  changed,
  firstProgram,
  ITEMS,
  LISTS,
  REFS,
  shown,
  WHOLE,
  type Program,
  type Resource,
} from "./program";

const KINDS = {
  rules: "ZoneEntrypointRuleset",
  list: "List",
  owasp: "OwaspConfig",
  ruleset: "Ruleset",
} as const;
const STEPS = 5;
const THRESHOLDS = [40, 25, 60];

export interface Played {
  readonly story: readonly string[];
  readonly problems: readonly string[];
  readonly runs: number;
  readonly refused: number;
}

/** What others have made, by id: nobody but who is named may change it. */
interface Foreign {
  readonly rules: Map<string, string>;
  /** By name of the list, then by item. */
  readonly items: Map<string, Map<string, string>>;
  /** Lists that a person has made. */
  readonly lists: Set<string>;
  deployment: string | undefined;
  ruleset: string | undefined;
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
    private readonly real: RealEngine | undefined,
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
    return new Histories(world, front, world.snapshot(), engine, undefined);
  }

  /** With the real engine, by that door. */
  static async openReal(door: Door): Promise<Histories> {
    const world = new World();
    const front = await Front.start(world);
    try {
      const engine = await RealEngine.open(door, world, front);
      return new Histories(world, front, world.snapshot(), engine, engine);
    } catch (error) {
      await front.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.real?.dispose();
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
    deployment: undefined,
    ruleset: undefined,
  };
  /** Ids of what a refresh has shown to an exclusive owner. */
  private readonly seen = new Set<string>();
  /** Lists of a person that a resource has taken over. One without a mark stays if several resources have used it. */
  private readonly free = new Set<string>();
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
      ...{ name: RULESET_NAME, kind: "custom", phase: CUSTOM },
      rules: REFS.slice(0, 2).map((ref) => ruleOf(ref, 0)),
    });
    foreign.ruleset = custom.id;
    const deployed = await world.must<{ rules: { id: string }[] }>("POST", `/zones/${COM}/rulesets`, {
      ...{ name: "default", kind: "zone", phase: "http_request_firewall_managed" },
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
    this.expectForeign(live);
    if (run.error !== undefined) {
      if (!wasHit) await this.expectRefusal(program, run.error, { state: earlier, live: before, replace });
      return false;
    }
    if (foreseen !== undefined) this.fail(`the preview refused what the update does: ${foreseen}`);
    this.expectDeclared(program, live);
    this.expectIds(program, before, live);
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
      if (takes && (error === undefined || isTaken) && foreign.lists.delete(list)) this.free.add(list);
    }
    const takes = (kind: Resource["kind"]) =>
      [...program.values()].some((one) => one.kind === kind && one.takeOver);
    if (foreign.deployment !== undefined && takes("owasp") && held.has(foreign.deployment))
      foreign.deployment = undefined;
    if (foreign.ruleset !== undefined && takes("ruleset") && held.has(foreign.ruleset))
      foreign.ruleset = undefined;
  }

  private expectForeign(live: Live): void {
    const { foreign } = this;
    for (const [id, ref] of foreign.rules) {
      const rule = live.rules.find((one) => one.id === id);
      if (rule?.ref !== ref || rule.expression !== ruleOf(ref, 0).expression)
        this.fail(`the foreign rule ${ref} (${id}) is ${rule ? "changed" : "gone"}`);
    }
    for (const [name, items] of foreign.items) {
      const list = live.lists.find((one) => one.name === name);
      for (const [id, ip] of items)
        if (!list?.items.some((item) => item.id === id))
          this.fail(`the foreign item ${ip} of ${name} is gone`);
    }
    for (const name of foreign.lists)
      if (!live.lists.some((one) => one.name === name)) this.fail(`the list ${name} of a person is gone`);
    const { deployment, ruleset } = foreign;
    if (
      deployment !== undefined &&
      !live.deployments.some(({ id, ref }) => id === deployment && ref === "by-hand")
    )
      this.fail("the foreign deployment of OWASP is gone or changed");
    if (ruleset !== undefined && !live.rulesets.some(({ id }) => id === ruleset))
      this.fail("the foreign custom ruleset is gone");
  }

  /** What is live is what the program declares, and what is foreign. */
  private expectDeclared(program: Program, live: Live): void {
    const { foreign, state } = this;
    const outsOf = (name: string) => state.find(({ urn }) => nameIn(urn) === name)?.outs ?? {};
    const ours = new Set<string>();
    const heldOwasp = new Set<string>();
    const heldRulesets = new Set<string>();
    for (const [name, { kind, parts }] of program) {
      const outs = outsOf(name);
      if (kind === "rules" || kind === "ruleset") {
        const within =
          kind === "rules"
            ? live.rules
            : (live.rulesets.find(({ id }) => id === outs["rulesetId"])?.rules ?? []);
        if (kind === "ruleset") heldRulesets.add(String(outs["rulesetId"]));
        const ids = (outs["ruleIds"] ?? {}) as Record<string, string>;
        if (kind === "ruleset" && within.length !== parts.size)
          this.fail(`the ruleset ${name} has ${within.length} rules`);
        for (const [ref, version] of parts) {
          const rule = within.find(({ id }) => id === ids[ref]);
          ours.add(ids[ref] ?? "");
          if (!rule)
            this.fail(`the rule ${ref} of ${name} is not live, and the state has ${String(ids[ref])}`);
          else if (plainOf(rule.ref) !== ref || rule.expression !== ruleOf(ref, version).expression)
            this.fail(`the rule ${ref} of ${name} is ${rule.ref}: ${rule.expression}`);
        }
      }
      if (kind === "owasp") {
        const found = live.deployments.find(({ id }) => id === outs["ruleId"]);
        heldOwasp.add(String(outs["ruleId"]));
        const threshold = THRESHOLDS[(parts.get(WHOLE) ?? 0) % THRESHOLDS.length];
        if (!found) this.fail(`OWASP of ${name} is not deployed`);
        else if (!JSON.stringify(found.action_parameters).includes(`"score_threshold":${threshold}`))
          this.fail(`OWASP of ${name} has another threshold: ${JSON.stringify(found.action_parameters)}`);
      }
    }
    for (const { id, ref } of live.rules)
      if (!ours.has(id) && !foreign.rules.has(id))
        this.fail(`the rule ${ref} (${id}) is left, and no resource declares it`);
    for (const { id, ref } of live.deployments)
      if (!heldOwasp.has(id) && foreign.deployment !== id)
        this.fail(`the deployment ${ref} of OWASP is left`);
    for (const { id } of live.rulesets)
      if (!heldRulesets.has(id) && foreign.ruleset !== id) this.fail(`the custom ruleset ${id} is left`);
    for (const name of LISTS) {
      const users = [...program].filter(([, one]) => one.list === name);
      const list = live.lists.find((one) => one.name === name);
      const hand = foreign.items.get(name) ?? new Map<string, string>();
      if (users.length === 0) {
        if (list && !foreign.lists.has(name) && !this.free.has(name) && hand.size === 0)
          this.fail(`the list ${name} is left, and no resource declares it`);
      } else if (!list) this.fail(`the list ${name} is not live`);
      for (const [user] of users)
        if (list && outsOf(user)["listId"] !== list.id)
          this.fail(`the list ${name} has another id than the state of ${user}`);
      const wanted = new Set([...users.flatMap(([, { parts }]) => [...parts.keys()]), ...hand.values()]);
      const found = new Set(list?.items.map(({ ip }) => ip));
      for (const ip of wanted) if (!found.has(ip)) this.fail(`${ip} is not in the list ${name}`);
      for (const ip of found) if (!wanted.has(ip)) this.fail(`${ip} is left in the list ${name}`);
    }
  }

  /** What the program declares and was live before is the same object. */
  private expectIds(program: Program, before: Live, live: Live): void {
    for (const [, { kind, list, parts }] of program) {
      if (kind === "rules")
        for (const ref of parts.keys()) {
          const of = ({ rules }: Live) =>
            rules
              .filter((rule) => plainOf(rule.ref) === ref && !this.foreign.rules.has(rule.id))
              .map(({ id }) => id);
          const ids = of(before);
          if (ids.length > 0 && !of(live).some((id) => ids.includes(id)))
            this.fail(`the rule ${ref} has another id`);
        }
      if (
        kind === "owasp" &&
        before.deployments.length > 0 &&
        before.deployments[0]?.id !== live.deployments[0]?.id
      )
        this.fail("the deployment of OWASP has another id");
      if (kind !== "list") continue;
      const [former, now] = [before, live].map(({ lists }) => lists.find(({ name }) => name === list));
      if (former && former.id !== now?.id) this.fail(`the list ${list} has another id`);
      for (const item of former?.items ?? []) {
        const same = now?.items.find(({ ip }) => ip === item.ip);
        if (parts.has(item.ip) && same && same.id !== item.id)
          this.fail(`the item ${item.ip} of ${list} has another id`);
      }
    }
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
    this.expectForeign(live);
    this.expectDeclared(new Map(), live);
  }
}

function nameIn(urn: string): string {
  return urn.split("::").at(-1) ?? "";
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

function ruleOf(ref: string, version: number) {
  return { ref, action: "log", expression: `http.request.uri.path eq "/${ref}-v${version}"` };
}

const CLASS = "pulumi-nodejs:dynamic/edge";

function argsOf({ kind, mode, takeOver, list, parts }: Resource): Properties {
  const rules = [...parts].map(([ref, version]) => ruleOf(ref, version));
  const common = { ...(takeOver && { takeOver }), ...(mode === "exclusive" && { ownership: mode }) };
  const exact = mode === "exact" ? { refs: "exact" } : {};
  switch (kind) {
    case "rules":
      return { zoneId: COM, phase: CUSTOM, rules, ...common, ...exact };
    case "ruleset":
      return { accountId: ACCOUNT, name: RULESET_NAME, phase: CUSTOM, rules, ...common, ...exact };
    case "owasp":
      return {
        ...{ zoneId: COM, paranoiaLevel: 2, ...common },
        scoreThreshold: THRESHOLDS[(parts.get(WHOLE) ?? 0) % THRESHOLDS.length],
      };
    case "list":
      return {
        ...{ accountId: ACCOUNT, name: list, kind: "ip", ...common },
        items: [...parts].map(([ip, version]) => ({ ip, comment: `v${version}` })),
      };
  }
}

/** Returns what the classes register: the arguments, who the resource is, and what the program declares elsewhere. */
function goalsOf(program: Program): Goal[] {
  const declared = new Map<string, readonly Declared[]>(
    [...program].map(([name, one]) => [
      name,
      declareResource(KINDS[one.kind], name, argsOf(one)).map(({ values, read }) => read(values)),
    ]),
  );
  const urnOf = (kind: string, name: string) => `urn:pulumi:prod::shop::${CLASS}:${kind}::${name}`;
  return [...program].map(([name, one]) => {
    const kind = KINDS[one.kind];
    const urn = urnOf(kind, name);
    const claims = (declared.get(name) ?? []).map((own) => ({
      own,
      others: [...declared]
        .filter(([other]) => other !== name)
        .flatMap(([, all]) => all.filter(({ subject }) => subject === own.subject)),
    }));
    const inputs = {
      ...argsOf(one),
      __mark: identityText({ organization: "organization", project: "shop", stack: "prod", urn }),
      __base: name,
      __stack: "prod",
      __claims: claims,
      __provider: "exports.handler=()=>{}",
    };
    return {
      ...{ urn, name, kind, deleteBeforeReplace: undefined },
      // As the engine sends it.
      inputs: JSON.parse(JSON.stringify(inputs)) as Properties,
      aliases: one.alias === undefined ? [] : [urnOf(kind, one.alias)],
      ...(one.dependsOn !== undefined && { dependsOn: [one.dependsOn] }),
    };
  });
}
