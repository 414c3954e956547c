import { isUnknown, kindOf, type Phase, type Problem, type Ruleset, type RulesetSummary } from "../../api";
import { isInvalidRequest, type EdgeClient, type RulesetScope } from "../../client";
import { codeOf, markedName, markInName, parseRef, type Mark } from "../../marks";
import { redacted } from "../../redaction";
import {
  isRecent,
  ownerText,
  plainRef,
  refOf,
  rulesOf,
  rulesToMap,
  ruleToWire,
  sameRule,
} from "../../rulesets";
import {
  changedNames,
  checkConnection,
  COMMON,
  connectionOf,
  pick,
  requiredText,
  text,
  unknownArguments,
} from "../inputs";
import { LifecycleError, type Context, type Lifecycle, type Properties } from "../lifecycle";
import { holdIds, holdMark, isHeld, isHeldId, MARK, markInputs, markOf, ownRules } from "../marks";
import { unlessNotFound } from "../unless-not-found";
import { driftedRules, refuseChangesSince, shownOutputs, shownRefs } from "./drift";
import { checkRulesInput, rulesOfInputs } from "./inputs";
import { ACCOUNT, checkPlace, withDefaultAccount } from "./place";
import { removeSteps } from "./requests";
import { keeping, MANNERS, rulesetOutputs } from "./state";
import { changeRuleset, createRuleset, noProgress, type RulesetJob } from "./writes";

const ARGUMENTS = [
  "accountId",
  "name",
  "phase",
  "description",
  "rules",
  "refs",
  "takeOver",
  "onConcurrentChange",
  ...COMMON,
];
const COMPARED = ARGUMENTS.filter((name) => !MANNERS.includes(name));
/** The API changes none of them. Another connection is another way to the same ruleset. */
const REPLACING: readonly string[] = ["accountId", "name", "phase"];
/** Of a name that is made here; the API documents no limit. */
const NAME_MAX = 120;
/** A custom ruleset has one owner. */
const OWNED: Properties = { ownership: "exclusive" };

/** A custom ruleset of an account: all of its rules, which run where an entry point executes it. */
export const ruleset: Lifecycle = {
  check(context, olds, news) {
    const mark = markInputs(context, olds, news);
    holdIds(news["__known"]);
    const named = { ...nameInputs(olds, news, markOf(mark)), ...pick(news, ARGUMENTS) };
    const given = withDefaultAccount(context, ACCOUNT, named);
    const { inputs, problems } = checkRulesInput(olds, given, "custom");
    const changed = changedNames(olds, inputs, COMPARED).length > 0;
    return Promise.resolve({
      inputs: { ...inputs, ...mark },
      problems: [
        ...unknownArguments(news, ARGUMENTS),
        ...checkPlace(ACCOUNT, given),
        ...checkName(given["name"]),
        ...problems,
        ...(changed ? checkConnection(context, inputs) : []),
      ],
    });
  },

  // An entry point may execute the old one: the new one is made, and taken up there, before the old one goes.
  diff(_context, _id, olds, news) {
    holdMark(olds);
    const changed = changedNames(olds, news, COMPARED);
    const replaces = changed.filter((name) => REPLACING.includes(name) && !isUnknown(news[name]));
    return Promise.resolve({ changes: changed.length > 0, replaces });
  },

  async create(context, inputs) {
    const accountId = requiredText(inputs, "accountId");
    const client = context.client(connectionOf(inputs));
    const before: readonly RulesetSummary[] = await namesakes(client, inputs);
    const progress = noProgress();
    const find = () =>
      progress.live
        ? unlessNotFound(client.rulesets.get({ accountId }, progress.live.id))
        : findMade(context, client, inputs, before);
    const job = jobOf(context, { client, find }, inputs, {});
    const id = () => progress.live && `account/${accountId}/${progress.live.id}`;
    const outputs = (known: Properties) => rulesetOutputs(known, ARGUMENTS, progress.live, job.plan);
    await keeping(inputs, {}, progress, job.plan, { id, outputs }, async () => {
      const { orphans, named } = await findEarlier(context, client, inputs, before);
      await (named ? changeRuleset(job, named, progress) : createRuleset(job, progress));
      for (const { id: orphanId } of orphans) await removeOrphan(job, orphanId);
    });
    const made = id();
    if (made === undefined) throw new Error("A ruleset was written, and its id is not known.");
    return { id: made, outputs: outputs(inputs) };
  },

  async read(context, id, outputs) {
    const { accountId, rulesetId } = parseId(id);
    const live = await unlessNotFound(
      context.client(connectionOf(outputs)).rulesets.get({ accountId }, rulesetId),
    );
    if (!live) return undefined;
    if (live.kind !== "custom") {
      throw new LifecycleError(
        `The ruleset ${rulesetId} of account ${accountId} is of kind ${live.kind}; a Ruleset is a custom one. ` +
          "Look at it with getRuleset.",
      );
    }
    const { name, phase } = live;
    const own = ownRules(context, outputs, outputs);
    const described = outputs["description"] !== undefined || (live.description ?? "") !== "";
    const exclusive = { ...outputs, ...OWNED };
    const inputs = {
      ...pick(outputs, [...ARGUMENTS, MARK]),
      ...{ accountId, name, phase },
      ...(described && { description: live.description ?? "" }),
      rules: rulesToMap(driftedRules(exclusive, live, own)),
    };
    const known = rulesetOutputs(inputs, ARGUMENTS, live, own);
    return { inputs, outputs: { ...known, ...shownOutputs(exclusive, live, own) } };
  },

  async update(context, id, olds, news) {
    const { accountId, rulesetId } = parseId(id);
    const client = context.client(connectionOf(news));
    const find = () => unlessNotFound(client.rulesets.get({ accountId }, rulesetId));
    const job = jobOf(context, { client, find }, { ...news, takeOver: true }, olds);
    const progress = noProgress();
    const outputs = (known: Properties) => rulesetOutputs(known, ARGUMENTS, progress.live, job.plan);
    await keeping(news, olds, progress, job.plan, { id: () => id, outputs }, async () => {
      const live = await find();
      if (!live) {
        throw new LifecycleError(
          `${job.subject} (id ${rulesetId}) is gone. Nothing was written: run \`pulumi refresh\`, and the next \`pulumi up\` makes it again.`,
        );
      }
      if (text(news, "onConcurrentChange") === "fail") refuseChangesSince(olds, live, job.plan);
      return changeRuleset(job, live, progress);
    });
    return outputs(news);
  },

  async remove(context, id, outputs) {
    const { accountId, rulesetId } = parseId(id);
    const client = context.client(connectionOf(outputs));
    const scope = { accountId };
    const live = await unlessNotFound(client.rulesets.get(scope, rulesetId));
    if (!live) return;
    if (isOthers(live, markOf(outputs))) {
      const [first] = rulesOf(live);
      const owner = first ? ownerText(first) : "another resource's";
      context.log(
        redacted(
          `The custom ruleset ${JSON.stringify(live.name)} (${rulesetId}) is ${owner} now, and stays.`,
        ),
      );
      return;
    }
    // `check` has passed the phase.
    const target = { client, scope, phase: requiredText(outputs, "phase") as Phase, log: context.log };
    await removeSteps({ ...target, kind: "custom" }, rulesetId, [{ kind: "remove-ruleset", rulesetId }]);
  },
};

