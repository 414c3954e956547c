import { containsUnknown, isUnknown, kindOf, type Phase, type Problem } from "../../api";
import { FRESH_FOR_REMOVAL_MS, type EdgeClient, type RulesetScope } from "../../client";
import { markedName, markInName, type Mark } from "../../marks";
import { argumentsOf, comparedOf } from "../../properties";
import { redacted } from "../../redaction";
import { ownerText, planRemoval, rulesOf } from "../../rulesets";
import {
  changedNames,
  checkArguments,
  checkConnection,
  connectionOf,
  isImport,
  isPreview,
  pick,
  replacingNames,
  text,
  requiredText,
} from "../inputs";
import { warnOfUnknownNames } from "../foresight/dry-run";
import { noteNamingRules } from "../foresight/foresee-list-requests";
import { clientOf, withAccounts, withZoneId } from "../foresight/foresee-place";
import { foreseeRuleset, warnOfExecution } from "../foresight/foresee-ruleset";
import { zoneLabel } from "../foresight/live-reads";
import { LifecycleError, type Context, type Lifecycle, type Properties } from "../lifecycle";
import { holdMark, markInputs, mayHaveOrphans, ownRules, isMarkedByOther, HIDDEN, markOf } from "../evidence";
import { secretsMoved } from "../secret-members";
import { removeAsPlanned } from "../unless-not-found";
import { tellTakenOver } from "../taken-over";
import { refuseChangesSince, seenInputs, shownOutputs, shownRefs } from "./drift";
import { findRuleset } from "./find-entrypoint";
import { checkRulesInput, reportOrder, rulesOfInputs, type SeenOrder } from "./inputs";
import {
  checkPlace,
  CUSTOM_OF_ACCOUNT,
  CUSTOM_OF_ZONE,
  ownerName,
  ownerScope,
  withDefaultAccount,
  withOnlyPhase,
  type RulesetPlace,
} from "./place";
import { removeSteps } from "./requests";
import { declaredIds, refsOf, rulesetOutputs, withPartialFailure } from "./state";
import { attemptsOf, findEarlier, findMade, marksOf, namesakes, removeOrphan } from "./takeover";
import { changeRuleset, createRuleset, noProgress, type RulesetJob } from "./writes";
import { BASE, KEYED, MARK, SECRET_MEMBERS } from "../../properties/hidden";

/** The length of a derived name. The API documents no limit. */
const NAME_MAX = 120;

/** A custom ruleset of an account. One resource owns all of its rules, and an entry point executes it. */
export const ruleset = customRuleset(CUSTOM_OF_ACCOUNT);
/** The same of a zone, which only the entry point of that zone can execute. */
export const zoneCustomRuleset = customRuleset(CUSTOM_OF_ZONE);

