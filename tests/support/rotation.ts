import { ask, renew, testEngine, type State, type TestEngine } from "./lifecycle";
import { bearer, EXAMPLE_COM, type TestPlatform } from "./platform";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** The rotation of `rotating` tokens. */
export const ROTATION = { every: "30d", overlap: "24h" };

export interface ShownToken {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly expires_on?: string;
}

let count = 0;

/** Returns arguments of a token with rotation and a unique name, since a run caches tokens by name. */
export function rotating(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: `pipeline-${(count += 1)}`,
    policies: [{ resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone Read" }] }],
    rotation: ROTATION,
    ...changes,
  };
}

/** An engine and a platform with a common clock. */
export interface RotationScene {
  /** Returns a new engine for each run, as Pulumi starts a process for each. */
  engine(): TestEngine;
  pass(ms: number): Promise<void>;
  up(args: Record<string, unknown>, state?: State): Promise<State>;
  /** `pulumi up` once the rotation of `state` is due. */
  rotate(args: Record<string, unknown>, state: State): Promise<State>;
  /** Returns the status of a call with the value in the state. */
  use(state: State): Promise<number>;
  /** Returns the live tokens of the resource, oldest first. */
  tokens(args: Record<string, unknown>): Promise<ShownToken[]>;
  shown(id: unknown): Promise<ShownToken>;
}

/** Expects one token without an end, which has the value of the state. The others end within the overlap. */
export async function expectOneLive(
  scene: RotationScene,
  args: Record<string, unknown>,
  state: State,
): Promise<void> {
  const tokens = await scene.tokens(args);
  expect(tokens.filter((token) => token.expires_on === undefined).map(({ id }) => id)).toEqual([
    state.outs["tokenId"],
  ]);
  expect(await scene.use(state)).toBe(200);
}

/** Returns a new platform at the current time. */
export async function rotationScene(platform: TestPlatform): Promise<RotationScene> {
  await renew(platform);
  await platform.control("PUT", "/clock", { now: new Date().toISOString(), frozen: false });
  let passed = 0;
  const engine = () => {
    const one = testEngine(platform);
    one.pass(passed);
    return one;
  };
  const pass = async (ms: number) => {
    passed += ms;
    await platform.control("PUT", "/clock", { advance: `${ms}ms` });
  };
  const up: RotationScene["up"] = (args, state) => engine().up("ApiToken", args, state);
  return {
    engine,
    pass,
    up,
    rotate: async (args, state) => {
      await pass(30 * DAY);
      return up(args, state);
    },
    use: async (state) => {
      const headers = bearer(String(state.outs["value"]));
      return (await platform.api("GET", `/zones/${EXAMPLE_COM}`, { headers })).status;
    },
    tokens: async (args) => {
      const tokens = await ask<ShownToken[]>(platform, "GET", "/user/tokens?per_page=50");
      return tokens.filter(({ name }) => name.replace(/-g\d+-[0-9a-f]{8}$/, "") === args["name"]);
    },
    shown: (id) => ask<ShownToken>(platform, "GET", `/user/tokens/${String(id)}`),
  };
}
