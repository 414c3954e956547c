import type { PermissionGroup, Rule, Ruleset, RulesetSummary, Token, Zone } from "../provider/api";
import type { Language } from "../provider/filter";
import { parseRef } from "../provider/marks";
import { declaredOwasp, deployingRuleOf, refOf } from "../provider/rulesets";
import { adoptList } from "./adopt-list";
import {
  adoptCustomRuleset,
  adoptEntrypoint,
  type Adoption,
  leaveOut,
  type RulesetSite,
} from "./adopt-ruleset";
import { adoptToken } from "./adopt-token";
import { listsOf, nameLists } from "./name-lists";
import { line, slug } from "./names";
import {
  type AdoptedArgs,
  type AdoptedProgram,
  type AdoptedResource,
  type AdoptedSection,
  argsFrom,
  Reference,
} from "./program";
import type { LiveAccountList, Selected, Selection } from "./selection";
import { shareFilters } from "./share-filters";

export interface LiveZone {
  readonly zone: Zone;
  /** All rulesets, managed ones included. */
  readonly listed: readonly RulesetSummary[];
  /** The rulesets that are not managed, with their rules. */
  readonly rulesets: readonly Ruleset[];
}

export interface LiveAccount extends Omit<LiveZone, "zone"> {
  readonly id: string;
  readonly name: string;
  readonly tokens: LiveTokens;
  readonly lists: readonly LiveAccountList[];
}

export interface LiveTokens {
  readonly tokens: readonly Token[];
  /** All permission groups that the owner can give to a token. */
  readonly groups: readonly PermissionGroup[];
  /** The id of the token that authenticates this command, if the owner has it. */
  readonly ofRun?: string | undefined;
}

export interface LivePlaces {
  readonly zones: readonly LiveZone[];
  readonly accounts: readonly LiveAccount[];
  /** The tokens of the calling user; undefined if they are not adopted. */
  readonly userTokens?: LiveTokens;
  /** The managed OWASP ruleset with its rules; undefined if no zone has it. */
  readonly owasp: Ruleset | undefined;
  readonly vendor: string;
  readonly now: Date;
  /** What is known of the language of filters besides the table of this release. */
  readonly language?: Language | undefined;
}

/** Returns the program that declares what is selected as it is live, so that its first update only reads. */
export function adoptLive(live: LivePlaces, selection: Selection): AdoptedProgram {
  const { userTokens } = live;
  // A zone may list the custom rulesets of its account, too.
  const ofAccounts = new Set(live.accounts.flatMap(({ rulesets }) => rulesets.map(({ id }) => id)));
  const listSections = new Map(live.accounts.map((account) => [account.id, listSection(account, selection)]));
  const named = (section: AdoptedSection, accountId: string): AdoptedSection => {
    const found = listSections.get(accountId);
    const lists = found && listsOf(found);
    if (!lists) return section;
    return { ...section, resources: section.resources.map((resource) => nameLists(resource, lists)) };
  };
  const sections = [
    ...live.accounts.map((account) => named(accountSection(account, live, selection), account.id)),
    ...(userTokens
      ? [sectionOf("Tokens of the calling user", adoptTokens(userTokens, undefined, live, selection))]
      : []),
    ...live.zones.map(({ zone, listed, rulesets }) => {
      const own = { zone, listed, rulesets: rulesets.filter(({ id }) => !ofAccounts.has(id)) };
      return named(zoneSection(own, live, selection), zone.account.id);
    }),
  ];
  return {
    // Lists first: rules and shared expressions may name them.
    sections: [...listSections.values(), ...shareFilters(sections, selection.nameOf)].filter(
      ({ left, resources }) => left.length + resources.length > 0,
    ),
  };
}

function listSection({ id, name, lists }: LiveAccount, selection: Selection): AdoptedSection {
  const adoptions = lists.map((live) => {
    const selected = selection.list(live, id);
    return selected ? adoptList(live, id, selected) : {};
  });
  return sectionOf(`Lists of account ${line(name)}`, adoptions);
}

function zoneSection(
  { zone, listed, rulesets }: LiveZone,
  { owasp: managed, language }: LivePlaces,
  selection: Selection,
): AdoptedSection {
  const site: RulesetSite = { id: zone.id, name: zone.name, zone, listed, language };
  const custom = customRulesets(rulesets, site, selection);
  const others = rulesets.filter(isNotCustom).flatMap((ruleset): Adoption[] => {
    const selected = selection.ruleset(ruleset, site.id);
    if (!selected) return [];
    if (ruleset.kind !== "zone") return [{ left: [leaveOut(ruleset, "a zone")] }];
    const owasp = managed && adoptOwasp(ruleset, managed, site, selected);
    const rest = executing(adoptEntrypoint(ruleset, site, owasp?.rule, selected), custom);
    return owasp ? [rest, { resource: owasp.resource() }] : [rest];
  });
  return sectionOf(`Zone ${line(zone.name)}`, [...custom.values(), ...others]);
}