function customRuleset(place: RulesetPlace): Lifecycle {
  const { noun, properties, resource } = place;
  const names = argumentsOf(properties);
  const compared = comparedOf(properties);

  return {
    async check(context, olds, news) {
      const mark = markInputs(context, olds, news);
      const named = {
        ...nameInputs(olds, news, markOf(mark)),
        ...pick(news, [...names, KEYED, SECRET_MEMBERS]),
      };
      const given = withOnlyPhase(place, withDefaultAccount(context, place, named));
      const { inputs, problems } = checkRulesInput(context, olds, given, place);
      const isChanged = changedNames(olds, inputs, compared).length > 0;
      const marked = { ...inputs, ...mark };
      const known = [
        ...checkArguments(properties, news),
        ...(await withZoneId(context, news, await withAccounts(context, news, checkPlace(place, given)))),
        ...checkName(given["name"]),
        ...problems,
        ...(isChanged ? checkConnection(context, news) : []),
      ];
      const isForeseen = known.length === 0 && isChanged && isPreview(news);
      const plan = (client: EdgeClient) => foreseenPlan(context, client, marked, olds);
      const ofLive = isForeseen
        ? await foreseeRuleset(context, place, { olds, inputs: marked, news, plan })
        : [];
      if (problems.length === 0) {
        // The preview has read the name of the zone by now.
        reportOrder(context, olds, news, inputs, zoneOrder(context, marked));
        const where = `custom ruleset ${JSON.stringify(marked["name"])}`;
        await noteNamingRules(context, { inputs: marked, where, zoneId: zoneIdOf(marked) });
      }
      if (isForeseen) warnOfUnknownNames(context, marked, place);
      return { inputs: marked, problems: [...known, ...ofLive] };
    },

    // Create before delete: an entry point that executes the old ruleset is changed to the new one in between.
    async diff(context, _id, olds, news) {
      holdMark(context, olds);
      const changed = changedNames(olds, news, compared);
      const replaces = replacingNames(properties, changed);
      if (replaces.length > 0) await warnOfExecution(context, olds, news);
      return { changes: changed.length > 0 || secretsMoved(olds, news), replaces };
    },

    holdings(id, outputs, inputs) {
      return { objects: [parseId(place, id).rulesetId, ...declaredIds(outputs, inputs)], declared: [] };
    },

    async hasOrphans(context, _id, olds) {
      return (await attemptsOf(context, context.client(connectionOf(olds)), olds)).length > 0;
    },

    async create(context, inputs) {
      const scope = ownerScope(inputs);
      const client = context.client(connectionOf(inputs));
      const before = await namesakes(client, inputs);
      const progress = noProgress();
      const find = () =>
        progress.live ? findRuleset(client, scope, progress.live.id) : findMade(client, inputs, before);
      const job = jobOf(context, { client, find }, inputs, {});
      const id = () => progress.live && `${noun}/${requiredText(inputs, place.argument)}/${progress.live.id}`;
      const outputs = (known: Properties) => rulesetOutputs(known, names, progress.live, job.plan);
      await withPartialFailure(inputs, {}, progress, job.plan, { id, outputs }, async () => {
        const { orphans, named } = await findEarlier(context, client, inputs, before);
        await (named ? changeRuleset(job, named, progress) : createRuleset(job, progress));
        if (named) tellTakenOver(context, `${job.subject} (id ${named.id})`);
        for (const orphan of orphans) await removeOrphan(job, orphan);
      });
      const made = id();
      if (made === undefined) throw new Error("A ruleset was written, and its id is not known.");
      return { id: made, outputs: outputs(inputs) };
    },

    async read(context, id, outputs) {
      const { ownerId, scope, rulesetId } = parseId(place, id);
      const client = context.client(connectionOf(outputs));
      const live = await findRuleset(client, scope, rulesetId);
      if (!live) return undefined;
      if (live.kind !== "custom") {
        throw new LifecycleError(
          `The ruleset ${rulesetId} of ${ownerName(client, scope)} is of kind ${live.kind}, and a ${resource} is a custom ruleset. ` +
            "Use getRuleset to look it up.",
        );
      }
      const { phase } = live;
      const own = ownRules(context, outputs, outputs);
      const exclusive = { ...outputs, ownership: "exclusive" };
      const inputs = {
        ...pick(outputs, [...names, ...HIDDEN]),
        [place.argument]: ownerId,
        phase,
        ...seenInputs(outputs, live, own),
      };
      const known = rulesetOutputs(inputs, names, live, own);
      await attemptsOf(context, client, { ...outputs, ...known });
      // An import takes all of its rules.
      return {
        inputs,
        outputs: { ...known, ...(!isImport(outputs) && shownOutputs(exclusive, live, own)) },
      };
    },

    async update(context, id, olds, news) {
      const { scope, rulesetId } = parseId(place, id);
      const client = context.client(connectionOf(news));
      const find = () => findRuleset(client, scope, rulesetId);
      const job = jobOf(context, { client, find }, { ...news, takeOver: true }, olds);
      const progress = noProgress();
      const outputs = (known: Properties) => rulesetOutputs(known, names, progress.live, job.plan);
      await withPartialFailure(news, olds, progress, job.plan, { id: () => id, outputs }, async () => {
        const live = await find();
        if (!live) {
          throw new LifecycleError(
            `${job.subject} (id ${rulesetId}) is gone. Nothing was written: run \`pulumi refresh\`, and the next \`pulumi up\` makes it again.`,
          );
        }
        if (text(news, "onConcurrentChange") === "fail") refuseChangesSince(olds, live, job.plan);
        await changeRuleset(job, live, progress);
        if (!mayHaveOrphans(context, olds)) return;
        for (const orphan of await attemptsOf(context, client, news)) await removeOrphan(job, orphan);
      });
      return outputs(news);
    },

    async remove(context, id, outputs) {
      const { scope, rulesetId } = parseId(place, id);
      const client = context.client(connectionOf(outputs));
      const { handOver } = context.run;
      // `check` has passed the phase.
      const phase = requiredText(outputs, "phase") as Phase;
      const target = { client, scope, phase, kind: "custom", log: context.log } as const;
      const find = () => findRuleset(client, scope, rulesetId);
      const isKept = (object: string) => handOver.isKept(object, outputs[MARK]);
      if (isKept(rulesetId)) {
        await handOver.restore([rulesetId], outputs[MARK]);
        // The new owner keeps what it does not declare until here: the program might have come back.
        return removeAsPlanned(async () => {
          const live = await find();
          const own = { ...ownRules(context, outputs, outputs), ids: undefined };
          const steps = live ? planRemoval({ ...own, live, isKept, goesWhenEmpty: false }) : [];
          if (live) await removeSteps(target, live, steps);
        });
      }
      await attemptsOf(context, client, outputs, FRESH_FOR_REMOVAL_MS);
      await removeAsPlanned(async () => {
        const live = await find();
        if (!live) return;
        if (isMarkedByOther(marksOf(live), outputs)) {
          const [first] = rulesOf(live);
          const owner = first ? ownerText(first) : "another resource's";
          context.log(
            redacted(
              `The custom ruleset ${JSON.stringify(live.name)} (${rulesetId}) is now ${owner} and is not removed.`,
            ),
          );
          return;
        }
        await removeSteps(target, live, [{ kind: "remove-ruleset", rulesetId }]);
      });
    },
  };
}

