import type { Rule, Ruleset, RuleWrite } from "../../api";
import { EdgeError } from "../../client";
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
  type OwaspArgs,
} from "../../rulesets";
import type { Context } from "../lifecycle";
import { readManagedVersion } from "./managed-rulesets";
import type { OwaspJob } from "./writes";
import { tell } from "../redaction";

/** Lines for people about the deployment in one zone. */
export interface OwaspReport {
  /** How many managed rules `after` turns on and off in the place of `before`; their names for who asks for details. */
  effect(before: Rule | undefined, after: RuleWrite, managed: Ruleset): void;
  /** Warns of what in the entry point works against the arguments; `deploying` is the rule in it, as it is or will be. */
  defeats(args: OwaspArgs, managed: Ruleset, entrypoint: Ruleset, deploying?: Rule | RuleWrite): void;
  /** Warns that a deployment which was made by hand becomes this resource's. */
  takesOver(deploying: Rule, managed: Ruleset): void;
  /** Warns of overrides of what the managed ruleset has lost since that version. */
  lost(job: Pick<OwaspJob, "client" | "managed">, deploying: Rule, since: unknown): Promise<void>;
  /**
   * Does what is done to tell people something. Where the API does not answer, a line says so and nothing fails: a preview
   * tells what it can also without the API.
   */
  whereAnswered(work: () => Promise<void>): Promise<void>;
  /** All three, of an update of the entry point as it is now: overrides of others count. */
  update(job: OwaspJob, live: Ruleset | undefined, since: unknown): Promise<void>;
}

export function owaspReport(context: Context, zoneId: string): OwaspReport {
  const about = (line: string) => `OWASP of zone ${zoneId}: ${line}`;
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
        `${managed.name} has lost, by its version ${managed.version}, what is overridden here: ${names}. ` +
          "Take it out of `rules` where it stands there; the next update drops its override",
      );
    },

    async whereAnswered(work) {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof EdgeError)) throw error;
        warn(`which managed rules this turns on and off is not known: ${tell(error)}`);
      }
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
      if (live) report.defeats(args, managed, live, rule);
    },
  };
  return report;
}
