import { policySettings } from "../../review/changes/find-policy-findings";
import { type Review } from "../../review/changes/review";
import { reviewChange } from "../../review/changes/review-change";
import { readDocument } from "../../review/documents/read-document";
import { EDGE_POLICIES } from "../../review/policies";
import { identityText } from "../../provider/marks";
import { Front } from "../faults/front";
import { COM } from "../faults/places";
import { startProcess } from "../faults/provider-process";
import { randomOf, type Random } from "../faults/random";
import { World, type Snapshot as Data } from "../faults/world";
import { goalsOf } from "../histories/goals";
import { changed, firstProgram, shown, type Program } from "../histories/program";
import { openRealEngine, type Door, type RealEngine } from "../histories/real-engine";
import { EngineModel, type UpOptions } from "../support/engine-model/engine-model";
import { previewDocument } from "../support/engine-model/preview-document";
import type { Entry, Goal, Properties } from "../support/engine-model/steps";
import { editByHand } from "./by-hand";
import { unnamedIn } from "./judge";
import { snapshotOf, writtenObjects } from "./written";

/** Updates of each program, beside the first. */
const UPDATES = 3;

export interface Played {
  readonly story: readonly string[];
  readonly problems: readonly string[];
  readonly compared: number;
  readonly written: number;
}

/** The arguments of the one token, or undefined without one. */
interface Token {
  readonly groups: readonly string[];
  readonly disabled: boolean;
}

/** What a round asks of an engine. */
type Engine = Pick<RealEngine, "up" | "refresh" | "previewDocument">;

const GROUPS = [["Zone Read"], ["Zone Read", "Zone WAF Read"], ["DNS Read"]];

/** Plays random changes of small programs, with edits by hand in between, and compares reviews with what updates write. */
export class ReviewedUpdates {
  private constructor(
    private readonly world: World,
    private readonly front: Front,
    private readonly empty: Data,
    private readonly engine: Engine,
    private readonly end: () => Promise<void> = () => Promise.resolve(),
  ) {}

  /** @param options `hasLines`: whether reviews read what the provider has printed in the preview */
  static async open({ hasLines }: { readonly hasLines: boolean }): Promise<ReviewedUpdates> {
    const world = new World();
    const front = await Front.start(world);
    const engine = new EngineModel(() => startProcess(world, front, {}));
    return new ReviewedUpdates(world, front, world.snapshot(), reviewable(engine, hasLines));
  }

  /** With the real engine, by that door. */
  static async openReal(door: Door): Promise<ReviewedUpdates> {
    const { world, front, engine } = await openRealEngine(door);
    return new ReviewedUpdates(world, front, world.snapshot(), engine, () => engine.dispose());
  }

  async close(): Promise<void> {
    await this.end();
    await this.front.close();
  }

  async play(seed: number): Promise<Played> {
    this.world.restore(this.empty);
    const { world, front, engine } = this;
    return new Round(world, front, engine, randomOf(seed)).play();
  }
}

function reviewable(engine: EngineModel, hasLines: boolean): Engine {
  return {
    up: (state, goals, options) => engine.up(state, goals, options),
    refresh: (state) => engine.refresh(state),
    previewDocument: async (state, goals, options) => {
      const { planned, error } = await engine.preview(state, goals.map(inPreview), options);
      return {
        document: previewDocument(hasLines ? planned : planned.map((one) => ({ ...one, lines: [] }))),
        error,
      };
    },
  };
}

class Round {
  private readonly story: string[] = [];
  private readonly problems: string[] = [];
  private state: readonly Entry[] = [];
  private names = 0;
  private compared = 0;
  private written = 0;

  constructor(
    private readonly world: World,
    private readonly front: Front,
    private readonly engine: Engine,
    private readonly random: Random,
  ) {}

