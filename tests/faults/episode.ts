import { ENVIRONMENT, PATIENCE, prepareAccounts } from "./cell";
import { EngineModel, type Run } from "../support/engine-model/engine-model";
import type { Entry, Goal } from "../support/engine-model/steps";
import { FAULTS, Front, type PlannedFault } from "./front";
import { COM, ORG } from "./places";
import { freshGoals } from "./program";
import { startProcess } from "./provider-process";
import { randomOf, type Random } from "./random";
import {
  declareImported,
  leaveZone,
  moveState,
  mutate,
  programOf,
  renameStack,
  soakStacks,
  type SoakStack,
} from "./soak-stack";
import { deadValues, difference, leaks, READS, told } from "./verdict";
import { foreignTo, liveView, objectsOf, plainRef, stateView, untouched, type Objects } from "./view";
import { World, type Snapshot } from "./world";

const DAY = 86_400_000;
const CUSTOM = "http_request_firewall_custom";
/** The distance between the seeds of both generators of an episode. */
const HISTORIES = 500_000_000;
const ZONE_READ = "c8fed203ed3043cba015a93ad1616f1f";

/** The result of one episode. */
export interface Ending {
  readonly problems: readonly string[];
  readonly story: readonly string[];
  readonly steps: number;
}

/** The platform of the episodes, reset before each. */
export class Arena {
  private readonly base: Snapshot;

  private constructor(
    readonly world: World,
    readonly front: Front,
  ) {
    this.base = world.snapshot();
  }

  static async open(): Promise<Arena> {
    const world = new World();
    prepareAccounts(world);
    return new Arena(world, await Front.start(world));
  }

  /**
   * Plays `steps` steps of three stacks and a person, all drawn from the seed. Ends at the first step after which something is
   * wrong.
   */
  async play(seed: number, steps: number): Promise<Ending> {
    this.world.restore(this.base);
    return new Episode(this.world, this.front, randomOf(seed), randomOf(seed + HISTORIES)).play(steps);
  }

  close(): Promise<void> {
    return this.front.close();
  }
}

