import {
  isMembers,
  containsUnknown,
  isUnknown,
  type Phase,
  type Ruleset,
  type RulesetSummary,
  type Zone,
} from "../../api";
import { FRESH_FOR_REMOVAL_MS, isEdgeError, type EdgeClient, type RulesetScope } from "../../client";
import {
  ownerOfRule,
  plainRef,
  planRemoval,
  removalSteps,
  rulesOf,
  type EntrypointInput,
  type OwnRules,
} from "../../rulesets";
import { argumentsOf, comparedOf } from "../../properties";
import {
  changedNames,
  checkConnection,
  connectionOf,
  isImport,
  pick,
  replacingNames,
  requiredText,
  text,
  isPreview,
} from "../inputs";
import { warnOfUnknownNames } from "../foresight/dry-run";
import { foreseeEntrypoint } from "../foresight/foresee-entrypoint";
import { noteNamingEntrypoint } from "../foresight/foresee-list-requests";
import { withAccounts, withZoneId } from "../foresight/foresee-place";
import { ruleLimitOf } from "../foresight/rule-limit";
import type { Holdings } from "../hand-over";
import { LifecycleError, type Context, type Lifecycle, type Properties } from "../lifecycle";
import {
  holdMark,
  leftIdsOf,
  ownRules,
  goesWhenEmpty,
  HIDDEN,
  isMadeByStack,
  keepsOthers,
  stillLeft,
} from "../evidence";
import { hasSuspects, learnRuleOwners, tellRuleAttempts } from "./rule-owners";
import { findEntrypoint, listThatProves, type RulesetAddress } from "./find-entrypoint";
import {
  leftByImport,
  ownersText,
  refuseChangesMeanwhile,
  refuseChangesSince,
  seenInputs,
  shownOutputs,
  shownRefs,
} from "./drift";
import { redacted } from "../../redaction";
import { checkEntrypointInputs, reportOrder, rulesOfInputs } from "./inputs";
import { secretsMoved } from "../secret-members";
import { removeAsPlanned } from "../unless-not-found";
import { tellTakenOverRules } from "../taken-over";
import { ACCOUNT, ZONE, type RulesetPlace } from "./place";
import { removeSteps } from "./requests";
import { declaredIds, knownRules, ownershipOf, refsOf, rulesetOutputs, withPartialFailure } from "./state";
import {
  changeRuleset,
  createRuleset,
  declaredRule,
  noProgress,
  type Progress,
  type RulesetJob,
} from "./writes";
import { LEFT, MARK } from "../../properties/hidden";

/** Rules in a zone's entry point of one phase. A rule that carries the resource's mark is its own. */
export const zoneEntrypointRuleset = entrypointRuleset(ZONE);
/** Rules in an account's entry point of one phase, which run for the zones that their expressions name. */
export const accountEntrypointRuleset = entrypointRuleset(ACCOUNT);