/** Returns the input of the planner for a preview, which has the old inputs but not the old outputs. */
function foreseenPlan(
  context: Context,
  client: EdgeClient,
  inputs: Properties,
  olds: Properties,
): RulesetJob["plan"] {
  const find = () => Promise.resolve(undefined);
  const { description, ...known } = inputs;
  const given = containsUnknown(description) ? known : inputs;
  return { ...jobOf(context, { client, find }, given, olds).plan, ours: refsOf(olds) };
}

function jobOf(
  context: Context,
  means: Pick<RulesetJob, "client" | "find">,
  inputs: Properties,
  olds: Properties,
): RulesetJob {
  const scope = ownerScope(inputs);
  const name = requiredText(inputs, "name");
  return {
    ...means,
    owner: inputs[MARK],
    handOver: context.run.handOver,
    log: context.log,
    scope,
    subject: `The custom ruleset ${JSON.stringify(name)} of ${ownerName(means.client, scope)}`,
    plan: {
      ...ownRules(context, inputs, olds),
      kind: "custom",
      name,
      // `check` has passed the phase.
      phase: requiredText(inputs, "phase") as Phase,
      rules: rulesOfInputs(inputs),
      ownership: "exclusive",
      previousOwnership: olds["rules"] === undefined ? undefined : "exclusive",
      shown: shownRefs(olds),
      exactBefore: olds["refs"] === "exact",
      // This resource alone writes the description, so an argument that is not set clears it.
      description: text(inputs, "description") ?? "",
      // `findEarlier` has decided that the whole ruleset belongs to this resource.
      takeOver: true,
    },
  };
}

/** Returns a derived name, which carries the mark, if the program gives no name. A state keeps the derived name that it has. */
function nameInputs(olds: Properties, news: Properties, mark: Mark | undefined): Properties {
  const base = text(news, BASE);
  if (news["name"] !== undefined || base === undefined || mark === undefined) return {};
  const before = text(olds, "name");
  const isKept = before !== undefined && markInName(before)?.nonce === mark.nonce;
  return { name: isKept ? before : markedName(base, mark, NAME_MAX) };
}

function zoneIdOf(inputs: Properties): string | undefined {
  const zoneId = text(inputs, "zoneId");
  return isUnknown(zoneId) ? undefined : zoneId;
}

/** Returns how lines of a preview name the place of the rules; undefined in an account, which has no name in a line. */
function zoneOrder(context: Context, inputs: Properties): SeenOrder | undefined {
  const zoneId = zoneIdOf(inputs);
  const client = zoneId === undefined ? undefined : clientOf(context, inputs);
  if (zoneId === undefined || client === undefined) return undefined;
  const zone = zoneLabel(client, zoneId);
  return { where: zone, zone };
}

function checkName(name: unknown): Problem[] {
  if (isUnknown(name) || (typeof name === "string" && name !== "")) return [];
  return [{ path: "name", message: `must be the name of the ruleset, found ${kindOf(name)}` }];
}

function parseId(
  { noun, resource, scopeOf }: RulesetPlace,
  id: string,
): { ownerId: string; scope: RulesetScope; rulesetId: string } {
  const [owner, ownerId, rulesetId, ...more] = id.split("/");
  if (owner === noun && ownerId && rulesetId && more.length === 0)
    return { ownerId, scope: scopeOf(ownerId), rulesetId };
  throw new LifecycleError(
    `${JSON.stringify(id)} is not the id of a ${resource}: write ${noun}/<${noun} id>/<ruleset id>.`,
  );
}
