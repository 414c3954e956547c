import type { Rule, Ruleset, RuleWrite } from "../../api";
import { EdgeError, type EdgeClient } from "../../client";
import { redacted } from "../../redaction";
import {
  deployingRuleOf,
  describeDeployment,
  describeEffect,
  lostOverrides,
  nameEffect,
  owaspDefeats,
  owaspRule,
  ownerText,
  plainRef,
  repeatedTargets,
  rulesOf,
  skipInFront,
  skipOfPhase,
  type OwaspArgs,
} from "../../rulesets";
import { foundIn, readEntrypoint, zoneLabel } from "../foresight/live-reads";
import type { Context } from "../lifecycle";
import { readManagedVersion } from "./managed-rulesets";
import { effectOf, plannedRule, type OwaspJob } from "./writes";
import { tell } from "../redaction";

/** Returns functions that log what the deployment in one zone means. */
export function owaspReport(context: Context, client: EdgeClient, zoneId: string) {
  const say = (line: string, prefix = "") => {
    const zone = zoneLabel(client, zoneId);
    context.log(redacted(`${prefix}OWASP of zone ${zone}: ${line}`), { zone });
  };
  const warn = (line: string) => say(line, "warning: ");

  const report = {
    /** Logs how many managed rules an update turns on and off, and their names with details. */
    effect(job: OwaspJob, live: Ruleset | undefined): void {
      const effect = effectOf(job, live);
      const names = nameEffect(effect);
      const hint = names.length > 0 && !context.details ? "; EDGE_LOG=info names them" : "";
      say(describeEffect(effect) + hint);
      if (context.details) for (const line of names) context.log(redacted(`  ${line}`));
    },

    /** Warns about rules in the entry point that defeat the arguments; `deploying` is the rule as it is or will be. */
    defeats(
      args: OwaspArgs,
      managed: Ruleset,
      entrypoint: Ruleset,
      deploying: Rule | RuleWrite | undefined = deployingRuleOf(entrypoint, managed.id),
    ): void {
      if (deploying) for (const line of owaspDefeats(args, managed, entrypoint, deploying)) warn(line);
    },

    /** Warns about overrides of managed rules that no longer exist since that version. */
    async lost(managed: Ruleset, deploying: Rule, since: unknown): Promise<void> {
      if (typeof since !== "string" || since === managed.version) return;
      if (lostOverrides(deploying, managed).length === 0) return;
      const before = await readManagedVersion(client, zoneId, managed.id, since);
      const names = lostOverrides(deploying, managed, before).join(", ");
      warn(
        `${managed.name} ${managed.version} no longer has what is overridden here: ${names}. ` +
          "Remove it from `rules` if it is there; the next update drops its override",
      );
    },

    /** Runs a report; warns and continues if the API does not answer. */
    async whereAnswered(work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof EdgeError)) throw error;
        warn(`the effect on managed rules is not known: ${tell(error)}`);
      }
    },

    /** Warns about items of `rules` that name the same managed rule. */
    repeated({ rules = [] }: OwaspArgs, managed: Ruleset): void {
      for (const { path, message } of repeatedTargets(rules, managed)) warn(`${path}: ${message}`);
    },

    /** Warns that the resource takes over a deployment that was made by hand. */
    takesOver(deploying: Rule, managed: Ruleset): void {
      warn(
        `takes over a deployment that exists (rule ${deploying.id}, ${ownerText(deploying)}): ` +
          `${describeDeployment(deploying, managed)}. A destroy of this resource removes it`,
      );
    },

    /** Warns about drift that the arguments do not show. */
    drift(lines: readonly string[]): void {
      for (const line of lines) warn(`drift: ${line}; the next update repairs it`);
    },

    /** Warns about a rule of others, in a phase that runs before, that keeps all requests of a new deployment from it. */
    async skippedBefore({ args, managed, own, language }: OwaspJob): Promise<void> {
      const scope = { zoneId };
      const reading = await readEntrypoint(context, client, { scope, phase: "http_request_firewall_custom" });
      const custom = foundIn(reading);
      const skip = custom && skipOfPhase(custom, managed, owaspRule(args, managed).rule, own, language);
      if (!skip) return;
      warn(
        `the skip rule ${JSON.stringify(plainRef(skip))} (${ownerText(skip)}) of http_request_firewall_custom keeps all of its requests ` +
          "from the managed rules, so the deployment acts on none: narrow the expression of that rule, or ask its owner",
      );
    },

    /** Reports an update of the entry point: effect, lost overrides and defeating rules. */
    async update(job: OwaspJob, live: Ruleset | undefined, since: unknown): Promise<void> {
      report.effect(job, live);
      await report.dangers(job, live, since);
    },

    /** Reports lost overrides, and rules of the entry point that defeat an update. The line of the write says the effect. */
    async dangers(job: OwaspJob, live: Ruleset | undefined, since: unknown): Promise<void> {
      const { args, managed, own } = job;
      const existing = deployingRuleOf(live, managed.id);
      const { rule } = plannedRule(job, existing);
      if (existing) await report.lost(managed, existing, since);
      if (!live) return;
      // A deployment that is taken over gets another ref, but keeps its id.
      const planned = existing ? { ...rule, id: existing.id } : rule;
      const skip = skipInFront(live, managed, planned, own, job.language);
      if (skip) {
        const what = `the skip rule ${JSON.stringify(plainRef(skip))} (${ownerText(skip)}), which keeps all of its requests from it`;
        say(`${existing ? "moves the deployment" : "puts the new deployment"} before ${what}`);
      }
      report.defeats(args, managed, upTo(live, skip), planned);
    },
  };
  return report;
}

/** Returns the entry point with the rules that will precede a deployment which moves before `skip`. */
function upTo(live: Ruleset, skip: Rule | undefined): Ruleset {
  return skip ? { ...live, rules: rulesOf(live).slice(0, rulesOf(live).indexOf(skip)) } : live;
}
