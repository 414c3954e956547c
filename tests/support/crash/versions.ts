import type { Call } from "./load";

export interface WrittenRule {
  readonly id: string;
  readonly ref: string;
  readonly version: string;
  readonly expression: string;
  readonly description: string;
}

export interface WrittenRuleset {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly rules?: readonly WrittenRule[];
}

/** A rule that shows in two members which write made it: half a write would show two. */
export function markedRule(ref: string, mark: number) {
  return { ref, action: "log", expression: expressionOf(mark), description: String(mark) };
}

/** The write that made a rule, which is whole. */
export function markOf(rule: WrittenRule): number {
  const mark = Number(rule.description);
  expect(rule.expression).toBe(expressionOf(mark));
  return mark;
}

/** What has been acknowledged of one ruleset since it was last held against the platform. */
export class Versions {
  private known = 0;
  private readonly acknowledged = new Map<number, WrittenRuleset>();

  /** Every write of a ruleset is answered by what it made of it. */
  acknowledge(answer: WrittenRuleset): void {
    const version = Number(answer.version);
    expect([...this.acknowledged.keys()]).not.toContain(version);
    this.acknowledged.set(version, answer);
  }

  /**
   * Each write made one version, none is missing, and those that were acknowledged say the same again.
   * @param at path of the ruleset
   * @param doubtful how many of the writes without an answer are there
   */
  async check(call: Call, at: string, found: WrittenRuleset, doubtful: number): Promise<void> {
    const latest = Number(found.version);
    expect(latest).toBe(this.known + this.acknowledged.size + doubtful);
    const listed = await call<{ version: string }[]>("GET", `${at}/versions`);
    expect(listed.map(({ version }) => Number(version)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: latest }, (_, index) => index + 1),
    );
    for (const [version, answer] of this.acknowledged) {
      expect(await call("GET", `${at}/versions/${version}`)).toEqual(answer);
    }
    expect(await call("GET", `${at}/versions/${latest}`)).toEqual(found);
    this.acknowledged.clear();
    this.known = latest;
  }
}

function expressionOf(mark: number): string {
  return `http.host eq "write-${mark}.example"`;
}
