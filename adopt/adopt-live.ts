import type { Ruleset, RulesetSummary, Token, Zone } from "../provider/api";
import { adoptOwasp } from "./adopt-owasp";
import { adoptCustomRuleset, adoptEntrypoint, type RulesetAdoption, type RulesetSite } from "./adopt-ruleset";
import { adoptToken } from "./adopt-token";
import { line } from "./left-out";
import { uniqueNames } from "./names";
import {
  Reference,
  type AdoptedArgs,
  type AdoptedProgram,
  type AdoptedResource,
  type AdoptedSection,
} from "./program";
import { shareFilters } from "./share-filters";

/** A zone with its rulesets. */
export interface LiveZone {
  readonly zone: Zone;
  /** All rulesets, managed ones included. */
  readonly listed: readonly RulesetSummary[];
  /** The rulesets that are not managed, with their rules. */
  readonly rulesets: readonly Ruleset[];
}

/** An account with its rulesets and tokens. */
export interface LiveAccount extends Omit<LiveZone, "zone"> {
  readonly id: string;
  readonly name: string;
  readonly tokens: readonly Token[];
}

/** What is live and is to be adopted. */
export interface LivePlaces {
  readonly zones: readonly LiveZone[];
  readonly accounts: readonly LiveAccount[];
  /** The tokens of the calling user; undefined if they are not adopted. */
  readonly userTokens?: readonly Token[];
  /** The managed OWASP ruleset with its rules; undefined if no zone has it. */
  readonly owasp: Ruleset | undefined;
  readonly vendor: string;
  readonly now: Date;
}

/** Returns the program that declares what is live as it is, so that its first update only reads. */
export function adoptLive(live: LivePlaces): AdoptedProgram {
  const nameOf = uniqueNames();
  const sections = [
    ...live.accounts.map((account) => accountSection(account, live, nameOf)),
    ...(live.userTokens ? [tokenSection("the calling user", live.userTokens, undefined, live, nameOf)] : []),
    ...live.zones.map((zone) => zoneSection(zone, live.owasp, nameOf)),
  ];
  const { filters, resources } = shareFilters(
    sections.flatMap((section) => section.resources),
    nameOf,
  );
  const shared = { title: "Expressions that several rules have", notes: [], resources: filters };
  const linked = new Map(
    sections.flatMap((section) => section.resources).map((one, index) => [one, resources[index] ?? one]),
  );
  return {
    sections: [
      ...(filters.length > 0 ? [shared] : []),
      ...sections.map((section) => ({
        ...section,
        resources: section.resources.map((one) => linked.get(one) ?? one),
      })),
    ].filter(({ notes, resources: found }) => notes.length + found.length > 0),
  };
}

function zoneSection(
  { zone, listed, rulesets }: LiveZone,
  managed: Ruleset | undefined,
  nameOf: (wanted: string) => string,
): AdoptedSection {
  const site = { id: zone.id, name: zone.name, zone, listed };
  const entrypoints = rulesets.filter(({ kind }) => kind === "zone");
  const adoptions = entrypoints.flatMap((ruleset): RulesetAdoption[] => {
    const owasp = managed && adoptOwasp(ruleset, managed, site, nameOf);
    const rest = adoptEntrypoint(ruleset, site, owasp ? [owasp.rule] : [], nameOf);
    return owasp ? [rest, { resource: owasp.resource }] : [rest];
  });
  return sectionOf(`Zone ${line(zone.name)}`, adoptions);
}

function accountSection(
  { id, name, listed, rulesets, tokens }: LiveAccount,
  live: LivePlaces,
  nameOf: (wanted: string) => string,
): AdoptedSection {
  const site: RulesetSite = { id, name, listed };
  const custom = rulesets
    .filter(({ kind }) => kind === "custom")
    .map((one) => ({ id: one.id, ...adoptCustomRuleset(one, site, nameOf) }));
  const byId = new Map(
    custom.flatMap(({ id: rulesetId, resource }) => (resource ? [[rulesetId, resource] as const] : [])),
  );
  const entrypoints = rulesets
    .filter(({ kind }) => kind === "root")
    .map((one) => adoptEntrypoint(one, site, [], nameOf))
    .map((one) => (one.resource ? { resource: executing(one.resource, byId) } : one));
  const section = sectionOf(`Account ${line(name)}`, [...custom, ...entrypoints]);
  const owned = tokenSection("", tokens, id, live, nameOf);
  return {
    ...section,
    notes: [...section.notes, ...owned.notes],
    resources: [...section.resources, ...owned.resources],
  };
}

/** Refers to the resource of a custom ruleset where a rule executes it, so that the engine removes the rule before the ruleset. */
function executing(resource: AdoptedResource, custom: ReadonlyMap<string, AdoptedResource>): AdoptedResource {
  // Every adopted entry point has a list of rules.
  const rules = (resource.args["rules"] as readonly AdoptedArgs[]).map((rule): AdoptedArgs => {
    // The parameters of an action are an object.
    const parameters = (rule["actionParameters"] ?? {}) as AdoptedArgs;
    const { id } = parameters;
    const executed = rule["action"] === "execute" && typeof id === "string" ? custom.get(id) : undefined;
    return executed
      ? { ...rule, actionParameters: { ...parameters, id: new Reference(executed.name, "rulesetId") } }
      : rule;
  });
  return { ...resource, args: { ...resource.args, rules } };
}

function tokenSection(
  title: string,
  tokens: readonly Token[],
  accountId: string | undefined,
  at: LivePlaces,
  nameOf: (wanted: string) => string,
): AdoptedSection {
  const adopted = tokens.map((token) => adoptToken({ token, accountId }, at, nameOf));
  return sectionOf(
    `Tokens of ${title}`,
    adopted.map((one) => (typeof one === "string" ? { left: one } : { resource: one })),
  );
}

function sectionOf(title: string, adoptions: readonly RulesetAdoption[]): AdoptedSection {
  const left = adoptions.flatMap((one) => one.left ?? []);
  return {
    title,
    notes: left.length > 0 ? ["Left out:", ...left.flatMap((text) => `- ${text}`.split("\n"))] : [],
    resources: adoptions.flatMap(({ resource }) => resource ?? []),
  };
}