function accountSection(
  { id, name, listed, rulesets, tokens }: LiveAccount,
  live: LivePlaces,
  selection: Selection,
): AdoptedSection {
  const site: RulesetSite = { id, name, listed, language: live.language };
  const custom = customRulesets(rulesets, site, selection);
  const others = rulesets.filter(isNotCustom).map((ruleset): Adoption => {
    const selected = selection.ruleset(ruleset, id);
    if (!selected) return {};
    if (ruleset.kind !== "root") return { left: [leaveOut(ruleset, "an account")] };
    return executing(adoptEntrypoint(ruleset, site, undefined, selected), custom);
  });
  return sectionOf(`Account ${line(name)}`, [
    ...custom.values(),
    ...others,
    ...adoptTokens(tokens, id, live, selection),
  ]);
}

/** Adopts the custom rulesets of a zone or an account, by their ids. */
function customRulesets(
  rulesets: readonly Ruleset[],
  site: RulesetSite,
  selection: Selection,
): ReadonlyMap<string, Adoption> {
  const custom = rulesets.filter((ruleset) => !isNotCustom(ruleset));
  return new Map(
    custom.map((ruleset) => {
      const selected = selection.ruleset(ruleset, site.id);
      return [ruleset.id, selected ? adoptCustomRuleset(ruleset, site, selected) : {}];
    }),
  );
}

function isNotCustom({ kind }: Ruleset): boolean {
  return kind !== "custom";
}

/** Refers to the resource of a custom ruleset where a rule executes it, so that the engine removes the rule before the ruleset. */
function executing({ resource, ...left }: Adoption, custom: ReadonlyMap<string, Adoption>): Adoption {
  if (resource === undefined) return left;
  // Every adopted entry point has a list of rules.
  const rules = (resource.args["rules"] as readonly AdoptedArgs[]).map((rule): AdoptedArgs => {
    // The parameters of an action are an object.
    const parameters = (rule["actionParameters"] ?? {}) as AdoptedArgs;
    const { id } = parameters;
    const executed =
      rule["action"] === "execute" && typeof id === "string" ? custom.get(id)?.resource : undefined;
    return executed
      ? { ...rule, actionParameters: { ...parameters, id: new Reference(executed.name, "rulesetId") } }
      : rule;
  });
  return { ...left, resource: { ...resource, args: { ...resource.args, rules } } };
}

function adoptTokens(
  { tokens, groups, ofRun }: LiveTokens,
  accountId: string | undefined,
  at: LivePlaces,
  selection: Selection,
): Adoption[] {
  return tokens.map((token) => {
    const selected = selection.token(token, accountId);
    if (!selected) return {};
    const adopted = adoptToken({ token, accountId, groups, tokens, ofRun }, at, selected);
    return "kind" in adopted ? { resource: adopted } : { left: [adopted] };
  });
}

function sectionOf(title: string, adoptions: readonly Adoption[]): AdoptedSection {
  return {
    title,
    left: adoptions.flatMap(({ left }) => left ?? []),
    resources: adoptions.flatMap(({ resource }) => resource ?? []),
  };
}

/** A deployment of OWASP as an intent, and the rule of the entry point that it stands for. */
interface OwaspAdoption {
  readonly rule: Rule;
  /** Chooses the name of the resource. */
  readonly resource: () => AdoptedResource;
}

/**
 * Adopts the deployment of OWASP in an entry point. Returns undefined if there is none, or if no arguments of an OwaspConfig declare
 * it: then the rule is adopted like any other.
 */
function adoptOwasp(
  entrypoint: Ruleset,
  managed: Ruleset,
  site: RulesetSite,
  { nameOf, hasRule, terraform }: Selected,
): OwaspAdoption | undefined {
  const rule = deployingRuleOf(entrypoint, managed.id);
  if (!rule || !hasRule(rule) || parseRef(refOf(rule)).mark) return undefined;
  const { args: found, reason } = declaredOwasp(entrypoint, rule, managed, site.id, site.language);
  const { zoneId, ...others } = found;
  const args = argsFrom({ zoneId, takeOver: true, ...others });
  if (!args || reason !== undefined) return undefined;
  return {
    rule,
    resource: () => ({
      kind: "OwaspConfig",
      name: nameOf(`${slug(site.name, "zone")}-owasp`),
      args,
      notes: [],
      left: [],
      importId: `${zoneId}/${managed.id}`,
      ...(terraform !== undefined && { terraform }),
    }),
  };
}
