import { type Expression, requestMatches, type Witness } from "../../filter";
import type { JudgedRule } from "../../rulebook/hazards/judged-rule";
import { type Change, difference, type DifferenceOptions } from "./difference";
import { type Known, logicOfRequest, type Outcome, type Outcomes, outcomesFor, stagesOf } from "./outcome";
import { type Clearance } from "./clearance";
import { type PhaseRules, runPhase } from "./run-phase";
import { joinFirst } from "../../words";

/** The owner of a rule that may be secret, in words. */
export type MaybeSecretOwner = "another stack" | "another resource";

/** Rules that may be secret, because what their own programs say is not known, by path. */
export type MaybeSecret = ReadonlyMap<string, MaybeSecretOwner>;

const CLEARANCES: readonly Clearance[] = [0, 1, 2, 3];
/** Rules that a text names at most. */
const NAMED = 3;

/**
 * Returns changes that show nothing of rules that may be secret: the versions are compared without these rules, and a change is left out
 * if a visitor gets something else for its request in the whole versions.
 */
export function changesWithout(
  hidden: MaybeSecret,
  before: PhaseRules,
  now: PhaseRules,
  options?: DifferenceOptions,
): readonly Change[] {
  const shown = (phase: PhaseRules): PhaseRules => ({
    ...phase,
    rules: phase.rules.filter(({ path }) => !hidden.has(path)),
  });
  const { changes } = difference(shown(before), shown(now), options);
  return changes.filter(({ witness }) =>
    [before, now].every((whole) => isSameFor(witness, shown(whole), whole)),
  );
}

/** Says which rules may be secret: those that have to do with a change, or else all of them. */
export function maybeSecretText(
  hidden: MaybeSecret,
  { before, now }: Pick<Change, "before" | "now">,
): string {
  const acting = [...stagesOf(before), ...stagesOf(now)].flatMap(({ rule, skippedBy, limitedBy = [] }) =>
    [rule, skippedBy, ...limitedBy].flatMap((one) => one?.path ?? []),
  );
  const concerned = [...hidden].filter(([path]) => acting.includes(path));
  const named = (concerned.length > 0 ? concerned : [...hidden]).map(
    ([path, owner]) => `rule ${path.replace(/ \(foreign\)$/, "")} of ${owner}`,
  );
  return `${joinFirst(named, NAMED)} may be secret`;
}

/** Whether each visitor gets the same for a request in two lists of rules. False if that is not known. */
function isSameFor(witness: Witness, one: PhaseRules, other: PhaseRules): boolean {
  const [first, second] = [outcomesOfWitness(one, witness), outcomesOfWitness(other, witness)];
  return first?.every((outcome, place) => isSameOutcome(outcome, second?.[place])) === true;
}

/** Returns what visitors of each clearance get for a request. Undefined if that is not known. */
export function outcomesOfWitness(phase: PhaseRules, witness: Witness): Outcomes | undefined {
  const known = new Map<Expression, Known>();
  const matches = ({ condition }: JudgedRule): Known => {
    if (condition === undefined) return undefined;
    if (!known.has(condition)) known.set(condition, requestMatches(condition, witness));
    return known.get(condition);
  };
  return outcomesFor(
    phase,
    new Map(CLEARANCES.map((clearance) => [clearance, runPhase(phase, logicOfRequest(matches, clearance))])),
  );
}

/** Whether the same rules give a visitor the same. */
export function isSameOutcome(one: Outcome, other: Outcome | undefined): boolean {
  if (other === undefined) return false;
  const parts = ({ rule, skippedBy, limitedBy = [] }: Outcome) => [rule, skippedBy, ...limitedBy];
  const [own, theirs] = [parts(one), parts(other)];
  const isEqual =
    own.length === theirs.length &&
    own.every((rule, index) => rule === theirs[index]) &&
    one.result === other.result &&
    one.others.join("\n") === other.others.join("\n");
  if (!isEqual || one.ifSolved === undefined) return isEqual && other.ifSolved === undefined;
  return isSameOutcome(one.ifSolved, other.ifSolved);
}