class Episode {
  private readonly stacks = soakStacks();
  private readonly story: string[] = [];
  private readonly problems: string[] = [];
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly front: Front,
    private readonly random: Random,
    /** Draws what happens to whole stacks, so that the rest of an episode draws the same as without. */
    private readonly fate: Random,
  ) {}

  async play(steps: number): Promise<Ending> {
    let done = 0;
    try {
      for (; done < steps && this.problems.length === 0; done += 1) await this.step();
      if (this.problems.length === 0) await this.end();
    } catch (error) {
      this.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    return { problems: [...new Set(this.problems)], story: this.story, steps: done };
  }

  private async step(): Promise<void> {
    const { random } = this;
    const stack = random.pick(this.stacks);
    if (random.chance(0.2)) await this.person();
    if (random.chance(0.1)) {
      const days = 1 + random.below(40);
      this.story.push(`${days} days go by`);
      this.world.clock.advance(days * DAY);
    }
    if (this.fate.chance(0.15)) this.handle(stack);
    if (this.fate.chance(0.02)) await this.deleteZone();
    if (this.fate.chance(0.1)) await this.import(stack);
    const before = foreignTo(stack.state, objectsOf(this.world));
    if (random.chance(0.1) && stack.state.length > 0) await this.drift(stack);
    else {
      if (random.chance(0.85)) this.story.push(`${stack.project} ${mutate(stack, random)}`);
      const goals = await this.goals(stack);
      const replace = random.chance(0.1) ? goals.slice(0, 1).map(({ urn }) => urn) : [];
      await this.recovered(stack, "up", this.fault(), (engine, state) =>
        engine.up(state, goals, { replace }),
      );
    }
    await this.lookAround(stack, before);
  }

  /** A person renames the stack, or moves a resource's state to or from it. */
  private handle(stack: SoakStack): void {
    const { fate, stacks } = this;
    const other = fate.pick(stacks.filter((one) => one !== stack));
    const [from, to] = fate.chance(0.5) ? [stack, other] : [other, stack];
    const moved = fate.chance(0.6) ? moveState(from, to, fate) : undefined;
    if (moved !== undefined) this.story.push(`a person at ${from.project} ${moved}`);
    else this.story.push(`${stack.project} ${renameStack(stack, `soak-${fate.below(1000)}`)}`);
  }

  /** A person deletes a zone. The programs declare nothing in it from then on, and the states still have what was there. */
  private async deleteZone(): Promise<void> {
    const [first] = this.stacks;
    if (!first?.zones.includes(ORG)) return;
    await this.world.must("DELETE", `/zones/${ORG}`);
    for (const stack of this.stacks) leaveZone(stack, ORG);
    this.story.push(`a person deletes the zone ${ORG}`);
  }

  /** A person imports the rules that somebody made in an entry point, and runs the program that declares them. */
  private async import(stack: SoakStack): Promise<void> {
    const zone = this.fate.pick(stack.zones);
    const entrypoint = this.world.store.rulesets.getEntrypoint(`zone:${zone}`, CUSTOM);
    const made = (entrypoint?.rules ?? []).filter(({ id }) => this.byHand.has(id));
    if (made.length === 0) return;
    const name = declareImported(
      stack,
      zone,
      made.map(({ ref }) => String(ref)),
    );
    this.story.push(`a person imports ${name} into ${stack.project}`);
    const goals = await this.goals(stack);
    const imports = [{ name, id: `${zone}/${CUSTOM}` }];
    const before = foreignTo(
      stack.state,
      objectsOf(this.world),
      made.map(({ id }) => id),
    );
    await this.recovered(stack, "import", this.fault(), (engine, state) =>
      engine.import(state, goals, imports),
    );
    for (const { id } of made) this.byHand.delete(id);
    await this.recovered(stack, "up", this.fault(), (engine, state) => engine.up(state, goals));
    this.problems.push(...untouched(before, objectsOf(this.world)));
  }

  /** A person changes objects of the stack; a refresh and an up repair them. */
  private async drift(stack: SoakStack): Promise<void> {
    await this.editOwned(stack);
    const goals = await this.goals(stack);
    await this.recovered(stack, "refresh", this.fault(), (engine, state) => engine.refresh(state));
    await this.recovered(stack, "up", this.fault(), (engine, state) => engine.up(state, goals));
  }

  private fault(): PlannedFault | undefined {
    const { random } = this;
    if (random.chance(0.4)) return undefined;
    return { kind: random.pick(FAULTS), at: 1 + random.below(12), times: random.pick([1, 1, 1, 2, 4, 6]) };
  }

  /** Runs the command until it succeeds. */
  private async recovered(
    stack: SoakStack,
    what: string,
    fault: PlannedFault | undefined,
    run: (engine: EngineModel, state: readonly Entry[]) => Promise<Run>,
  ): Promise<void> {
    this.front.plan(fault);
    for (let attempt = 1; attempt <= PATIENCE + (fault?.times ?? 0); attempt += 1) {
      const result = await run(this.engine(), stack.state);
      stack.state = result.state;
      this.story.push(...told(`${what} of ${stack.project}`, this.front.seen.splice(0), result));
      this.problems.push(...leaks(result, stack.state));
      if (result.error === undefined) return;
    }
    this.problems.push(`${what} of ${stack.project} does not succeed`);
  }

  /** Checks that everything is as declared after a command has succeeded. */
  private async lookAround(stack: SoakStack, before: Objects): Promise<void> {
    const { world, front } = this;
    front.plan(undefined);
    const objects = objectsOf(world);
    this.problems.push(...untouched(before, objects), ...this.orphans(objects));
    this.problems.push(...(await deadValues(world, stack.state, stack.project)));
    const goals = await this.goals(stack);
    const refresh = await this.engine().refresh(stack.state);
    this.problems.push(
      ...difference(
        "the refreshed state",
        stateView(stack.state, objects),
        stateView(refresh.state, objects),
      ),
    );
    if (refresh.error !== undefined) this.problems.push(`the refresh fails: ${refresh.error}`);
    front.seen.length = 0;
    const same = await this.engine().up(refresh.state, goals, { skipPreview: true });
    const writes = front.seen.filter(({ method, path }) => !READS.test(`${method} ${path}`));
    if (same.error !== undefined) this.problems.push(`the next up fails: ${same.error}`);
    if (same.operations.length + writes.length > 0)
      this.problems.push(
        `the next up of ${stack.project} changes: ${same.operations.join(", ")}, ${writes.length} writes`,
      );
    stack.state = same.state;
  }

  /** Returns rules and tokens that neither a person created nor a state contains. */
  private orphans(objects: Objects): string[] {
    const text = JSON.stringify(this.stacks.map(({ state }) => state.map(({ id, outs }) => [id, outs])));
    const unknown = (id: string) => !this.byHand.has(id) && !text.includes(id);
    return [
      ...objects.tokens.filter(({ id }) => unknown(id)).map(({ name }) => `no state knows the token ${name}`),
      ...objects.rulesets.flatMap(({ scope, phase, rules }) =>
        rules
          .filter(({ id }) => unknown(id))
          .map(({ ref }) => `no state knows the rule ${plainRef(ref ?? "")} in ${phase} of ${scope}`),
      ),
    ];
  }

  /** Ids of the objects that the person created. */
  private readonly byHand = new Set<string>();

  private async person(): Promise<void> {
    const { random, world } = this;
    const number = (this.count += 1);
    if (random.chance(0.3)) {
      const resources = { [`com.cloudflare.api.account.zone.${COM}`]: "*" };
      const policies = [{ effect: "allow", resources, permission_groups: [{ id: ZONE_READ }] }];
      const name = random.pick(["web-1", "ci-2", `by-hand-${number}`]);
      const { id } = await world.must<{ id: string }>("POST", "/user/tokens", { name, policies });
      this.byHand.add(id);
      this.story.push(`a person makes the token ${name}`);
      return;
    }
    const zone = random.pick(this.stacks[0]?.zones ?? []);
    const rule = { ref: `hand-${number}`, action: "log", expression: 'http.request.uri.path eq "/by-hand"' };
    const ruleset = world.store.rulesets.getEntrypoint(`zone:${zone}`, CUSTOM);
    const path = `/zones/${zone}/rulesets`;
    if (ruleset) {
      const position = random.chance(0.5) ? { position: { index: 1 } } : {};
      await world.must("POST", `${path}/${ruleset.id}/rules`, { ...rule, ...position });
    } else await world.must("POST", path, { name: "default", kind: "zone", phase: CUSTOM, rules: [rule] });
    this.story.push(`a person adds a rule to ${CUSTOM} of ${zone}`);
    const made = world.store.rulesets
      .getEntrypoint(`zone:${zone}`, CUSTOM)
      ?.rules.find(({ ref }) => ref === rule.ref);
    if (made) this.byHand.add(made.id);
  }

  /** Edits or removes one rule of the stack. */
  private async editOwned(stack: SoakStack): Promise<void> {
    const { random, world } = this;
    const ids = stack.state.flatMap(({ outs }) => [
      ...Object.values((outs["ruleIds"] ?? {}) as Record<string, string>),
      ...(typeof outs["ruleId"] === "string" ? [outs["ruleId"]] : []),
    ]);
    const found = objectsOf(world)
      .rulesets.flatMap((ruleset) => ruleset.rules.map((rule) => ({ ruleset, rule })))
      .filter(({ rule }) => ids.includes(rule.id));
    if (found.length === 0) return;
    const { ruleset, rule } = random.pick(found);
    const scope = ruleset.scope.replace("zone:", "zones/").replace("account:", "accounts/");
    const path = `/${scope}/rulesets/${ruleset.id}/rules/${rule.id}`;
    const remove = random.chance(0.4) && ruleset.rules.length > 1;
    const { action, expression, ref } = rule;
    const parameters = rule.action_parameters;
    if (remove) await world.must("DELETE", path);
    else if (action === "execute")
      // A deployment of OWASP is switched off.
      await world.must("PATCH", path, {
        action,
        expression,
        ref,
        action_parameters: parameters,
        enabled: false,
      });
    else await world.must("PATCH", path, { action, expression, ref, description: "by hand" });
    this.story.push(
      `a person ${remove ? "removes" : "edits"} the rule ${plainRef(ref ?? "")} of ${stack.project}`,
    );
  }

  private async end(): Promise<void> {
    for (const stack of this.stacks) {
      const made = this.madeBy(stack);
      await this.recovered(stack, "destroy", this.fault(), (engine, state) => engine.destroy(state));
      // An entry point stays if other owners have rules in it.
      for (const { id, scope, phase, rules } of objectsOf(this.world).rulesets)
        if (made.has(id) && rules.length === 0)
          this.problems.push(`${stack.project} leaves an empty entry point in ${phase} of ${scope}`);
    }
    const objects = objectsOf(this.world);
    this.problems.push(...this.orphans(objects));
    if (this.problems.length > 0) this.story.push(...liveView(objects));
  }

  /** Ids of the entry points that a stack created, according to its state or the mark in their names. */
  private madeBy({ project, state }: SoakStack): Set<string> {
    const ids = state.flatMap(({ outs }) =>
      outs["createdEntrypoint"] === true ? [String(outs["rulesetId"])] : [],
    );
    const marked = objectsOf(this.world).rulesets.filter(({ name }) => name.includes(`~${project}/`));
    return new Set([...ids, ...marked.map(({ id }) => id)]);
  }

  private goals(stack: SoakStack): Promise<readonly Goal[]> {
    return freshGoals({ project: stack.project, stack: stack.name, program: programOf(stack) });
  }

  private engine(): EngineModel {
    return new EngineModel(() => startProcess(this.world, this.front, ENVIRONMENT));
  }
}
