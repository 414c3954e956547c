import { EXAMPLE_COM } from "../platform";
import type { Call, Choose, Load } from "./load";
import { markedRule, markOf, Versions, type WrittenRuleset } from "./versions";

const RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;
const ENTRYPOINT = `${RULESETS}/phases/http_request_firewall_custom/entrypoint`;
const MOST_RULES = 20;
/** Positions that exist regardless of other writers. */
const POSITIONS = [undefined, { index: 1 }, { before: "" }, { after: "" }];

interface Rule {
  readonly id: string;
  readonly mark: number;
}

/** The writes that may have made a rule. Undefined means that the rule does not exist. */
interface Doubt {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** Adds, changes and removes single rules of one entry point. */
export class RuleLoad implements Load {
  private rulesetId = "";
  private marks = 0;
  private readonly versions = new Versions();
  private readonly settled = new Map<string, Rule>();
  private readonly doubtful = new Map<string, Doubt>();

  async prepare(call: Call): Promise<void> {
    const ruleset = await call<WrittenRuleset>("PUT", ENTRYPOINT, { rules: [] });
    this.rulesetId = ruleset.id;
    this.versions.acknowledge(ruleset);
  }

  async write(call: Call, choose: Choose): Promise<void> {
    const refs = [...this.settled.keys()].filter((ref) => !this.doubtful.has(ref));
    const ref = refs[choose(refs.length + 1)];
    if (ref === undefined && refs.length < MOST_RULES) return this.add(call, choose);
    return this.change(call, choose, ref ?? refs[0] ?? "");
  }

  async check(call: Call): Promise<void> {
    const found = await call<WrittenRuleset>("GET", ENTRYPOINT);
    const rules = new Map((found.rules ?? []).map((rule) => [rule.ref, { id: rule.id, mark: markOf(rule) }]));
    expect(rules.size).toBe(found.rules?.length ?? 0);
    let applied = 0;
    for (const [ref, { before, after }] of this.doubtful) {
      const mark = rules.get(ref)?.mark;
      expect([before, after]).toContain(mark);
      if (mark === after) applied += 1;
      this.settle(ref, rules.get(ref));
    }
    this.doubtful.clear();
    expect(rules).toEqual(this.settled);
    await this.versions.check(call, `${RULESETS}/${this.rulesetId}`, found, applied);
  }

  private async add(call: Call, choose: Choose): Promise<void> {
    const mark = (this.marks += 1);
    const ref = `rule-${mark}`;
    const position = POSITIONS[choose(POSITIONS.length)];
    await this.send(call, "POST", ref, mark, "", { ...markedRule(ref, mark), ...(position && { position }) });
  }

  private async change(call: Call, choose: Choose, ref: string): Promise<void> {
    const at = `/${this.settled.get(ref)?.id ?? ""}`;
    if (choose(3) === 0) return this.send(call, "DELETE", ref, undefined, at);
    const mark = (this.marks += 1);
    const position = POSITIONS[choose(POSITIONS.length)];
    await this.send(call, "PATCH", ref, mark, at, {
      ...markedRule(ref, mark),
      ...(position && { position }),
    });
  }

  private async send(
    call: Call,
    method: string,
    ref: string,
    after: number | undefined,
    below: string,
    body?: unknown,
  ): Promise<void> {
    this.doubtful.set(ref, { before: this.settled.get(ref)?.mark, after });
    const answer = await call<WrittenRuleset>(method, `${RULESETS}/${this.rulesetId}/rules${below}`, body);
    this.doubtful.delete(ref);
    const rule = answer.rules?.find((one) => one.ref === ref);
    expect(rule && markOf(rule)).toBe(after);
    this.settle(ref, rule && { id: rule.id, mark: markOf(rule) });
    this.versions.acknowledge(answer);
  }

  private settle(ref: string, rule: Rule | undefined): void {
    if (rule) this.settled.set(ref, rule);
    else this.settled.delete(ref);
  }
}