/** Whether all marks in a ruleset are those of another resource, or of another attempt of this one. */
function isOthers(live: Ruleset, own: Mark | undefined): boolean {
  const marks = marksOf(live);
  return marks.length > 0 && !marks.some((mark) => own && codeOf(mark) === codeOf(own));
}

function jobOf(
  context: Context,
  means: Pick<RulesetJob, "client" | "find">,
  inputs: Properties,
  olds: Properties,
): RulesetJob {
  const scope = scopeOf(inputs);
  const name = requiredText(inputs, "name");
  return {
    ...means,
    log: context.log,
    scope,
    subject: `The custom ruleset ${JSON.stringify(name)} of account ${scope.accountId}`,
    plan: {
      ...ownRules(context, inputs, olds),
      kind: "custom",
      name,
      // `check` has passed these.
      phase: requiredText(inputs, "phase") as Phase,
      rules: rulesOfInputs(inputs),
      ownership: "exclusive",
      previousOwnership: olds["rules"] === undefined ? undefined : "exclusive",
      shown: shownRefs(olds),
      // One that is left out is none: nobody else writes it.
      description: text(inputs, "description") ?? "",
      // Whose the ruleset is has been decided by then: all of its rules go with it.
      takeOver: true,
    },
  };
}

function scopeOf(inputs: Properties): Extract<RulesetScope, { accountId: string }> {
  return { accountId: requiredText(inputs, "accountId") };
}

/** A name of the resource's own where the program gives none: it carries the mark, and stays what it was. */
function nameInputs(olds: Properties, news: Properties, mark: Mark | undefined): Properties {
  const base = text(news, "__base");
  if (news["name"] !== undefined || base === undefined || mark === undefined) return {};
  const before = text(olds, "name");
  const kept = before !== undefined && markInName(before)?.nonce === mark.nonce;
  return { name: kept ? before : markedName(base, mark, NAME_MAX) };
}

/** Custom rulesets of that name and phase, without their rules. The API lets several have one name. */
async function namesakes(client: EdgeClient, inputs: Properties): Promise<RulesetSummary[]> {
  const { name, phase } = inputs;
  const ownName = markInName(requiredText(inputs, "name"));
  return (await client.rulesets.list(scopeOf(inputs))).filter((found) => {
    const mark = markInName(found.name);
    const isAttempt = ownName && mark && mark.stack === ownName.stack && mark.resource === ownName.resource;
    return found.kind === "custom" && found.phase === phase && (found.name === name || isAttempt === true);
  });
}