function entrypointRuleset(place: RulesetPlace): Lifecycle {
  const names = argumentsOf(place.properties);
  const compared = comparedOf(place.properties);

  /** Returns the inputs that differ. Owners share one description, so a shared resource sets it only when it makes the entry point. */
  function changedInputs(olds: Properties, news: Properties): string[] {
    const changed = changedNames(olds, news, compared);
    return ownershipOf(news) === "shared" ? changed.filter((name) => name !== "description") : changed;
  }

  /** `ruleCount` is only known after a complete write: see `listThatProves`. */
  function outputsOf(
    inputs: Properties,
    { live, settled, left }: Pick<Progress, "live" | "settled" | "left">,
    own: OwnRules,
    created: boolean,
  ): Properties {
    const known = {
      ...rulesetOutputs(inputs, names, live, own),
      createdEntrypoint: created || isMadeByStack(live, own.mark),
      ...(left.length > 0 && { [LEFT]: left }),
    };
    // With a list alone, a refresh and a destroy would not see the rules of other attempts.
    return settled && !hasSuspects(live, own) ? { ...known, ruleCount: rulesOf(live).length } : known;
  }

  /** Whether the entry point still holds a rule of this resource that the state does not. */
  async function hasLeft(context: Context, id: string, olds: Properties): Promise<boolean> {
    const live = await findEntrypoint(addressOf(context, place, id, olds).address);
    const own = ownRules(context, olds, olds);
    const declared = refsOf(olds);
    const dropped = rulesOf(live).filter(
      (rule) => ownerOfRule(rule, own) === "ours" && !declared.has(plainRef(rule)),
    );
    // An exact ref does not tell whether its new owner has written the rule.
    if (dropped.some((rule) => plainRef(rule) !== rule.ref)) return true;
    const left = await stillLeft(context, olds);
    return dropped.some(({ id }) => left.has(id));
  }

  return {
    async check(context, olds, news) {
      const { inputs, problems } = checkEntrypointInputs(context, place, olds, news);
      const isChanged = changedInputs(olds, inputs).length > 0;
      const connection = isChanged ? checkConnection(context, news) : [];
      const named = await withZoneId(context, news, await withAccounts(context, news, problems));
      const known = [...named, ...connection];
      const resource = { kind: place.resource, name: "", inputs, external: false };
      const plan = () => foreseenPlan(context, place, inputs, olds);
      const foreseen = { place, resource, olds, isChanged: isChanged && known.length === 0, plan };
      const { problems: ofLive, order } = await foreseeEntrypoint(context, news, foreseen);
      if (problems.length === 0) reportOrder(context, olds, news, inputs, order);
      if (problems.length === 0) await noteNamingEntrypoint(context, place, inputs);
      if (isPreview(news) && foreseen.isChanged) warnOfUnknownNames(context, inputs, place);
      return { inputs, problems: [...known, ...ofLive] };
    },

    // Create before delete: the new rules stand in the place of the old ones before these are removed.
    async diff(context, id, olds, news) {
      holdMark(context, olds);
      const changed = changedInputs(olds, news);
      const changes =
        changed.length > 0 ||
        secretsMoved(olds, news) ||
        (olds[LEFT] !== undefined && (await hasLeft(context, id, olds)));
      return { changes, replaces: replacingNames(place.properties, changed) };
    },

    holdings(id, outputs, inputs) {
      const { placeId, phase } = parseId(place, id);
      return holdingsOf(place.scopeOf(placeId), phase, outputs, inputs);
    },

    async hasOrphans(context, id, olds) {
      const { placeId, address } = addressOf(context, place, id, olds);
      const live = await findEntrypoint(address);
      if (!live) return false;
      const own = ownRules(context, olds, olds);
      await learnRuleOwners(context, live, own);
      tellRuleAttempts(context, subjectOf(place, placeId, address.phase), live, own);
      return rulesOf(live).some((rule) => ownerOfRule(rule, own) === "orphan");
    },

    foresee(_context, inputs) {
      const [placeId, phase] = [text(inputs, place.argument), text(inputs, "phase")];
      return placeId && phase && !isUnknown(placeId) && !isUnknown(phase)
        ? { id: `${placeId}/${phase}` }
        : {};
    },

    async create(context, inputs) {
      const job = jobOf(context, place, inputs, {});
      const progress = noProgress();
      const id = `${requiredText(inputs, place.argument)}/${job.plan.phase}`;
      const outputs = (known: Properties) => outputsOf(known, progress, job.plan, progress.made);
      let live: Ruleset | undefined;
      await withPartialFailure(inputs, {}, progress, job.plan, { id: () => id, outputs }, async () => {
        // With takeOver, the rules are expected to exist, and an adoption that changes nothing must not send a POST.
        live = job.plan.takeOver === true ? await job.find() : undefined;
        return live ? changeRuleset(job, live, progress) : createRuleset(job, progress);
      });
      await tellTakenOverRules(context, job.subject, live, outputs(inputs));
      return { id, outputs: outputs(inputs) };
    },

    async read(context, id, outputs) {
      const { placeId, address } = addressOf(context, place, id, outputs);
      if (await listThatProves(address, outputs, { reader: readerOf(id, outputs), now: context.now() }))
        return { inputs: pick(outputs, [...names, ...HIDDEN]), outputs };
      const live = await findEntrypoint(address);
      if (!live) return undefined;
      // What the resource has left to another one is not shown as its own.
      const own = ownRules(context, outputs, { ...outputs, [LEFT]: undefined });
      const left = ownAmong(live, ownRules(context, outputs, outputs), leftIdsOf(outputs));
      await learnRuleOwners(context, live, own);
      tellRuleAttempts(context, subjectOf(place, placeId, address.phase), live, own);
      const seen = seenInputs(outputs, live, own);
      if (isImport(outputs)) await tellLeft(context, live);
      if (!seen) return undefined;
      const inputs = {
        ...pick(outputs, [...names, ...HIDDEN]),
        ...seen,
        [place.argument]: placeId,
        phase: address.phase,
      };
      const progress = { live, settled: left.length === 0, left };
      const known = outputsOf(inputs, progress, own, outputs["createdEntrypoint"] === true);
      return { inputs, outputs: { ...known, ...shownOutputs(outputs, live, own) } };
    },

    async update(context, id, olds, news) {
      const job = jobOf(context, place, news, olds);
      const progress = noProgress(leftIdsOf(olds));
      const outputs = (known: Properties) =>
        outputsOf(known, progress, job.plan, progress.made || olds["createdEntrypoint"] === true);
      let live: Ruleset | undefined;
      await withPartialFailure(news, olds, progress, job.plan, { id: () => id, outputs }, async () => {
        live = await job.find();
        if (!live) return createRuleset(job, progress);
        if (failsOnChange(news)) refuseChangesSince(olds, live, job.plan);
        return changeRuleset(job, live, progress);
      });
      if (job.plan.takeOver === true)
        await tellTakenOverRules(context, job.subject, live, outputs(news), olds);
      return outputs(news);
    },

    async remove(context, id, outputs) {
      const { placeId, address } = addressOf(context, place, id, outputs);
      const target = { ...address, kind: place.kind, log: context.log };
      // Whoever removed the mark from a rule owns the rule now: it stays.
      const own = { ...ownRules(context, outputs, outputs), ids: await stillLeft(context, outputs) };
      const goes = (left: RulesetSummary) => goesWhenEmpty(left, outputs);
      const { handOver } = context.run;
      const kept = new Set<string>();
      const isKept = (ruleId: string) => {
        const keeps = handOver.isKept(ruleId, outputs[MARK]);
        if (keeps) kept.add(ruleId);
        return keeps;
      };
      await removeAsPlanned(async (isFirst) => {
        const asking = { reader: readerOf(id, outputs), now: context.now(), oldest: FRESH_FOR_REMOVAL_MS };
        const list = isFirst ? await listThatProves(address, outputs, asking) : undefined;
        const known = list && knownRules(outputs);
        const listed = list?.find((one) => one.id === known?.rulesetId);
        if (known && listed) {
          const ids = new Map([...known.ids].filter(([, ruleId]) => !isKept(ruleId)));
          const steps = removalSteps({ ...known, ids, goesWhenEmpty: goes(listed) });
          return removeSteps(target, listed, steps, goes);
        }
        const live = await findEntrypoint(address);
        if (!live) return;
        await learnRuleOwners(context, live, own);
        if (isFirst) tellRuleAttempts(context, subjectOf(place, placeId, address.phase), live, own, isKept);
        const steps = planRemoval({ ...own, live, isKept, goesWhenEmpty: goes(live) });
        await removeSteps(target, live, steps, goes);
      });
      await handOver.restore(kept, outputs[MARK]);
    },
  };
}

