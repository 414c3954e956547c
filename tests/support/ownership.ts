import { TestMachine } from "./attempts";
import type * as Lifecycle from "./lifecycle";
import { plain, renew, ask, unproven, type State, type TestEngine } from "./lifecycle";
import { asNewProcess } from "./new-process";
import { bearer, EXAMPLE_COM, OWASP, useTestPlatform } from "./platform";

const ACCOUNT = "01a7362d577a6c3019a474fd6f485823";
export const CUSTOM = "http_request_firewall_custom";
export const MANAGED = "http_request_firewall_managed";
export const CORE = "efb7b8c949ac4650a09736fc376e9aee";

export const ADMIN = {
  ref: "admin",
  action: "managed_challenge",
  expression: 'http.request.uri.path eq "/admin"',
};
export const BOTS = { ref: "bots", action: "block", expression: "cf.client.bot" };
export const COUNTRY = { ref: "country", action: "log", expression: 'ip.src.country eq "ZZ"' };
export const RULES = [ADMIN, BOTS];
export const POLICIES = [
  { resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone Read" }] },
];

type Args = Record<string, unknown>;
export interface LiveRule {
  id: string;
  ref: string;
  action: string;
  expression: string;
  action_parameters?: { id?: string };
}
interface LiveRuleset {
  id: string;
  name: string;
  kind: string;
  rules?: LiveRule[];
}
export const OWASP_ARGS = { zoneId: EXAMPLE_COM, paranoiaLevel: 2, scoreThreshold: 40 };

export interface Kind {
  readonly kind: string;
  readonly args: Args;
  /** A change of the arguments that replaces the resource. */
  readonly replacing: Args;
  /** Returns every live object of that kind as its program declares it, without marks and ids. */
  readonly live: () => Promise<unknown[]>;
  /** Returns the live objects of one resource with these arguments. */
  readonly one: readonly unknown[];
  /** The live objects of one resource after the replacing change. Default: the same. */
  readonly replaced?: readonly unknown[];
}

/** Returns a platform with an account, new for each test, and functions that read ownership on it. */
export function useOwnership() {
  const platform = useTestPlatform();
  beforeEach(async () => {
    await renew(platform);
    await platform.control("POST", "/seed", { accounts: [{ id: ACCOUNT, name: "ours" }] });
  });

  let machine = new TestMachine();
  let stacks = new Map<string, Set<State>>();
  beforeEach(() => {
    machine = new TestMachine();
    stacks = new Map();
  });

  /**
   * An engine as in a new process: modules remember what their run has seen. The runs of one stack share its state. `killed`: the
   * state gets nothing of what the run makes.
   */
  function newRun(
    settings: Record<string, string> = {},
    {
      killed = false,
      of = "prod",
      takeOver = [],
    }: { readonly killed?: boolean; readonly of?: string; readonly takeOver?: readonly string[] } = {},
  ): TestEngine {
    const stack = stacks.get(of) ?? new Set();
    stacks.set(of, stack);
    const means = {
      stack: killed ? new Set<State>() : stack,
      attempts: machine.process({ isDead: () => killed }),
      exactRules: machine.exactRules,
      takeOver,
    };
    // The connection `again` leads to the same account. A change of connection replaces most resources.
    const connections = JSON.stringify({ again: { baseUrl: platform.baseUrl, apiToken: platform.token } });
    let run: TestEngine | undefined;
    asNewProcess(() => {
      const { testEngine } = jest.requireActual<typeof Lifecycle>("./lifecycle");
      run = testEngine(platform, { "edge:connections": connections, ...settings }, means);
    });
    if (!run) throw new Error("the modules were not loaded");
    return run;
  }

  const rulesAt = async (scope: string, phase: string): Promise<LiveRule[]> => {
    const answer = await platform.api("GET", `${scope}/rulesets/phases/${phase}/entrypoint`);
    return (answer.body as { result: LiveRuleset | null } | undefined)?.result?.rules ?? [];
  };
  const ZONE = `/zones/${EXAMPLE_COM}`;
  const inZone = () => rulesAt(ZONE, CUSTOM);
  const deployed = () => rulesAt(ZONE, MANAGED);
  const inAccount = () => rulesAt(`/accounts/${ACCOUNT}`, CUSTOM);
  const customRulesets = async (owner = `/accounts/${ACCOUNT}`): Promise<LiveRuleset[]> => {
    const all = await ask<LiveRuleset[]>(platform, "GET", `${owner}/rulesets`);
    const custom = all.filter(({ kind }) => kind === "custom");
    return Promise.all(custom.map(({ id }) => ask<LiveRuleset>(platform, "GET", `${owner}/rulesets/${id}`)));
  };
  const tokens = async () => {
    const all = await ask<{ id: string; name: string }[]>(platform, "GET", "/user/tokens?per_page=50");
    return all.filter(({ name }) => /^(deploy|pipeline)/.test(name));
  };
  const use = (value: unknown) =>
    platform.api("GET", ZONE, { headers: bearer(String(value)) }).then(({ status }) => status);

  /** Creates a foreign entry point without marks. */
  const byHand = (phase: string, ...rules: object[]) =>
    ask<LiveRuleset>(platform, "POST", `${ZONE}/rulesets`, { name: "default", kind: "zone", phase, rules });

  /** Returns the content of a rule, without what the platform adds. */
  const asDeclared = (rules: readonly LiveRule[]) =>
    plain(rules).map(({ ref, action, expression }) => ({ ref, action, expression }));

  const KINDS: readonly Kind[] = [
    {
      kind: "ZoneEntrypointRuleset",
      args: { zoneId: EXAMPLE_COM, phase: CUSTOM, rules: RULES },
      replacing: { connection: "again" },
      live: async () => asDeclared(await inZone()),
      one: RULES,
    },
    {
      kind: "AccountEntrypointRuleset",
      args: { accountId: ACCOUNT, phase: CUSTOM, rules: RULES },
      replacing: { connection: "again" },
      live: async () => asDeclared(await inAccount()),
      one: RULES,
    },
    {
      kind: "OwaspConfig",
      args: OWASP_ARGS,
      replacing: { connection: "again" },
      live: async () => (await deployed()).map((rule) => rule.action_parameters?.id),
      one: [OWASP],
    },
    {
      kind: "Ruleset",
      args: { accountId: ACCOUNT, name: "shared", phase: CUSTOM, rules: RULES },
      replacing: { name: "other" },
      live: async () => (await customRulesets()).map(({ name, rules = [] }) => [name, asDeclared(rules)]),
      one: [["shared", RULES]],
      replaced: [["other", RULES]],
    },
    {
      kind: "ZoneCustomRuleset",
      args: { zoneId: EXAMPLE_COM, name: "shared", rules: RULES },
      replacing: { name: "other" },
      live: async () => (await customRulesets(ZONE)).map(({ name, rules = [] }) => [name, asDeclared(rules)]),
      one: [["shared", RULES]],
      replaced: [["other", RULES]],
    },
    {
      kind: "ApiToken",
      args: { __base: "deploy", policies: POLICIES },
      replacing: { connection: "again" },
      live: async () => (await tokens()).map(({ name }) => name.replace(/-[0-9a-z]{36}$/, "")),
      one: ["deploy"],
    },
  ];
  const NAMED: Kind = {
    ...KINDS.at(-1)!,
    args: { name: "pipeline", policies: POLICIES },
    one: ["pipeline"],
  };
  const NAMED_TOKEN: [string, Kind] = ["ApiToken with a name of the program's", NAMED];
  const each = (kinds: readonly Kind[]) => kinds.map((kind): [string, Kind] => [kind.kind, kind]);

  /** Expects that a refresh agrees with the state, except for what foreign writes and a roll change. */
  async function expectRefreshed(run: TestEngine, kind: string, state: State): Promise<void> {
    const moving = {
      version: undefined,
      lastUpdated: undefined,
      ruleCount: undefined,
      modifiedOn: undefined,
    };
    const found = await run.refresh(kind, unproven(state));
    expect({ ...found, outs: { ...found?.outs, ...moving } }).toEqual({
      ...state,
      outs: { ...state.outs, ...moving },
    });
  }

  /**
   * Expects that the state is complete, that a refresh agrees, that the next `up` changes nothing, and that a destroy leaves
   * nothing.
   */
  async function expectSettled(
    { kind, live }: Kind,
    args: Args,
    state: State,
    one: readonly unknown[],
  ): Promise<void> {
    expect(await live()).toEqual(one);
    const run = newRun();
    await expectRefreshed(run, kind, state);
    expect(await run.preview(kind, args, state)).toBe("same");
    if (kind === "ApiToken") expect(await use(state.outs["value"])).toBe(200);
    await run.destroy(kind, state);
    expect(await live()).toEqual([]);
  }
  const killedRun = () => newRun({}, { killed: true });
  return {
    platform,
    newRun,
    killedRun,
    ZONE,
    inZone,
    deployed,
    customRulesets,
    tokens,
    use,
    byHand,
    asDeclared,
    KINDS,
    NAMED,
    NAMED_TOKEN,
    each,
    expectRefreshed,
    expectSettled,
  };
}
