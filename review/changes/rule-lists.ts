import type { ReviewedRuleset } from "../model/reviewed";
import { liveOrders, type LiveRules } from "./live-orders";
import { type EntrypointOrders, placedRules, type RulesetVersions } from "./placed-rules";
import { laterOf } from "./shown";
import { stackOrders } from "./stack-orders";
import type { StackRuleset } from "./stack-rulesets";

/** What is known of an entry point. */
export interface EntrypointSources {
  /** The resources of the stack that have rules in it. */
  readonly stack: readonly StackRuleset[];
  /** The live entry point, if it was read. */
  readonly live: LiveRules | undefined;
}

/** The rules before and after a change that are decided together. */
export interface RuleLists extends EntrypointOrders {
  /** The changing resources whose rules the lists contain. */
  readonly resources: readonly RulesetVersions[];
  /** A rule of the lists may contain what is secret in one of these. */
  readonly rulesets: readonly ReviewedRuleset[];
  /** Whether rules that are not in the lists may follow. */
  readonly othersFollow: boolean;
  /** What the lists lack: sentences. Empty if they are whole. */
  readonly limits: readonly string[];
}

const OTHERS = "Rules of other owners in the same entry point are not known.";
const EXECUTING = "The rules of the entry points that execute this ruleset are left out.";
const NO_ORDER =
  "Other resources of the stack have rules in the same entry point, and their order is not known: the rules of this one are decided " +
  "alone. Set position, or use --live.";

/** Returns the lists for the change of a ruleset. Undefined if its rules or their order are not known. */
export function ruleLists(own: StackRuleset, { stack, live }: EntrypointSources): RuleLists | undefined {
  if (!isListed(own)) return undefined;
  if (live !== undefined) return listsOfLive(own, stack, live);
  const { level, ownership } = laterOf(own.before, own.after);
  if (level === "custom") return alone(own, [EXECUTING]);
  const limits = ownership === "exclusive" ? [] : [OTHERS];
  if (stack.length < 2) return alone(own, limits);
  const orders = stack.every(isListed) ? stackOrders(stack) : undefined;
  if (orders === undefined) return alone(own, [NO_ORDER, ...limits]);
  return { ...orders, ...inStack(stack), othersFollow: limits.length > 0, limits };
}

function listsOfLive(own: StackRuleset, stack: readonly StackRuleset[], live: LiveRules): RuleLists {
  const changing = stack.filter(({ isChanging }) => isChanging);
  const orders = changing.every(isListed) ? liveOrders(live, changing, stack) : undefined;
  if (orders?.doubts.length === 0) return { ...orders, ...inStack(stack), othersFollow: false, limits: [] };
  const doubt = orders?.doubts[0] ?? "rules of another resource are not known";
  return alone(own, [
    `The place of these rules in the live entry point is not certain, because ${doubt}: they are decided alone.`,
  ]);
}

/** Whether all rules of both versions and their order are known. Parts of a rule may be unknown. */
function isListed({ before, after }: RulesetVersions): boolean {
  return [before, after].every(
    (version) =>
      version === undefined ||
      (version.isOrdered && !(version.hasUnknownRules && version.rules.length === 0)),
  );
}

function alone(own: StackRuleset, limits: readonly string[]): RuleLists {
  const [placed] = placedRules([own]);
  const { before = [], after = [] } = placed ?? {};
  return { before, after, ...inStack([own]), othersFollow: limits.length > 0, limits };
}

function inStack(stack: readonly StackRuleset[]): Pick<RuleLists, "resources" | "rulesets"> {
  return {
    resources: stack.filter(({ isChanging }) => isChanging),
    rulesets: stack.flatMap(({ before, after }) => [before ?? [], after ?? []].flat()),
  };
}
