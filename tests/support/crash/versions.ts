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

/** A rule that names its write in two members. A partial write would name two writes. */
export function markedRule(ref: string, mark: number) {
  return { ref, action: "log", expression: expressionOf(mark), description: String(mark) };
}

/** Returns the write that made a rule, and checks that the rule is complete. */
export function markOf(rule: WrittenRule): number {
  const mark = Number(rule.description);
  expect(rule.expression).toBe(expressionOf(mark));
  return mark;
}

/** The acknowledged versions of one ruleset since the last check. */
export class Versions {
  private known = 0;
  private readonly acknowledged = new Map<number, WrittenRuleset>();

  /** Records the answer of a write, which is the new version of the ruleset. */
  acknowledge(answer: WrittenRuleset): void {
    const version = Number(answer.version);
    expect([...this.acknowledged.keys()]).not.toContain(version);
    this.acknowledged.set(version, answer);
  }

  /**
   * Checks that each write made one version, none is missing, and the acknowledged versions are unchanged.
   * @param at The path of the ruleset.
   * @param doubtful The number of applied writes without an answer.
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
