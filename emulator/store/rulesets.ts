import type { Kind, Phase, Rule } from "../../provider/api/wire";
import type { DataFile } from "./database";

/** The owner of a ruleset: a zone, an account, or the vendor. */
export type StoredRulesetScope = `zone:${string}` | `account:${string}` | "vendor";

export interface StoredSummary {
  readonly id: string;
  readonly scope: StoredRulesetScope;
  readonly kind: Kind;
  readonly phase: Phase;
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly lastUpdated: string;
}

/** A rule in the form of the API, always with id and version. */
export type StoredRule = Rule & { readonly version: string };

/** One version of a ruleset, with its rules in the order of evaluation. */
export interface StoredRuleset extends StoredSummary {
  readonly rules: readonly StoredRule[];
}

type SummaryRow = Omit<StoredSummary, "lastUpdated"> & { readonly last_updated: string };

const SELECT = `SELECT r.id, r.scope, r.kind, r.phase, r.name, v.description, v.version, v.last_updated
  FROM rulesets r JOIN ruleset_versions v ON v.ruleset_id = r.id`;
const LATEST = "v.version = r.latest";

export class RulesetStore {
  readonly get: (id: string) => StoredRuleset | undefined;
  readonly getEntrypoint: (scope: StoredRulesetScope, phase: Phase) => StoredRuleset | undefined;
  private readonly selectScope;
  private readonly selectVersions;
  private readonly selectVersion;
  private readonly selectRules;
  private readonly insert;
  private readonly updateLatest;
  private readonly insertVersion;
  private readonly insertRule;
  private readonly delete;
  private readonly deleteVersion;

  constructor(data: DataFile) {
    this.selectScope = data.prepare<SummaryRow>(
      `${SELECT} WHERE r.scope = ? AND ${LATEST} ORDER BY r.scope, r.made`,
    );
    const selectLatest = data.prepare<SummaryRow>(`${SELECT} WHERE r.id = ? AND ${LATEST}`);
    const selectEntrypoint = data.prepare<SummaryRow>(
      `${SELECT} WHERE r.scope = ? AND r.phase = ? AND r.kind IN ('zone', 'root') AND ${LATEST}`,
    );
    this.get = data.cached((id: string) => this.withRules(selectLatest.first(id)));
    this.getEntrypoint = data.cached((scope: StoredRulesetScope, phase: Phase) =>
      this.withRules(selectEntrypoint.first(scope, phase)),
    );
    this.selectVersions = data.prepare<SummaryRow>(`${SELECT} WHERE r.id = ? ORDER BY v.version`);
    this.selectVersion = data.prepare<SummaryRow>(`${SELECT} WHERE r.id = ? AND v.version = ?`);
    // ruleset_versions lists rules as [id, version], and rule_versions has their content. One row with all rules is much
    // faster than one row per rule. CROSS fixes the order of the joins: otherwise SQLite reads every version of each rule.
    this.selectRules = data.prepare<{ contents: string | null }>(
      `SELECT group_concat(c.content, ',' ORDER BY o.key) AS contents
       FROM ruleset_versions v CROSS JOIN json_each(v.rules) o CROSS JOIN rule_versions c
         ON c.ruleset_id = v.ruleset_id AND c.rule_id = o.value ->> 0 AND c.version = o.value ->> 1
       WHERE v.ruleset_id = ? AND v.version = ?`,
    );
    this.insert = data.prepare(
      "INSERT INTO rulesets SELECT ?1, ?2, ?3, ?4, ?5, ?6, coalesce(max(made), 0) + 1 FROM rulesets WHERE scope = ?2",
    );
    this.updateLatest = data.prepare("UPDATE rulesets SET latest = ? WHERE id = ?");
    this.insertVersion = data.prepare("INSERT INTO ruleset_versions VALUES (?, ?, ?, ?, ?)");
    this.insertRule = data.prepare("INSERT INTO rule_versions VALUES (?, ?, ?, ?)");
    this.delete = data.prepare("DELETE FROM rulesets WHERE id = ?");
    this.deleteVersion = data.prepare("DELETE FROM ruleset_versions WHERE ruleset_id = ? AND version = ?");
  }

  /** Lists the rulesets of a scope in the order of creation. */
  list(scope: StoredRulesetScope): StoredSummary[] {
    return this.selectScope.all(scope).map(summary);
  }

  /** Lists the versions of a ruleset, oldest first. */
  listVersions(id: string): StoredSummary[] {
    return this.selectVersions.all(id).map(summary);
  }

  getVersion(id: string, version: number): StoredRuleset | undefined {
    return this.withRules(this.selectVersion.first(id, version));
  }

  create(ruleset: StoredRuleset): void {
    const { id, scope, kind, phase, name, version } = ruleset;
    this.insert.run(id, scope, kind, phase, name, version);
    this.addVersion(ruleset, []);
  }

  /** Stores the version that follows `previous`. */
  replace(next: StoredRuleset, previous: StoredRuleset): void {
    this.addVersion(next, previous.rules);
    this.updateLatest.run(next.version, next.id);
  }

  remove(id: string): void {
    this.delete.run(id);
  }

  removeVersion(id: string, version: number): void {
    this.deleteVersion.run(id, version);
  }

  private addVersion(ruleset: StoredRuleset, known: readonly StoredRule[]): void {
    const { id, version, description, lastUpdated, rules } = ruleset;
    const order = JSON.stringify(rules.map((rule) => [rule.id, Number(rule.version)]));
    this.insertVersion.run(id, version, description, lastUpdated, order);
    const stored = new Set(known.map(versionKey));
    for (const rule of rules) {
      if (!stored.has(versionKey(rule))) {
        this.insertRule.run(id, rule.id, Number(rule.version), JSON.stringify(rule));
      }
    }
  }

  private withRules(row: SummaryRow | undefined): StoredRuleset | undefined {
    if (!row) return undefined;
    const contents = this.selectRules.first(row.id, row.version)?.contents ?? "";
    // Only addVersion writes this column.
    return { ...summary(row), rules: JSON.parse(`[${contents}]`) as StoredRule[] };
  }
}

function summary({ last_updated, ...row }: SummaryRow): StoredSummary {
  return { ...row, lastUpdated: last_updated };
}

function versionKey(rule: StoredRule): string {
  return `${rule.id} ${rule.version}`;
}
