import { isUnknown, kindOf, type Phase, type Problem, type Ruleset } from "../api";
import type { EdgeClient, RulesetScope } from "../client";
import { rulesToMap } from "../rulesets";
import {
  changedNames,
  checkConnection,
  COMMON,
  connectionOf,
  pick,
  requiredText,
  text,
  unknownArguments,
} from "./inputs";
import { LifecycleError, type Lifecycle, type Properties } from "./lifecycle";
import { unlessNotFound } from "./not-found";
import { driftedRules, refuseChangesSince } from "./ruleset-drift";
import { checkRulesInput, rulesOfInputs } from "./ruleset-inputs";
import { ACCOUNT, checkPlace, withDefaultAccount } from "./ruleset-place";
import { removeSteps } from "./ruleset-requests";
import { keeping, MANNERS, refsOf, rulesetOutputs } from "./ruleset-state";
import { changeRuleset, createRuleset, holdsOursAlone, noProgress, type RulesetJob } from "./ruleset-writes";

const ARGUMENTS = [
  "accountId",
  "name",
  "phase",
  "description",
  "rules",
  "takeOver",
  "onConcurrentChange",
  ...COMMON,
];
const COMPARED = ARGUMENTS.filter((name) => !MANNERS.includes(name));
/** The API changes none of them. Another connection is another way to the same ruleset. */
const REPLACING: readonly string[] = ["accountId", "name", "phase"];
/** A custom ruleset has one owner. */
const OWNED: Properties = { ownership: "exclusive" };

/** A custom ruleset of an account: all of its rules, which run where an entry point executes it. */
export const ruleset: Lifecycle = {
  check(context, olds, news) {
    const given = withDefaultAccount(context, ACCOUNT, pick(news, ARGUMENTS));
    const { inputs, problems } = checkRulesInput(olds, given, "custom");
    const changed = changedNames(olds, inputs, COMPARED).length > 0;
    return Promise.resolve({
      inputs,
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
    const changed = changedNames(olds, news, COMPARED);
    const replaces = changed.filter((name) => REPLACING.includes(name) && !isUnknown(news[name]));
    return Promise.resolve({ changes: changed.length > 0, replaces });
  },

  async create(context, inputs) {
    const accountId = requiredText(inputs, "accountId");
    const client = context.client(connectionOf(inputs));
    const job = jobOf({ client, log: context.log, find: () => findNamed(client, inputs) }, inputs);
    const progress = noProgress();
    const id = () => progress.live && `account/${accountId}/${progress.live.id}`;
    const outputs = (known: Properties) => rulesetOutputs(known, ARGUMENTS, progress.live);
    await keeping(inputs, {}, progress, { id, outputs }, async () => {
      const live = await job.find();
      if (!live) return createRuleset(job, progress);
      if (inputs["takeOver"] !== true && !isEarlierAttempt(job, live)) throw new LifecycleError(taken(live));
      return changeRuleset(job, live, progress);
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
    const described = outputs["description"] !== undefined || (live.description ?? "") !== "";
    const inputs = {
      ...pick(outputs, ARGUMENTS),
      ...{ accountId, name, phase },
      ...(described && { description: live.description ?? "" }),
      rules: rulesToMap(driftedRules({ ...outputs, ...OWNED }, live)),
    };
    return { inputs, outputs: rulesetOutputs(inputs, ARGUMENTS, live) };
  },

  async update(context, id, olds, news) {
    const { accountId, rulesetId } = parseId(id);
    const client = context.client(connectionOf(news));
    const find = () => unlessNotFound(client.rulesets.get({ accountId }, rulesetId));
    const job = jobOf({ client, log: context.log, find }, { ...news, takeOver: true }, refsOf(olds));
    const progress = noProgress();
    const outputs = (known: Properties) => rulesetOutputs(known, ARGUMENTS, progress.live);
    await keeping(news, olds, progress, { id: () => id, outputs }, async () => {
      const live = await find();
      if (!live) {
        throw new LifecycleError(
          `${job.subject} (id ${rulesetId}) is gone. Nothing was written: run \`pulumi refresh\`, and the next \`pulumi up\` makes it again.`,
        );
      }
      if (text(news, "onConcurrentChange") === "fail") refuseChangesSince(olds, live);
      return changeRuleset(job, live, progress);
    });
    return outputs(news);
  },

  async remove(context, id, outputs) {
    const { accountId, rulesetId } = parseId(id);
    const client = context.client(connectionOf(outputs));
    // `check` has passed the phase.
    const target = { client, scope: { accountId }, phase: requiredText(outputs, "phase") as Phase };
    const step = { kind: "remove-ruleset", rulesetId } as const;
    await removeSteps({ ...target, kind: "custom", log: context.log }, rulesetId, [step]);
  },
};

function jobOf(
  means: Pick<RulesetJob, "client" | "log" | "find">,
  inputs: Properties,
  ours: ReadonlySet<string> = new Set(),
): RulesetJob {
  const scope = scopeOf(inputs);
  const name = requiredText(inputs, "name");
  return {
    ...means,
    scope,
    subject: `The custom ruleset ${JSON.stringify(name)} of account ${scope.accountId}`,
    plan: {
      kind: "custom",
      name,
      // `check` has passed these.
      phase: requiredText(inputs, "phase") as Phase,
      rules: rulesOfInputs(inputs),
      ours,
      ownership: "exclusive",
      // One that is left out is none: nobody else writes it.
      description: text(inputs, "description") ?? "",
      takeOver: inputs["takeOver"] === true,
    },
  };
}

function scopeOf(inputs: Properties): Extract<RulesetScope, { accountId: string }> {
  return { accountId: requiredText(inputs, "accountId") };
}

/** The custom ruleset of that name and phase. The API lets several have one name. */
async function findNamed(client: EdgeClient, inputs: Properties): Promise<Ruleset | undefined> {
  const scope = scopeOf(inputs);
  const { name, phase } = inputs;
  const [only, ...more] = (await client.rulesets.list(scope)).filter(
    (found) => found.kind === "custom" && found.name === name && found.phase === phase,
  );
  if (!only) return undefined;
  if (more.length === 0) return unlessNotFound(client.rulesets.get(scope, only.id));
  const ids = [only, ...more].map(({ id }) => id).join(", ");
  throw new LifecycleError(
    `The account ${scope.accountId} has several custom rulesets named ${JSON.stringify(name)} in ${String(phase)}: ${ids}. ` +
      "Nothing was written: give yours another name, or remove those that nobody needs.",
  );
}

/** Made as the program says and never changed since: by a run that did not come to know of it. */
function isEarlierAttempt(job: RulesetJob, live: Ruleset): boolean {
  return live.version === "1" && holdsOursAlone(job, live);
}

function taken({ id, name, phase, version, rules }: Ruleset): string {
  return (
    `There is a custom ruleset ${JSON.stringify(name)} in ${phase} already (id ${id}, version ${version}, ` +
    `${rules?.length ?? 0} rules) that this resource did not make. Nothing was written: give yours another name, or set ` +
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
