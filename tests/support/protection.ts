import type { PulumiResult } from "./engine";
import type { EdgeStack } from "./edge-stack";
import { liveRulesets, ruleLine, rulesetNames, type LiveRuleset } from "./live";
import { startProxy } from "./proxy";

export interface WatchedRun {
  readonly result: PulumiResult;
  /** Requests that wrote, such as `PATCH /zones/…`. */
  readonly writes: readonly string[];
  /** Rules that were live before and after the run, but missing after one of its writes. */
  readonly gaps: readonly string[];
}

const RULESET = /^\S+ \/client\/v4\/(?:zones|accounts)\/[0-9a-f]{32}\/rulesets/;
const WHOLE_RULESET = /^DELETE \/client\/v4\/\w+\/[0-9a-f]{32}\/rulesets\/([0-9a-f]{32})$/;

/** The live rules after a write, as lines by place, and the write. */
interface Moment {
  readonly write: string;
  readonly rulesets: readonly LiveRuleset[];
}

/**
 * Runs `work` with a proxy between stack and API, and reads the live rules from the answer of each write, which contains the
 * whole ruleset. Two rules are equal if action, target, expression and plain ref are.
 */
export async function watchProtection(
  stack: EdgeStack,
  work: () => Promise<PulumiResult>,
): Promise<WatchedRun> {
  const before = [...(await liveRulesets(stack)).values()];
  const now = new Map(before.map((ruleset) => [ruleset.id, ruleset]));
  const moments: Moment[] = [];
  const proxy = await startProxy(stack.ready.baseUrl, () => undefined, {
    onAnswer: ({ method = "", url = "" }, text) => {
      const write = `${method} ${url}`;
      if (method === "GET" || !RULESET.test(write)) return;
      const removed = text === "" ? WHOLE_RULESET.exec(write)?.[1] : undefined;
      const answered = text === "" ? undefined : (JSON.parse(text) as { result: LiveRuleset | null }).result;
      if (removed !== undefined) now.delete(removed);
      else if (answered) now.set(answered.id, answered);
      moments.push({ write, rulesets: [...now.values()] });
    },
  });
  const direct = stack.env["EDGE_BASE_URL"];
  stack.env["EDGE_BASE_URL"] = proxy.baseUrl;
  try {
    const { result, writes } = await stack.watch(work);
    const after = [...(await liveRulesets(stack)).values()];
    const names = await rulesetNames(stack, [...before, ...now.values(), ...after]);
    const linesOf = (rulesets: readonly LiveRuleset[]) =>
      new Set(
        rulesets.flatMap(({ phase, kind, rules = [] }) =>
          rules.map((rule) => `${kind} ${phase} ${ruleLine(rule, names)}`),
        ),
      );
    const later = linesOf(after);
    const staying = [...linesOf(before)].filter((line) => later.has(line));
    const gaps = moments.flatMap(({ write, rulesets }) => {
      const live = linesOf(rulesets);
      return staying.filter((line) => !live.has(line)).map((line) => `after ${write}: no ${line}`);
    });
    return { result, writes, gaps };
  } finally {
    stack.env["EDGE_BASE_URL"] = direct;
    await proxy.close();
  }
}
