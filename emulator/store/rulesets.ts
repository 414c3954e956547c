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

export function rulesetStore(data: DataFile) {
  const selectScope = data.prepare<SummaryRow>(
    `${SELECT} WHERE r.scope = ? AND ${LATEST} ORDER BY r.scope, r.made`,
  );
  const selectLatest = data.prepare<SummaryRow>(`${SELECT} WHERE r.id = ? AND ${LATEST}`);
  const selectEntrypoint = data.prepare<SummaryRow>(
    `${SELECT} WHERE r.scope = ? AND r.phase = ? AND r.kind IN ('zone', 'root') AND ${LATEST}`,
  );
  const selectVersions = data.prepare<SummaryRow>(`${SELECT} WHERE r.id = ? ORDER BY v.version`);
  const selectVersion = data.prepare<SummaryRow>(`${SELECT} WHERE r.id = ? AND v.version = ?`);
  // ruleset_versions lists rules as [id, version], and rule_versions has their content. One row with all rules is much
  // faster than one row per rule. CROSS fixes the order of the joins: otherwise SQLite reads every version of each rule.
  const selectRules = data.prepare<{ contents: string | null }>(
    `SELECT group_concat(c.content, ',' ORDER BY o.key) AS contents
     FROM ruleset_versions v CROSS JOIN json_each(v.rules) o CROSS JOIN rule_versions c
       ON c.ruleset_id = v.ruleset_id AND c.rule_id = o.value ->> 0 AND c.version = o.value ->> 1
     WHERE v.ruleset_id = ? AND v.version = ?`,
  );
  const insert = data.prepare(
    "INSERT INTO rulesets SELECT ?1, ?2, ?3, ?4, ?5, ?6, coalesce(max(made), 0) + 1 FROM rulesets WHERE scope = ?2",
  );
  const updateLatest = data.prepare("UPDATE rulesets SET latest = ? WHERE id = ?");
  const insertVersion = data.prepare("INSERT INTO ruleset_versions VALUES (?, ?, ?, ?, ?)");
  const insertRule = data.prepare("INSERT INTO rule_versions VALUES (?, ?, ?, ?)");
  const remove = data.prepare("DELETE FROM rulesets WHERE id = ?");
  const removeVersion = data.prepare("DELETE FROM ruleset_versions WHERE ruleset_id = ? AND version = ?");

  function addVersion(ruleset: StoredRuleset, known: readonly StoredRule[]): void {
    const { id, version, description, lastUpdated, rules } = ruleset;
    const order = JSON.stringify(rules.map((rule) => [rule.id, Number(rule.version)]));
    insertVersion.run(id, version, description, lastUpdated, order);
    const stored = new Set(known.map(versionKey));
    for (const rule of rules) {
      if (!stored.has(versionKey(rule)))
        insertRule.run(id, rule.id, Number(rule.version), JSON.stringify(rule));
    }
  }

  function withRules(row: SummaryRow | undefined): StoredRuleset | undefined {
    if (!row) return undefined;
    const contents = selectRules.first(row.id, row.version)?.contents ?? "";
    // Only addVersion writes this column.
    return { ...summary(row), rules: JSON.parse(`[${contents}]`) as StoredRule[] };
  }

  return {
    /** Lists the rulesets of a scope in the order of creation. */
    list: (scope: StoredRulesetScope) => selectScope.all(scope).map(summary),
    /** Lists the versions of a ruleset, oldest first. */
    listVersions: (id: string) => selectVersions.all(id).map(summary),
    get: data.cached((id: string) => withRules(selectLatest.first(id))),
    getEntrypoint: data.cached((scope: StoredRulesetScope, phase: Phase) =>
      withRules(selectEntrypoint.first(scope, phase)),
    ),
    getVersion: (id: string, version: number) => withRules(selectVersion.first(id, version)),
    create(ruleset: StoredRuleset) {
      const { id, scope, kind, phase, name, version } = ruleset;
      insert.run(id, scope, kind, phase, name, version);
      addVersion(ruleset, []);
    },
    /** Stores the version that follows `previous`. */
    replace(next: StoredRuleset, previous: StoredRuleset) {
      addVersion(next, previous.rules);
      updateLatest.run(next.version, next.id);
    },
    remove: (id: string) => remove.run(id),
    removeVersion: (id: string, version: number) => removeVersion.run(id, version),
  };
}

function summary({ last_updated, ...row }: SummaryRow): StoredSummary {
  return { ...row, lastUpdated: last_updated };
}

function versionKey(rule: StoredRule): string {
  return `${rule.id} ${rule.version}`;
}
