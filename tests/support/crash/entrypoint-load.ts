import { EXAMPLE_COM } from "../platform";
import type { Call, Choose, Load } from "./load";
import { markedRule, markOf, Versions, type WrittenRuleset } from "./versions";

const RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;
const ENTRYPOINT = `${RULESETS}/phases/http_request_transform/entrypoint`;
const MOST_RULES = 12;

/** Replaces a whole entry point by PUT. There is only one writer, so all of its rules come from one write. */
export class EntrypointLoad implements Load {
  private readonly versions = new Versions();
  /** The number of the last confirmed write. It determines the number of rules. */
  private settled = 0;
  private doubtful: number | undefined;

  async write(call: Call, choose: Choose): Promise<void> {
    const mark = this.settled + 1 + choose(MOST_RULES);
    this.doubtful = mark;
    const answer = await call<WrittenRuleset>("PUT", ENTRYPOINT, { rules: rulesOf(mark) });
    this.settled = mark;
    this.doubtful = undefined;
    this.versions.acknowledge(answer);
  }

  async check(call: Call): Promise<void> {
    const found = await this.find(call);
    if (!found) {
      expect(this.settled).toBe(0);
      return;
    }
    const rules = found.rules ?? [];
    const mark = rules[0] ? markOf(rules[0]) : 0;
    expect([this.settled, this.doubtful]).toContain(mark);
    expect(rules.map((rule) => [rule.ref, markOf(rule)])).toEqual(
      rulesOf(mark).map(({ ref }) => [ref, mark]),
    );
    await this.versions.check(call, `${RULESETS}/${found.id}`, found, mark === this.settled ? 0 : 1);
    this.settled = mark;
    this.doubtful = undefined;
  }

  /** Finds the entry point, which exists only after the first write. */
  private async find(call: Call): Promise<WrittenRuleset | undefined> {
    const summaries = await call<{ id: string; phase: string; kind: string }[]>("GET", RULESETS);
    const own = summaries.find(({ phase, kind }) => kind === "zone" && phase === "http_request_transform");
    return own && call<WrittenRuleset>("GET", `${RULESETS}/${own.id}`);
  }
}

function rulesOf(mark: number) {
  const count = 1 + (mark % MOST_RULES);
  return Array.from({ length: count }, (_, index) => ({
    ...markedRule(`rule-${index}`, mark),
    action: "rewrite",
    action_parameters: { uri: { path: { value: `/write-${mark}` } } },
  }));
}
