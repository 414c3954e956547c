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
  owaspEffect,
  ownerText,
  owaspRule,
  repeatedTargets,
  type OwaspArgs,
} from "../../rulesets";
import { zoneLabel } from "../foresight/live-reads";
import type { Context } from "../lifecycle";
import { readManagedVersion } from "./managed-rulesets";
import type { OwaspJob } from "./writes";
import { tell } from "../redaction";

/** Logs what the deployment in one zone means. */
export interface OwaspReport {
  /** Logs how many managed rules `after` turns on and off compared with `before`, and their names with details. */
  effect(before: Rule | undefined, after: RuleWrite, managed: Ruleset): void;
  /** Warns about rules in the entry point that defeat the arguments; `deploying` is the rule as it is or will be. */
  defeats(args: OwaspArgs, managed: Ruleset, entrypoint: Ruleset, deploying?: Rule | RuleWrite): void;
  /** Warns about items of `rules` that name the same managed rule. */
  repeated(args: OwaspArgs, managed: Ruleset): void;
  /** Warns that the resource takes over a deployment that was made by hand. */
  takesOver(deploying: Rule, managed: Ruleset): void;
  /** Warns about overrides of managed rules that no longer exist since that version. */
  lost(job: Pick<OwaspJob, "client" | "managed">, deploying: Rule, since: unknown): Promise<void>;
  /** Runs a report; warns and continues if the API does not answer. */
  whereAnswered(work: () => Promise<void>): Promise<void>;
  /** Reports an update of the entry point: effect, lost overrides and defeating rules. */
  update(job: OwaspJob, live: Ruleset | undefined, since: unknown): Promise<void>;
}

export function owaspReport(context: Context, client: EdgeClient, zoneId: string): OwaspReport {
  const about = (line: string) => `OWASP of zone ${zoneLabel(client, zoneId)}: ${line}`;
  const warn = (line: string) => {
    context.log(redacted(`warning: ${about(line)}`));
  };

  const report: OwaspReport = {
    effect(before, after, managed) {
      const effect = owaspEffect(before, after, managed);
      const names = nameEffect(effect);
      const hint = names.length > 0 && !context.details ? "; EDGE_LOG=info names them" : "";
      context.log(redacted(about(describeEffect(effect) + hint)));
      if (context.details) for (const line of names) context.log(redacted(`  ${line}`));
    },

    defeats(args, managed, entrypoint, deploying = deployingRuleOf(entrypoint, managed.id)) {
      if (deploying) for (const line of owaspDefeats(args, managed, entrypoint, deploying)) warn(line);
    },

    async lost({ client, managed }, deploying, since) {
      if (typeof since !== "string" || since === managed.version) return;
      if (lostOverrides(deploying, managed).length === 0) return;
      const before = await readManagedVersion(client, zoneId, managed.id, since);
      const names = lostOverrides(deploying, managed, before).join(", ");
      warn(
        `${managed.name} ${managed.version} no longer has what is overridden here: ${names}. ` +
          "Remove it from `rules` if it is there; the next update drops its override",
      );
    },

    async whereAnswered(work) {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof EdgeError)) throw error;
        warn(`the effect on managed rules is not known: ${tell(error)}`);
      }
    },

    repeated({ rules = [] }, managed) {
      for (const { path, message } of repeatedTargets(rules, managed)) warn(`${path}: ${message}`);
    },

    takesOver(deploying, managed) {
      warn(
        `takes over a deployment that exists (rule ${deploying.id}, ${ownerText(deploying)}): ` +
          `${describeDeployment(deploying, managed)}. A destroy of this resource removes it`,
      );
    },

    async update({ client, args, managed, before, own }, live, since) {
      const existing = deployingRuleOf(live, managed.id);
      const { rule } = owaspRule(args, managed, existing, before, own.mark);
      report.effect(existing, rule, managed);
      if (existing) await report.lost({ client, managed }, existing, since);
      // A deployment that is taken over gets another ref, but keeps its id.
      if (live) report.defeats(args, managed, live, existing ? { ...rule, id: existing.id } : rule);
    },
  };
  return report;
}
