import type { PermissionGroup, Ruleset, RulesetSummary, Token, Zone } from "../provider/api";
import { adoptOwasp } from "./adopt-owasp";
import {
  adoptCustomRuleset,
  adoptEntrypoint,
  leaveOut,
  type Adoption,
  type RulesetSite,
} from "./adopt-ruleset";
import { adoptToken } from "./adopt-token";
import { line } from "./left-out";
import {
  Reference,
  type AdoptedArgs,
  type AdoptedProgram,
  type AdoptedResource,
  type AdoptedSection,
} from "./program";
import type { Selection } from "./selection";
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
  readonly tokens: LiveTokens;
}

/** The tokens of an account, or of the calling user. */
export interface LiveTokens {
  readonly tokens: readonly Token[];
  /** All permission groups that the owner can give to a token. */
  readonly groups: readonly PermissionGroup[];
}

/** What is live and is to be adopted. */
export interface LivePlaces {
  readonly zones: readonly LiveZone[];
  readonly accounts: readonly LiveAccount[];
  /** The tokens of the calling user; undefined if they are not adopted. */
  readonly userTokens?: LiveTokens;
  /** The managed OWASP ruleset with its rules; undefined if no zone has it. */
  readonly owasp: Ruleset | undefined;
  readonly vendor: string;
  readonly now: Date;
}

/** Returns the program that declares what is selected as it is live, so that its first update only reads. */
export function adoptLive(live: LivePlaces, selection: Selection): AdoptedProgram {
  const { userTokens } = live;
  const sections = [
    ...live.accounts.map((account) => accountSection(account, live, selection)),
    ...(userTokens
      ? [sectionOf("Tokens of the calling user", adoptTokens(userTokens, undefined, live, selection))]
      : []),
    ...live.zones.map((zone) => zoneSection(zone, live.owasp, selection)),
  ].filter(({ left, resources }) => left.length + resources.length > 0);
  return { sections: shareFilters(sections, selection.nameOf) };
}

function zoneSection(
  { zone, listed, rulesets }: LiveZone,
  managed: Ruleset | undefined,
  selection: Selection,
): AdoptedSection {
  const site: RulesetSite = { id: zone.id, name: zone.name, zone, listed };
  const adoptions = rulesets.flatMap((ruleset): Adoption[] => {
    const selected = selection.ruleset(ruleset, site.id);
    if (!selected) return [];
    if (ruleset.kind !== "zone") return [{ left: [leaveOut(ruleset, "a zone")] }];
    const owasp = managed && adoptOwasp(ruleset, managed, site, selected);
    const rest = adoptEntrypoint(ruleset, site, owasp?.rule, selected);
    return owasp ? [rest, { resource: owasp.resource() }] : [rest];
  });
  return sectionOf(`Zone ${line(zone.name)}`, adoptions);
}

function accountSection(
  { id, name, listed, rulesets, tokens }: LiveAccount,
  live: LivePlaces,
  selection: Selection,
): AdoptedSection {
  const site: RulesetSite = { id, name, listed };
  const custom = new Map(
    rulesets
      .filter(({ kind }) => kind === "custom")
      .map((ruleset) => {
        const selected = selection.ruleset(ruleset, id);
        return [ruleset.id, selected ? adoptCustomRuleset(ruleset, site, selected) : {}] as const;
      }),
  );
  const others = rulesets
    .filter(({ kind }) => kind !== "custom")
    .map((ruleset): Adoption => {
      const selected = selection.ruleset(ruleset, id);
      if (selected && ruleset.kind !== "root") return { left: [leaveOut(ruleset, "an account")] };
      const adoption = selected ? adoptEntrypoint(ruleset, site, undefined, selected) : {};
      return adoption.resource ? { resource: executing(adoption.resource, custom) } : adoption;
    });
  return sectionOf(`Account ${line(name)}`, [
    ...custom.values(),
    ...others,
    ...adoptTokens(tokens, id, live, selection),
  ]);
}

/** Refers to the resource of a custom ruleset where a rule executes it, so that the engine removes the rule before the ruleset. */
function executing(resource: AdoptedResource, custom: ReadonlyMap<string, Adoption>): AdoptedResource {
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
  return { ...resource, args: { ...resource.args, rules } };
}

function adoptTokens(
  { tokens, groups }: LiveTokens,
  accountId: string | undefined,
  at: LivePlaces,
  selection: Selection,
): Adoption[] {
  return tokens.map((token) => {
    const selected = selection.token(token, accountId);
    if (!selected) return {};
    const adopted = adoptToken({ token, accountId, groups, tokens }, at, selected);
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
