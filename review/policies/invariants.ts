import { z } from "zod";
import { isUnknown, PHASES, type Phase, sortedJson } from "../../provider/api";
import {
  type Expression,
  parseFilter,
  printForPeople,
  printRequest,
  printSecretRequest,
  satisfiable,
} from "../../provider/filter";
import {
  BLOCKING_PHASES,
  type Counterexample,
  decideInvariant,
  type EndingRule,
  type Invariant,
  INVARIANT_OUTCOMES,
  type InvariantAnswer,
  isEarlier,
  type ZoneVersions,
} from "../../provider/rulesets";
import type { JudgedRule } from "../../provider/rulebook/hazards/judged-rule";
import type { Reviewed } from "../model/reviewed";
import { OUTSIDE_VIEW, type OutsideView, outsideAssumptions } from "./outside-view";
import { definePolicy, verdict, type Verdict } from "./policy";
import { requestsOfZone, zoneAssumption } from "./zone-requests";
import { documentRules, type ReviewedZoneRules, zoneRules } from "./zone-rules";
import { type ZoneInUse, zonesInUse } from "./zones";
import { joinFirst } from "../../provider/words";

/** An invariant as a configuration writes it. */
export const WrittenInvariant = z.strictObject({
  name: z.string().min(1).describe("what findings call it"),
  phase: z
    .enum(PHASES)
    .optional()
    .describe(
      "the phase that it is about, for requests as the phase sees them. Default: the firewall phases together, for requests as visitors send them",
    ),
  requests: z
    .string()
    .superRefine((text, context) => {
      const message = whyNotAsked(text);
      if (message === undefined) return;
      context.addIssue({ code: "custom", message, params: { showsValue: true } });
    })
    .describe("the expression of the requests that it is about"),
  outcome: z.enum(INVARIANT_OUTCOMES).describe("what must happen to each of them"),
});
export type WrittenInvariant = z.infer<typeof WrittenInvariant>;

/** Returns why an expression names no requests to ask about. Of no requests, everything would be proved. */
function whyNotAsked(text: string): string | undefined {
  const parsed = parseFilter(text);
  if (!parsed.valid) return `must be a valid expression:\n${printForPeople(text, parsed.diagnostics)}`;
  const answer = satisfiable(parsed.ast);
  if (answer.kind !== "no") return undefined;
  const facts = answer.assumptions.map(({ says }) => says);
  const since = facts.length > 0 ? `, since ${facts.join(", and ")}` : "";
  return `must match a request, and no request matches it${since}: correct the expression, found ${JSON.stringify(text)}`;
}

/** What is known about an invariant in a zone, in words. */
export type ZoneAnswer = { readonly zone: ZoneInUse; readonly invariant: WrittenInvariant } & (
  | {
      readonly kind: "proved";
      readonly assumptions: readonly string[];
      /** A sentence without a full stop if the proof says nothing about the rules that the invariant is about. */
      readonly note?: string;
    }
  /** The invariant is about requests of other zones. */
  | { readonly kind: "no request"; readonly assumptions: readonly string[] }
  | {
      readonly kind: "broken";
      /** The request, as `printRequest` shows it. */
      readonly request: string;
      /** What happens to the request, for a sentence that begins with the request. */
      readonly happens: string;
      /** What to do. */
      readonly remedy: string;
      /** The resource of the rule that decides, else of the entry point, and the path of the rule; "" for the resource as a whole. */
      readonly resource: Reviewed;
      readonly path: string;
    }
  | { readonly kind: "undecided"; readonly why: string; readonly resource: Reviewed }
);

/** Resources before and after a change. Before is undefined if the document does not say it. */
export interface JudgedResources {
  readonly before: readonly Reviewed[] | undefined;
  readonly after: readonly Reviewed[];
  /** Whether `after` has all entry points of its zones, as what is live does. Default: no. */
  readonly isWhole?: boolean;
  /** The names of zones by their ids. Of a zone without a name, requests to any host are asked about. Default: no name is known. */
  readonly names?: ReadonlyMap<string, string>;
}