/**
 * Returns the input of the planner for a preview, which has the old inputs but not the old outputs: each unmarked rule with an old
 * ref counts as the resource's. Unknown values get the meaning with the fewest conflicts.
 */
function foreseenPlan(
  context: Context,
  place: RulesetPlace,
  inputs: Properties,
  olds: Properties,
): RulesetJob["plan"] {
  const known = Object.fromEntries(
    Object.entries(inputs).filter(([name, value]) => name === "rules" || !containsUnknown(value)),
  );
  const { plan } = jobOf(context, place, known, olds);
  return { ...plan, ours: refsOf(olds), takeOver: plan.takeOver === true || isUnknown(inputs["takeOver"]) };
}

function jobOf(context: Context, place: RulesetPlace, inputs: Properties, olds: Properties): RulesetJob {
  const placeId = requiredText(inputs, place.argument);
  const scope = place.scopeOf(placeId);
  const client = context.client(connectionOf(inputs));
  const own = ownRules(context, inputs, olds);
  // `check` has passed the phase.
  const phase = requiredText(inputs, "phase") as Phase;
  const subject = subjectOf(place, placeId, phase);
  const rules = rulesOfInputs(inputs);
  // After a failure half way, the state has all rules, but ids only of those that exist. A preview has no ids.
  const made = [olds["ruleIds"], olds["rules"]].find(isMembers) ?? {};
  const missing = rules.filter(({ ref }) => !Object.hasOwn(made, ref));
  return {
    client,
    scope,
    subject,
    find: async () => {
      const live = await findEntrypoint({ client, scope, phase });
      if (live) await learnRuleOwners(context, live, own, missing);
      if (live) tellRuleAttempts(context, subject, live, own);
      return live;
    },
    owner: inputs[MARK],
    handOver: context.run.handOver,
    log: context.log,
    limit: place === ZONE ? async () => ruleLimitOf(await zoneOf(client, placeId), phase, "zone") : undefined,
    refuse: failsOnChange(inputs)
      ? (live) => refuseChangesMeanwhile(inputs, live, { ...own, ours: refsOf(inputs) })
      : undefined,
    plan: {
      ...own,
      kind: place.kind,
      phase,
      rules,
      ownership: ownershipOf(inputs),
      previousOwnership: olds["rules"] === undefined ? undefined : ownershipOf(olds),
      description: text(inputs, "description"),
      // `check` has passed the position.
      placement: inputs["position"] as EntrypointInput["placement"],
      takeOver: inputs["takeOver"] === true,
      isKept: (ruleId) => context.run.handOver.isKept(ruleId, inputs[MARK]),
      isFree: (ruleId) => context.run.handOver.isFree(ruleId, inputs[MARK]),
      // Each plan reads it: the plugin may learn of other resources while the entry point is read.
      get elsewhere() {
        return context.run.handOver.declaredElsewhere(inputs[MARK]);
      },
      shown: shownRefs(olds),
      keepsOthers: keepsOthers(olds, inputs, comparedOf(place.properties)),
      exactBefore: olds["refs"] === "exact",
    },
  };
}