/** After an answer that was lost: the one that was not there before. */
async function findMade(
  context: Context,
  client: EdgeClient,
  inputs: Properties,
  before: readonly RulesetSummary[],
): Promise<Ruleset | undefined> {
  const made = (await namesakes(client, inputs)).filter(({ id }) => !before.some((one) => one.id === id));
  const whole = await Promise.all(
    made.map(({ id }) => unlessNotFound(client.rulesets.get(scopeOf(inputs), id))),
  );
  const { mark } = ownRules(context, inputs, {});
  return whole.find((live) => live && (!mark || isMadeWith(live, mark)));
}

/**
 * Of the rulesets that were there before this run: what interrupted attempts left, which their rules or names prove, and the one
 * that `takeOver` names. Throws where another one has the name.
 */
async function findEarlier(
  context: Context,
  client: EdgeClient,
  inputs: Properties,
  before: readonly RulesetSummary[],
): Promise<{ orphans: Ruleset[]; named?: Ruleset }> {
  const scope = scopeOf(inputs);
  const found = await Promise.all(before.map(({ id }) => unlessNotFound(client.rulesets.get(scope, id))));
  const whole = found.filter((live) => live !== undefined);
  const own = markOf(inputs);
  const isOwn = (mark: Mark) => mark.stack === own?.stack && mark.resource === own.resource && !isHeld(mark);
  const orphans = whole.filter(
    (live) =>
      !isHeldId(live.id) && marksOf(live).some(isOwn) && isRecent(live.last_updated, context.now().getTime()),
  );
  // A marked one has an owner: a predecessor, which the engine removes, another resource or another stack. It stays beside ours.
  const unmarked = whole.filter((live) => !own || marksOf(live).length === 0);
  if (inputs["takeOver"] !== true) {
    const taken = unmarked.find((live) => !own || !hasTheseRules(live, inputs));
    if (taken) throw new LifecycleError(nameTaken(taken));
    return { orphans };
  }
  const [only, ...more] = unmarked;
  if (more.length === 0) return { orphans, ...(only && { named: only }) };
  throw new LifecycleError(
    `The account ${scope.accountId} has several custom rulesets named ${JSON.stringify(inputs["name"])} in ${String(inputs["phase"])}: ` +
      `${unmarked.map(({ id }) => id).join(", ")}. Nothing was written: give yours another name, or remove those that nobody needs.`,
  );
}

/** What another ruleset executes is a predecessor that the state holds, and no orphan: the API refuses to remove it. */
async function removeOrphan({ client, scope, plan, log }: RulesetJob, rulesetId: string): Promise<void> {
  const target = { client, scope, phase: plan.phase, kind: "custom", log } as const;
  try {
    await removeSteps(target, rulesetId, [{ kind: "remove-ruleset", rulesetId }]);
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
  }
}

/** What proves whose a custom ruleset is. */
function marksOf(live: Ruleset): Mark[] {
  const marks = [markInName(live.name), ...rulesOf(live).map((rule) => parseRef(refOf(rule)).mark)];
  return marks.filter((mark) => mark !== undefined);
}

function hasTheseRules(live: Ruleset, inputs: Properties): boolean {
  const rules = rulesOf(live);
  const wanted = rulesOfInputs(inputs);
  return (
    rules.length === wanted.length &&
    wanted.every((rule, index) => {
      const found = rules[index];
      return (
        found && plainRef(found) === rule.ref && sameRule(found, { ...ruleToWire(rule), ref: refOf(found) })
      );
    })
  );
}

function isMadeWith(live: Ruleset, own: Mark): boolean {
  const marks = marksOf(live);
  return (
    marks.length === 0 || marks.some((mark) => mark.resource === own.resource && mark.nonce === own.nonce)
  );
}

function nameTaken({ id, name, phase, version, rules }: Ruleset): string {
  const [first] = rules ?? [];
  const owner = first ? `, of which ${JSON.stringify(plainRef(first))} is ${ownerText(first)}` : "";
  return (
    `There is a custom ruleset ${JSON.stringify(name)} in ${phase} already (id ${id}, version ${version}, ` +
    `${rules?.length ?? 0} rules${owner}) that this resource did not make. Nothing was written: give yours another name, or set ` +
    "takeOver: true to make that one yours, with your rules in the place of those that it has."
  );
}

function checkName(name: unknown): Problem[] {
  if (isUnknown(name) || (typeof name === "string" && name !== "")) return [];
  return [{ path: "name", message: `must be the name of the ruleset, found ${kindOf(name)}` }];
}

function parseId(id: string): { accountId: string; rulesetId: string } {
  const [owner, accountId, rulesetId, ...more] = id.split("/");
  if (owner === "account" && accountId && rulesetId && more.length === 0) return { accountId, rulesetId };
  throw new LifecycleError(
    `${JSON.stringify(id)} is no id of a Ruleset: write account/<account id>/<ruleset id>.`,
  );
}
