import type { Call, Choose, Load } from "./load";
import { markedRule, type WrittenRuleset } from "./versions";

const MOST_RULESETS = 12;
const RULES = 5;

/** Creates and deletes custom rulesets of an account. */
export class RulesetLoad implements Load {
  private readonly at: string;
  private made = 0;
  private readonly settled = new Map<string, WrittenRuleset>();
  private readonly creating = new Set<string>();
  private readonly removing = new Set<string>();

  constructor(accountId: string) {
    this.at = `/accounts/${accountId}/rulesets`;
  }

  async write(call: Call, choose: Choose): Promise<void> {
    const names = [...this.settled.keys()].filter((name) => !this.removing.has(name));
    const name = names[choose(names.length + 2)] ?? (names.length > MOST_RULESETS ? names[0] : undefined);
    await (name === undefined ? this.create(call) : this.remove(call, name));
  }

  async check(call: Call): Promise<void> {
    const found = new Map<string, WrittenRuleset>();
    for (const { id, kind } of await call<{ id: string; kind: string }[]>("GET", this.at)) {
      if (kind !== "custom") continue;
      const ruleset = await call<WrittenRuleset>("GET", `${this.at}/${id}`);
      found.set(ruleset.name, ruleset);
    }
    for (const name of this.creating) {
      const ruleset = found.get(name);
      if (!ruleset) continue;
      expect(ruleset).toMatchObject({ ...bodyOf(name), version: "1" });
      this.settled.set(name, ruleset);
    }
    for (const name of this.removing) if (!found.has(name)) this.settled.delete(name);
    this.creating.clear();
    this.removing.clear();
    expect(found).toEqual(this.settled);
  }

  private async create(call: Call): Promise<void> {
    const name = `ruleset-${(this.made += 1)}`;
    this.creating.add(name);
    const answer = await call<WrittenRuleset>("POST", this.at, bodyOf(name));
    this.creating.delete(name);
    this.settled.set(name, answer);
  }

  private async remove(call: Call, name: string): Promise<void> {
    this.removing.add(name);
    await call("DELETE", `${this.at}/${this.settled.get(name)?.id ?? ""}`);
    this.removing.delete(name);
    this.settled.delete(name);
  }
}

function bodyOf(name: string) {
  const rules = Array.from({ length: RULES }, (_, index) => markedRule(`rule-${index}`, index));
  return { name, kind: "custom", phase: "http_request_firewall_custom", rules };
}