/** Decides invariants in each zone of a document. Zones with equal rules are decided once. */
export function decideInvariants(
  written: readonly WrittenInvariant[],
  { before, after, isWhole = false, names }: JudgedResources,
  notInUse: readonly OutsideView[] = [],
): ZoneAnswer[] {
  const [then, now] = [before && documentRules(before, isWhole), documentRules(after, isWhole)];
  const invariants = written.map((one) => ({
    one,
    invariant: parsedInvariant(one),
    outside: outsideAssumptions(one, notInUse),
    decided: new Map<string, InvariantAnswer>(),
  }));
  return zonesInUse([...after, ...(before ?? [])]).flatMap((zone) => {
    const rules = zoneRules(now, zone);
    const earlier = then && zoneRules(then, zone);
    const key = keyOf(rules) + keyOf(earlier);
    const versions = { before: earlier, now: rules };
    const conditions = [...rules.conditions, ...(earlier?.conditions ?? [])];
    const name = isUnknown(zone.id) ? undefined : names?.get(zone.id);
    return invariants.map(({ one, invariant, outside, decided }): ZoneAnswer => {
      const anywhere = decided.get(key) ?? decideInvariant(invariant, versions);
      decided.set(key, anywhere);
      const answer =
        name === undefined
          ? anywhere
          : decideInZone(anywhere, { name, one, invariant, versions, conditions });
      return answerInZone(answer, { zone, one, invariant, rules, earlier, outside });
    });
  });
}

/** What is known about an invariant for requests of one zone. */
type AnswerInZone =
  InvariantAnswer | { readonly kind: "no request"; readonly assumptions: readonly string[] };

/** Decides for the requests of a zone what was decided for requests to any host. */
function decideInZone(
  anywhere: InvariantAnswer,
  question: {
    readonly name: string;
    readonly one: WrittenInvariant;
    readonly invariant: Invariant;
    readonly versions: ZoneVersions;
    readonly conditions: readonly Expression[];
  },
): AnswerInZone {
  const { name, one, invariant, versions, conditions } = question;
  const ofAccounts = versions.now.accounts?.flatMap(({ rules, rulesets }) =>
    [...rules, ...[...rulesets.values()].flat()].flatMap(({ condition }) => condition ?? []),
  );
  const requests = requestsOfZone(one.requests, name, [...conditions, ...(ofAccounts ?? [])]);
  if (requests === "none") return { kind: "no request", assumptions: [zoneAssumption(name)] };
  if (requests === undefined) return anywhere;
  const isAnswered = anywhere.kind === "proved" && (anywhere.endedBy || !mayBeEnded(one, versions));
  if (isAnswered) return anywhere;
  const here = decideInvariant(
    { ...invariant, requests },
    { ...versions, now: { ...versions.now, isNamed: true } },
  );
  if (here.kind !== "proved") return anywhere.kind === "proved" ? anywhere : here;
  // That the requests of the zone are ended before is worth the assumption.
  if (anywhere.kind === "proved" && here.endedBy === undefined) return anywhere;
  return { ...here, assumptions: [...here.assumptions, zoneAssumption(name)] };
}

/** Whether the requests to the hosts of a zone may all be redirected or blocked before anything is decided that an invariant is about. */
function mayBeEnded({ outcome, phase }: WrittenInvariant, { now }: ZoneVersions): boolean {
  if (outcome === "same as before") return false;
  return now.phases.some(
    (one) =>
      one.rules.length > 0 && (outcome === "not challenged" || (phase === undefined && isEarlier(one.phase))),
  );
}

function parsedInvariant({ name, phase, requests, outcome }: WrittenInvariant): Invariant {
  const parsed = parseFilter(requests);
  if (!parsed.valid) throw new Error(`the schema has checked the expression of ${name}`);
  return { name, phase, requests: parsed.ast, outcome };
}