/** Returns what a resource manages in an entry point: its rules, by their ids and by their refs. */
function holdingsOf(scope: RulesetScope, phase: string, outputs: Properties, inputs: Properties): Holdings {
  return {
    objects: declaredIds(outputs, inputs),
    declared: [...refsOf(inputs)].map((ref) => declaredRule(scope, phase, ref)),
  };
}

function subjectOf({ noun }: RulesetPlace, placeId: string, phase: Phase): string {
  return `The entry point of ${phase} in ${noun} ${placeId}`;
}

/** Returns undefined if the zone cannot be read: the API then checks the limit. */
async function zoneOf(client: EdgeClient, zoneId: string): Promise<Zone | undefined> {
  try {
    return await client.zones.get(zoneId);
  } catch (error) {
    if (isEdgeError(error)) return undefined;
    throw error;
  }
}

/** Returns those of the ids that are of live rules of the resource. */
function ownAmong(live: Ruleset, own: OwnRules, ids: readonly string[]): string[] {
  const ours = rulesOf(live).filter((rule) => ids.includes(rule.id) && ownerOfRule(rule, own) === "ours");
  return ours.map(({ id }) => id);
}

/** Says which rules an import leaves to their owners, and rejects one that would take none. */
async function tellLeft(context: Context, live: Ruleset): Promise<void> {
  const left = leftByImport(live);
  if (left.length === 0) return;
  const owners = await ownersText(context, left);
  if (left.length === rulesOf(live).length) {
    throw new LifecycleError(
      `The entry point of ${live.phase} cannot be imported: every rule in it has an owner: ${owners}. No import is needed: each owner ` +
        "changes its rules in its own program. To add rules of this stack, declare them alone and run `pulumi up`.",
    );
  }
  context.log(redacted(`${live.phase}: not imported, because other resources own them: ${owners}`));
}

function addressOf(
  context: Context,
  place: RulesetPlace,
  id: string,
  outputs: Properties,
): { placeId: string; address: RulesetAddress } {
  const { placeId, phase } = parseId(place, id);
  const client = context.client(connectionOf(outputs));
  return { placeId, address: { client, scope: place.scopeOf(placeId), phase } };
}

/** Identifies this reader of a shared list. Owners of one entry point have the same id, but no rule in common. */
function readerOf(id: string, outputs: Properties): string {
  return JSON.stringify([id, ...refsOf(outputs)]);
}

function failsOnChange(inputs: Properties): boolean {
  return text(inputs, "onConcurrentChange") === "fail";
}

function parseId({ noun, withArticle }: RulesetPlace, id: string): { placeId: string; phase: Phase } {
  const [placeId, phase, ...more] = id.split("/");
  // The API rejects a phase that it does not know.
  if (placeId && phase && more.length === 0) return { placeId, phase: phase as Phase };
  throw new LifecycleError(
    `${JSON.stringify(id)} is not the id of an entry point of ${withArticle}: write <${noun} id>/<phase>.`,
  );
}
