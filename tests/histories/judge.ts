import type { Entry } from "../support/engine-model/steps";
import { nameIn, ruleOf, thresholdOf } from "./goals";
import { type Live, plainOf } from "./live";
import { LISTS, type Program } from "./program";

/** What others have made, by id: nobody but who is named may change it. */
export interface Foreign {
  readonly rules: Map<string, string>;
  /** By name of the list, then by item. */
  readonly items: Map<string, Map<string, string>>;
  /** Lists that a person has made. */
  readonly lists: Set<string>;
  /** Lists of a person that a resource has taken over. One without a mark stays if several resources have used it. */
  readonly free: Set<string>;
  deployment: string | undefined;
  ruleset: string | undefined;
}

/** Returns what has become of what others have made, if it is not live as they made it. */
export function foreignProblems(foreign: Foreign, live: Live): string[] {
  const problems: string[] = [];
  const fail = (text: string) => problems.push(text);
  for (const [id, ref] of foreign.rules) {
    const rule = live.rules.find((one) => one.id === id);
    if (rule?.ref !== ref || rule.expression !== ruleOf(ref, 0).expression)
      fail(`the foreign rule ${ref} (${id}) is ${rule ? "changed" : "gone"}`);
  }
  for (const [name, items] of foreign.items) {
    const list = live.lists.find((one) => one.name === name);
    for (const [id, ip] of items)
      if (!list?.items.some((item) => item.id === id)) fail(`the foreign item ${ip} of ${name} is gone`);
  }
  for (const name of foreign.lists)
    if (!live.lists.some((one) => one.name === name)) fail(`the list ${name} of a person is gone`);
  const { deployment, ruleset } = foreign;
  if (
    deployment !== undefined &&
    !live.deployments.some(({ id, ref }) => id === deployment && ref === "by-hand")
  )
    fail("the foreign deployment of OWASP is gone or changed");
  if (ruleset !== undefined && !live.rulesets.some(({ id }) => id === ruleset))
    fail("the foreign custom ruleset is gone");
  return problems;
}

/** Returns where what is live is not what the program declares and what is foreign. */
export function declaredProblems(
  program: Program,
  live: Live,
  state: readonly Entry[],
  foreign: Foreign,
): string[] {
  const problems: string[] = [];
  const fail = (text: string) => problems.push(text);
  const outsOf = (name: string) => state.find(({ urn }) => nameIn(urn) === name)?.outs ?? {};
  const ours = new Set<string>();
  const heldOwasp = new Set<string>();
  const heldRulesets = new Set<string>();
  for (const [name, { kind, parts }] of program) {
    const outs = outsOf(name);
    if (kind === "rules" || kind === "ruleset") {
      const within =
        kind === "rules"
          ? live.rules
          : (live.rulesets.find(({ id }) => id === outs["rulesetId"])?.rules ?? []);
      if (kind === "ruleset") heldRulesets.add(String(outs["rulesetId"]));
      const ids = (outs["ruleIds"] ?? {}) as Record<string, string>;
      if (kind === "ruleset" && within.length !== parts.size)
        fail(`the ruleset ${name} has ${within.length} rules`);
      for (const [ref, version] of parts) {
        const rule = within.find(({ id }) => id === ids[ref]);
        ours.add(ids[ref] ?? "");
        if (!rule) fail(`the rule ${ref} of ${name} is not live, and the state has ${String(ids[ref])}`);
        else if (plainOf(rule.ref) !== ref || rule.expression !== ruleOf(ref, version).expression)
          fail(`the rule ${ref} of ${name} is ${rule.ref}: ${rule.expression}`);
      }
    }
    if (kind === "owasp") {
      const found = live.deployments.find(({ id }) => id === outs["ruleId"]);
      heldOwasp.add(String(outs["ruleId"]));
      const threshold = thresholdOf(parts);
      if (!found) fail(`OWASP of ${name} is not deployed`);
      else if (!JSON.stringify(found.action_parameters).includes(`"score_threshold":${threshold}`))
        fail(`OWASP of ${name} has another threshold: ${JSON.stringify(found.action_parameters)}`);
    }
  }
  for (const { id, ref } of live.rules)
    if (!ours.has(id) && !foreign.rules.has(id))
      fail(`the rule ${ref} (${id}) is left, and no resource declares it`);
  for (const { id, ref } of live.deployments)
    if (!heldOwasp.has(id) && foreign.deployment !== id) fail(`the deployment ${ref} of OWASP is left`);
  for (const { id } of live.rulesets)
    if (!heldRulesets.has(id) && foreign.ruleset !== id) fail(`the custom ruleset ${id} is left`);
  for (const name of LISTS) {
    const users = [...program].filter(([, one]) => one.list === name);
    const list = live.lists.find((one) => one.name === name);
    const hand = foreign.items.get(name) ?? new Map<string, string>();
    if (users.length === 0) {
      if (list && !foreign.lists.has(name) && !foreign.free.has(name) && hand.size === 0)
        fail(`the list ${name} is left, and no resource declares it`);
    } else if (!list) fail(`the list ${name} is not live`);
    for (const [user] of users)
      if (list && outsOf(user)["listId"] !== list.id)
        fail(`the list ${name} has another id than the state of ${user}`);
    const wanted = new Set([...users.flatMap(([, { parts }]) => [...parts.keys()]), ...hand.values()]);
    const found = new Set(list?.items.map(({ ip }) => ip));
    for (const ip of wanted) if (!found.has(ip)) fail(`${ip} is not in the list ${name}`);
    for (const ip of found) if (!wanted.has(ip)) fail(`${ip} is left in the list ${name}`);
  }
  return problems;
}

/** Returns which objects that the program declares, and that were live before, are other ones now. */
export function idProblems(program: Program, before: Live, live: Live, foreign: Foreign): string[] {
  const problems: string[] = [];
  const fail = (text: string) => problems.push(text);
  for (const [, { kind, list, parts }] of program) {
    if (kind === "rules")
      for (const ref of parts.keys()) {
        const of = ({ rules }: Live) =>
          rules
            .filter((rule) => plainOf(rule.ref) === ref && !foreign.rules.has(rule.id))
            .map(({ id }) => id);
        const ids = of(before);
        if (ids.length > 0 && !of(live).some((id) => ids.includes(id)))
          fail(`the rule ${ref} has another id`);
      }
    if (
      kind === "owasp" &&
      before.deployments.length > 0 &&
      before.deployments[0]?.id !== live.deployments[0]?.id
    )
      fail("the deployment of OWASP has another id");
    if (kind !== "list") continue;
    const [former, now] = [before, live].map(({ lists }) => lists.find(({ name }) => name === list));
    if (former && former.id !== now?.id) fail(`the list ${list} has another id`);
    for (const item of former?.items ?? []) {
      const same = now?.items.find(({ ip }) => ip === item.ip);
      if (parts.has(item.ip) && same && same.id !== item.id)
        fail(`the item ${item.ip} of ${list} has another id`);
    }
  }
  return problems;
}