/** Returns a text that zones with equal rules share. */
function keyOf(rules: ReviewedZoneRules | undefined): string {
  const phases = rules?.phases.map(({ phase, foreign, unclear = null, rules: all }) => [
    phase,
    foreign,
    unclear,
    all.map(({ path, rule, condition }) => [path, rule, condition === undefined]),
  ]);
  return sortedJson(phases ?? null) ?? "";
}

interface InZone {
  readonly zone: ZoneInUse;
  readonly one: WrittenInvariant;
  readonly invariant: Invariant;
  readonly rules: ReviewedZoneRules;
  readonly earlier: ReviewedZoneRules | undefined;
  /** What a proof assumes about what is evaluated outside of rulesets. */
  readonly outside: readonly string[];
}

function answerInZone(answer: AnswerInZone, question: InZone): ZoneAnswer {
  const { zone, one, invariant, rules, earlier, outside } = question;
  const named = { zone, invariant: one };
  const wanted = one.phase === undefined ? BLOCKING_PHASES : [one.phase];
  const entrypointIn = (phase: Phase) => rules.entrypointOf(phase);
  const entrypoint = (phases: readonly Phase[]) => phases.flatMap((phase) => entrypointIn(phase) ?? [])[0];
  switch (answer.kind) {
    case "proved":
      return {
        ...named,
        kind: "proved",
        assumptions: [...answer.assumptions, ...outside],
        ...(answer.endedBy && { note: endedText(answer.endedBy, entrypointIn) }),
      };
    case "no request":
      return { ...named, kind: "no request", assumptions: answer.assumptions };
    case "undecided":
      return { ...named, kind: "undecided", why: answer.why, resource: entrypoint(wanted) ?? zone.resource };
    case "broken": {
      const { rule, phase, witness } = answer;
      const own = entrypoint(phase === undefined ? wanted : [phase]);
      const isOwn = own?.rules.some(({ path }) => path === rule?.path) === true;
      const conditions = [invariant.requests, ...rules.conditions, ...(earlier?.conditions ?? [])];
      const hides = rules.hasSecrets || earlier?.hasSecrets === true;
      return {
        ...named,
        kind: "broken",
        request: hides ? printSecretRequest(conditions) : printRequest(witness, conditions),
        happens: happens(answer),
        remedy: remedyOf(one.outcome, rule),
        resource: own ?? zone.resource,
        path: isOwn && rule !== undefined ? rule.path : "",
      };
    }
  }
}

/** Rules that a sentence names at most. */
const NAMED = 3;

/** Says that rules end all requests that an invariant is about, before anything is decided that it is about. */
function endedText(
  ending: readonly EndingRule[],
  entrypointIn: (phase: Phase) => Reviewed | undefined,
): string {
  const names = ending.map(({ rule, phase }) => {
    const resource = entrypointIn(phase);
    return resource === undefined ? rule.path : `${rule.path} of ${resource.label}`;
  });
  const actions = new Set(ending.map(({ rule: { action } }) => action));
  const are = [
    ...(actions.delete("redirect") ? ["redirected"] : []),
    ...(actions.delete("block") ? ["blocked"] : []),
    ...(actions.size > 0 ? ["answered"] : []),
  ].join(" or ");
  const rules = joinFirst(names, NAMED);
  return `all of these requests are ${are} by ${rules}, so the proof says nothing about later rules`;
}

function happens({ rule, solved, changed }: Counterexample): string {
  const visitor = solved === undefined ? "" : ` for a visitor who has solved a ${solved}`;
  if (changed === undefined) return `${outcomeText(rule)}${visitor}`;
  const { before, now } = changed;
  const isSame = outcomeText(before.rule) === outcomeText(now.rule);
  return isSame
    ? `${outcomeText(now.rule)} as before, with other effects${visitor}`
    : `${outcomeText(before.rule)} before, and ${outcomeText(now.rule)} now${visitor}`;
}

