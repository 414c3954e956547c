import { isUnknown } from "../../api";
import type { Phase } from "../../api/wire";
import { effectOf } from "../../rulebook/effects";
import { actsOnMatch, type JudgedRule, skipsTheRest } from "../../rulebook/hazards/judged-rule";
import { behindRewrites, rewrittenUrl, writesUrl } from "./rewrites";
import { type Decision, type Logic, type PhaseEffects, type PhaseRules, runPhase } from "./run-phase";

/** The entry point of a phase, as far as it is known. */
export interface ZonePhase extends PhaseRules {
  readonly phase: Phase;
  /** Where rules of other owners can be that are not in `rules`. */
  readonly foreign: "none" | "behind" | "anywhere";
  /** Why nothing can be said about the entry point, as a sentence without a full stop. Default: its rules are known. */
  readonly unclear?: string;
}

/** The phases before those that block. A request that is answered there reaches none of the others. */
const EARLIER = ["http_request_dynamic_redirect", "http_request_transform"] as const satisfies Phase[];
/** The phases whose rules block before the origin sees a request. */
export const BLOCKING_PHASES = [
  "http_request_firewall_custom",
  "http_ratelimit",
  "http_request_firewall_managed",
] as const satisfies Phase[];
/** The phases that decide together whether a request is blocked, in the order in which they run. Source: the list of phases. */
export const ZONE_PHASES: readonly Phase[] = [...EARLIER, ...BLOCKING_PHASES];
export const REWRITES: Phase = "http_request_transform";
const MANAGED: Phase = "http_request_firewall_managed";

/** Whether a phase runs before those that block. */
export function isEarlier(phase: Phase): boolean {
  return EARLIER.some((name) => name === phase);
}

const STOPS = ["block", "challenge"] as const;

/** Something that leaves open what happens to a request. */
export interface Doubt<Truth> {
  /**
   * - `opaque`: what blocks, passes or skips is not known, or the URL is another one in later phases.
   * - `may block`, `may challenge`: only further requests, or rules of the vendor, decide whether the request is stopped so.
   */
  readonly kind: "opaque" | "may block" | "may challenge";
  /** A sentence without a full stop. */
  readonly says: string;
  readonly when: Truth;
}

/** A skip rule that lets requests pass the rest of its phase. */
interface Skip<Truth> {
  readonly rule: JudgedRule;
  readonly phase: Phase;
  readonly when: Truth;
}

/** What the phases of a zone do with a request, one after the other, as truth values. */
export interface ZoneEffects<Truth> {
  /** For each request at most one decision holds. */
  readonly decisions: readonly (Decision<Truth> & { readonly phase: Phase })[];
  readonly doubts: readonly Doubt<Truth>[];
  readonly skips: readonly Skip<Truth>[];
  /** Whether a phase before those that block has answered. */
  readonly answered: Truth;
  /** The logic of the phases that block, which see the rewritten URL. What it cannot follow becomes one of the doubts. */
  readonly behind: Logic<Truth>;
}

/**
 * Runs phases in their order, for requests as visitors send them. With `isAlone`, a phase is run by itself, for requests as the phase
 * sees them: then it does not matter which phase it is.
 */
export function runZone<Truth>(
  phases: readonly ZonePhase[],
  logic: Logic<Truth>,
  { isAlone }: { readonly isAlone: boolean },
): ZoneEffects<Truth> {
  const ordered = [...phases].sort((a, b) => ZONE_PHASES.indexOf(a.phase) - ZONE_PHASES.indexOf(b.phase));
  const decisions: (Decision<Truth> & { readonly phase: Phase })[] = [];
  const doubts: Doubt<Truth>[] = [];
  let here = logic.yes;
  let answered = logic.no;
  const skips: Skip<Truth>[] = [];
  const earlier: PhaseEffects<Truth>[] = [];
  let behind = logic;
  for (const one of ordered) {
    const { phase, unclear } = one;
    const skipped = logic.or(earlier.flatMap(({ others }) => others.get(`skips phase ${phase}`) ?? []));
    const open = logic.and([here, logic.not(skipped)]);
    if (unclear !== undefined) {
      doubts.push({ kind: "opaque", says: unclear, when: open });
      continue;
    }
    const effects = runPhase(one, behind);
    const found = effects.decisions.map((decision) => ({
      ...decision,
      phase,
      when: logic.and([open, decision.when]),
    }));
    doubts.push(
      ...doubtsOf(one, effects, isAlone).map((doubt) => ({
        ...doubt,
        when: logic.and([open, doubt.when]),
      })),
    );
    decisions.push(...found);
    const ended = logic.or(found.map(({ when }) => when));
    if (!isAlone && isEarlier(phase)) answered = logic.or([answered, ended]);
    here = logic.and([here, logic.not(ended)]);
    for (const [rule, when] of effects.fires)
      if (skipsTheRest(rule)) skips.push({ rule, phase, when: logic.and([open, when]) });
    earlier.push(effects);
    if (!isAlone && phase === REWRITES)
      behind = behindRewrites(logic, rewrittenUrl(effects.fires, open, logic), ({ rewrite, reader, when }) =>
        doubts.push({
          kind: "opaque",
          when,
          says: `${rewrite.path} rewrites the URL before ${reader.path} reads it`,
        }),
      );
  }
  return { decisions, doubts, skips, answered, behind };
}

/** Returns how a rule may stop requests. */
function stopsBy({ action = "" }: JudgedRule): readonly ("block" | "challenge")[] {
  const { kind } = effectOf(action);
  if (kind === "unclear") return STOPS;
  if (kind === "challenges") return ["challenge"];
  return action === "block" ? ["block"] : [];
}

function doubtsOf<Truth>(
  { phase }: ZonePhase,
  { decisions, fires, others }: PhaseEffects<Truth>,
  isAlone: boolean,
): Doubt<Truth>[] {
  const doubts: Doubt<Truth>[] = decisions.flatMap(({ rule, when }) =>
    effectOf(rule.action ?? "").kind === "unclear"
      ? [{ kind: "opaque", says: `what ${rule.path} does is not known`, when }]
      : [],
  );
  for (const [rule, when] of fires) {
    if (!isAlone && phase === REWRITES) {
      if (!writesUrl(rule))
        doubts.push({
          kind: "opaque",
          says: `what ${rule.path} changes before later phases is not known`,
          when,
        });
    } else if (!actsOnMatch(rule)) {
      for (const stops of stopsBy(rule))
        doubts.push({ kind: `may ${stops}`, says: `${rule.path} may ${stops} after further requests`, when });
    }
  }
  for (const [effect, when] of others) {
    const [, id] = /^executes (\S+)$/.exec(effect) ?? [];
    if (id === undefined) continue;
    const isManaged = phase === MANAGED;
    const name = isUnknown(id) ? "with an id that is not known yet" : id;
    if (isManaged) {
      for (const stops of STOPS)
        doubts.push({ kind: `may ${stops}`, says: `the managed ruleset ${name} may ${stops}`, when });
    } else
      doubts.push({ kind: "opaque", says: `the rules of the custom ruleset ${name} are not known`, when });
  }
  return doubts;
}
