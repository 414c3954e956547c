import type {
  EntrypointReplace,
  Position,
  Rule,
  RuleAdd,
  Ruleset,
  RulesetCreate,
  RuleWrite,
} from "../../provider/api";
import { resolveStep, type RemovalStep, type Step } from "../../provider/rulesets";

/**
 * A simple model of the API to which plans are compared: one ruleset in memory. It gives ids to new rules, keeps the id of a
 * rule that is given by id or ref, and changes nothing else.
 */
export class RulesetModel {
  private made = 0;

  constructor(private current: Ruleset | undefined) {}

  get live(): Ruleset | undefined {
    return this.current;
  }

  get refs(): string[] {
    return this.rules.map((rule) => rule.ref ?? rule.id);
  }

  get rules(): Rule[] {
    return this.current?.rules ?? [];
  }

  /** Carries out a step as the lifecycle does: refs become ids according to what is live at that moment. */
  execute(step: Step | RemovalStep): void {
    if (step.kind === "create") this.create(step.body);
    else if (step.kind === "remove-ruleset") this.removeRuleset(step.rulesetId);
    else if (step.kind === "remove") this.remove(this.found(step.ruleId));
    else this.change(step);
  }

  private change(step: Exclude<Step, { kind: "create" | "remove" }>): void {
    if (!this.current) throw new Error("no ruleset");
    const resolved = resolveStep(step, this.current);
    if (resolved.kind === "replace") this.replace(resolved.body);
    else if (resolved.kind === "add") this.add(resolved.rule);
    else if (resolved.kind === "patch") this.patch(resolved.ruleId, resolved.rule);
    else if (resolved.kind === "move") this.move(this.found(resolved.ruleId), resolved.position);
  }

  private remove(rule: Rule): void {
    this.set(this.rules.filter((one) => one.id !== rule.id));
  }

  private create(body: RulesetCreate): void {
    if (this.current) throw new Error("exceeded maximum number of zone rulesets");
    const { rules = [], ...rest } = body;
    this.current = { id: "ruleset", version: "1", ...rest, rules: rules.map((rule) => this.make(rule)) };
  }

  private removeRuleset(id: string): void {
    if (this.current?.id !== id) throw new Error(`no ruleset ${id}`);
    this.current = undefined;
  }

  private replace({ rules, description }: EntrypointReplace): void {
    if (this.current && description !== undefined) this.current = { ...this.current, description };
    if (rules) this.set(rules.map((rule) => this.make(rule)));
  }

  private add({ position, ...rule }: RuleAdd): void {
    if (this.refs.includes(rule.ref ?? "")) throw new Error(`ref ${rule.ref ?? ""} exists`);
    const made = this.make(rule);
    this.set([...this.rules, made]);
    if (position) this.move(made, position);
  }

  private patch(id: string, { position, ...rule }: RuleAdd): void {
    const patched = { ...rule, id: this.found(id).id };
    this.set(this.rules.map((one) => (one.id === id ? patched : one)));
    if (position) this.move(patched, position);
  }

  private move(rule: Rule, position: Position): void {
    const rest = this.rules.filter((one) => one.id !== rule.id);
    this.set(rest.toSpliced(this.indexOf(position, rest), 0, rule));
  }

  private indexOf(position: Position, rest: readonly Rule[]): number {
    if ("index" in position) return position.index - 1;
    const id = "before" in position ? position.before : position.after;
    if (id === "") return "before" in position ? 0 : rest.length;
    const index = rest.findIndex((rule) => rule.id === id);
    if (index < 0) throw new Error(`position names no rule: ${id}`);
    return "before" in position ? index : index + 1;
  }

  private make(rule: RuleWrite): Rule {
    const known = this.rules.find(
      (one) => one.id === rule.id || (rule.ref !== undefined && one.ref === rule.ref),
    );
    const id = known?.id ?? `made-${++this.made}`;
    return { ...rule, id, ref: rule.ref ?? id };
  }

  private found(id: string): Rule {
    const rule = this.rules.find((one) => one.id === id);
    if (!rule) throw new Error(`no rule ${id}`);
    return rule;
  }

  private set(rules: Rule[]): void {
    if (this.current) this.current = { ...this.current, rules };
  }
}