function outcomeText(rule: JudgedRule | undefined): string {
  if (rule === undefined) return "passes all rules";
  const { action = "an unknown action", path } = rule;
  return action === "skip" ? `is let through by ${path}` : `gets ${action} by ${path}`;
}

function remedyOf(outcome: WrittenInvariant["outcome"], rule: JudgedRule | undefined): string {
  switch (outcome) {
    case "blocked":
    case "challenged or blocked": {
      const stops = outcome === "blocked" ? "blocks" : "challenges or blocks";
      return rule === undefined
        ? `add a rule that ${stops} such requests`
        : `narrow ${rule.path}, or put a rule that ${stops} such requests in front of it`;
    }
    case "not blocked":
    case "not challenged":
      return `narrow ${rule?.path ?? "the rule"}, or put a skip rule for such requests in front of it`;
    case "same as before":
      return "leave such requests out of the change";
  }
}

const Invariants = z
  .array(WrittenInvariant)
  .default([])
  .describe("What must hold. Default: nothing, and then the policy judges nothing.");

/** The setting of what is evaluated outside of rulesets, and not used. */
export const NotInUse = z
  .array(z.enum(OUTSIDE_VIEW))
  .default([])
  .describe(
    "What no zone uses of what the vendor evaluates outside of rulesets, so that `edge-platform prove` assumes nothing about it. Default: nothing, and then proofs name it as an assumption.",
  );

export const holdInvariants = definePolicy({
  name: "hold-invariants",
  displayName: "What must hold for requests holds",
  description:
    "Each configured invariant must hold in every zone in which a stack has rules, proved for all requests: for example, nobody outside a network reaches /admin. A finding shows a request that breaks it. What must be the same as before is judged by a review, which knows both versions.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["waf", "rulesets", "requests"],
  remediationSteps:
    "Change the rule that the finding names, so that the request gets what the invariant says. `edge-platform prove` decides it again. If the requirement has changed, change the invariant.",
  unknownValues:
    "An invariant that depends on unknown rules, on rules of other owners or on a condition that cannot be analysed is reported as not proved, without failing the update.",
  config: z.object({ invariants: Invariants, notInUse: NotInUse }),
  scope: "stack",
  judge: (resources, { invariants }) =>
    verdictsOn(
      invariants.filter(({ outcome }) => outcome !== "same as before"),
      { before: undefined, after: resources },
    ),
  judgeChange: (before, after, { invariants }) =>
    verdictsOn(
      invariants.filter(({ outcome }) => outcome === "same as before"),
      { before, after },
    ),
});

function verdictsOn(invariants: readonly WrittenInvariant[], resources: JudgedResources): Verdict[] {
  if (invariants.length === 0) return [];
  return decideInvariants(invariants, resources).flatMap((answer) => {
    const name = JSON.stringify(answer.invariant.name);
    switch (answer.kind) {
      case "proved":
      case "no request":
        return [];
      case "broken": {
        const { resource, path, request, happens: what, invariant, remedy } = answer;
        const requirement = requirementOf(invariant);
        return [
          verdict(
            resource,
            path,
            `breaks the invariant ${name}: ${request} ${what}, and ${requirement}: ${remedy}`,
          ),
        ];
      }
      case "undecided": {
        const { resource, why } = answer;
        const found = verdict(resource, "", `the invariant ${name} is not proved: ${why}`);
        return [{ ...found, isUnjudged: true }];
      }
    }
  });
}

/** Says what must happen, for a sentence about a request. */
export function requirementOf({ outcome }: WrittenInvariant): string {
  switch (outcome) {
    case "same as before":
      return "must be treated as before";
    case "not blocked":
    case "not challenged":
      return `must ${outcome.replace(/^not/, "not be")}`;
    default:
      return `must be ${outcome}`;
  }
}