  async play(): Promise<Played> {
    const { random, world, story } = this;
    let program = firstProgram(random, false);
    let token = random.chance(0.5) ? this.token() : undefined;
    story.push(`declares ${[...program].map(([name, one]) => `${name}: ${shown(one)}`).join("; ")}`);
    for (let update = 0; update <= UPDATES && this.problems.length === 0; update += 1) {
      const replaced = update > 0 && random.chance(0.15) ? random.pick([...program.keys(), ""]) : "";
      await this.up(program, token, replaced);
      for (let edits = random.below(3); edits > 0; edits -= 1) {
        const said = await editByHand(world, random, () => (this.names += 1));
        if (said !== undefined) story.push(`a person ${said}`);
      }
      if (random.chance(0.2)) await this.refresh();
      if (token && random.chance(0.5)) token = this.token();
      for (let changes = 1 + random.below(2); changes > 0; changes -= 1) program = this.changed(program);
    }
    const { problems, compared, written } = this;
    return { story, problems, compared, written };
  }

  private token(): Token {
    return { groups: this.random.pick(GROUPS), disabled: this.random.chance(0.3) };
  }

  private changed(program: Program): Program {
    for (let tries = 0; tries < 8; tries += 1) {
      const next = changed(program, this.random, () => `b${(this.names += 1)}`);
      if (!next) continue;
      this.story.push(next.says);
      return next.program;
    }
    return program;
  }

  private async refresh(): Promise<void> {
    const { error, state } = await this.engine.refresh(this.state);
    this.story.push(`refreshes${error === undefined ? "" : `: ${error}`}`);
    this.state = state;
  }

  /** Previews, reviews and updates, and notes what the update writes and the review does not name. */
  private async up(program: Program, token: Token | undefined, replaced: string): Promise<void> {
    const { engine, front, world, story } = this;
    const goals = [...goalsOf(program), ...(token ? [tokenGoal(token)] : [])];
    const replace = goals.filter(({ name }) => name === replaced).map(({ urn }) => urn);
    const options: UpOptions = { replace, skipPreview: true, concurrent: true };
    const previewed = await engine.previewDocument(this.state, goals, options);
    const before = await snapshotOf(world);
    front.plan(undefined);
    const run = await engine.up(this.state, goals, options);
    world.clock.advance(10_000);
    const seen = [...front.seen];
    this.state = run.state;
    const says = run.operations.map((text) => text.replace(/urn:\S+::/, "")).join(", ") || "nothing";
    story.push(`up${replace.length > 0 ? ` --replace ${replaced}` : ""}: ${says}`);
    if (run.error !== undefined || previewed.error !== undefined) {
      story.push(`refused: ${(run.error ?? previewed.error ?? "").slice(0, 300)}`);
      return;
    }
    const document = readDocument(previewed.document);
    const review: Review = reviewChange(document, { policies: policySettings(EDGE_POLICIES, {}) });
    const written = writtenObjects(seen, before, await snapshotOf(world));
    this.compared += 1;
    this.written += written.length;
    const unnamed = unnamedIn(review, written);
    this.problems.push(...unnamed);
    if (unnamed.length > 0)
      story.push(
        ...linesIn(previewed.document).map((line) => `  ${line.trimEnd()}`),
        ...review.reasons.map(({ id, text }) => `  ${id}: ${text}`),
      );
  }
}

/** Returns what the provider has printed in a preview. */
function linesIn(document: string): string[] {
  const { diagnostics = [] } = JSON.parse(document) as { diagnostics?: readonly { message: string }[] };
  return diagnostics.map(({ message }) => message);
}

function inPreview(goal: Goal): Goal {
  return { ...goal, inputs: { ...goal.inputs, __preview: true } };
}

function tokenGoal({ groups, disabled }: Token): Goal {
  const urn = "urn:pulumi:prod::shop::pulumi-nodejs:dynamic/edge:ApiToken::ci";
  const inputs: Properties = {
    policies: [
      {
        resources: { [`zone.${COM}`]: "*" },
        permissionGroups: groups.map((name) => ({ name })),
      },
    ],
    ...(disabled && { status: "disabled" }),
    __mark: identityText({ organization: "organization", project: "shop", stack: "prod", urn }),
    __base: "ci",
    __stack: "prod",
    __claims: [],
    __provider: "exports.handler=()=>{}",
  };
  return { urn, name: "ci", kind: "ApiToken", inputs, deleteBeforeReplace: undefined, aliases: [] };
}
