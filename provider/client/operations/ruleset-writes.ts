import type {
  EntrypointReplace,
  RuleAdd,
  RulePatch,
  RulesetCreate,
  RulesetReplace,
  RulesetSummary,
} from "../../api/wire";
import type { RulesetScope } from "./request-path";

/** The writes of a ruleset that a plan consists of. `Answer`: the ruleset, or what a dry run has led to. */
export interface RulesetWrites<Answer> {
  create(scope: RulesetScope, body: RulesetCreate): Promise<Answer>;
  replace(scope: RulesetScope, id: string, body: RulesetReplace, basedOn?: RulesetSummary): Promise<Answer>;
  replaceEntrypoint(
    scope: RulesetScope,
    phase: string,
    body: EntrypointReplace,
    basedOn?: RulesetSummary,
  ): Promise<Answer>;
  addRule(scope: RulesetScope, id: string, rule: RuleAdd): Promise<Answer>;
  patchRule(
    scope: RulesetScope,
    id: string,
    ruleId: string,
    patch: RulePatch,
    basedOn?: RulesetSummary,
  ): Promise<Answer>;
  removeRule(scope: RulesetScope, id: string, ruleId: string, basedOn?: RulesetSummary): Promise<Answer>;
}

/**
 * What a dry run has led to: `not asked` if the API is not proved to honour the operation's dry runs; `accepted`; `written` if the API has
 * answered as to a write, so that it may have carried the write out. A refusal is an EdgeError.
 */
export type DryRunEnd = "not asked" | "accepted" | "written";
