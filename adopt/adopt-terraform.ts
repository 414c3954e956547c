import { RuleWrite, type Rule, type Ruleset } from "../provider/api";
import { sortedJson } from "../provider/api";
import { refOf, rulesOf, ruleFromWire } from "../provider/rulesets";
import type { TerraformRule } from "../review/model/from-terraform";
import { adoptLive, type LivePlaces } from "./adopt-live";
import { line, quoted, uniqueNames } from "./names";
import { resourcesOf, type AdoptedProgram, type LeftOut } from "./program";
import type { Selected, Selection } from "./selection";
import { isOfState, matchItems } from "./terraform-lists";
import { nameOf, type StateObjects, type StateRuleset } from "./terraform-objects";

/**
 * Returns the program that declares what a state of Terraform manages. The state decides which objects and rules, and their names;
 * what is live decides their content, so that the first update only reads.
 */
export function adoptTerraform(state: StateObjects, live: LivePlaces): AdoptedProgram {
  const found = new Set<string>();
  const { sections } = adoptLive(live, selectionOf(state, found));
  const adopted = new Set(
    resourcesOf({ sections }).flatMap(({ terraform, terraformItems = [] }) => [terraform, ...terraformItems]),
  );
  const ofLists = state.lists.flatMap(({ resource, items }) => [resource, ...items]);
  const missing = [...state.rulesets, ...state.tokens, ...ofLists]
    .flatMap((one) => one?.address ?? [])
    .filter((address) => !adopted.has(address))
    .map((address) => ({ subject: line(address), why: found.has(address) ? NOTHING : NOT_LIVE }));
  const left = [...missing, ...state.left];
  return {
    sections: left.length > 0 ? [...sections, { title: "Terraform", left, resources: [] }] : sections,
  };
}

const OTHERWISE = "is not in the Terraform state";
const NOT_LIVE = "nothing live corresponds to it, or another resource of the state manages the same";
const NOTHING = "nothing of it can be declared as it is live";

/** Adds the address of each object that is live to `found`. */
function selectionOf({ rulesets, tokens, lists }: StateObjects, found: Set<string>): Selection {
  const unique = uniqueNames();
  const select = (
    { address, name }: { readonly address: string; readonly name: string },
    rules: RuleMatches,
  ): Selected => {
    found.add(address);
    let isNamed = false;
    // An entry point can become two resources. The second one is its deployment of OWASP.
    const uniqueName = () => unique(isNamed ? `${name}-owasp` : ((isNamed = true), name));
    return {
      nameOf: uniqueName,
      hasRule: (rule) => rules.live.has(rule),
      otherwise: OTHERWISE,
      lost: rules.lost,
      terraform: address,
    };
  };
  return {
    ruleset: (ruleset, place) => {
      const wanted = rulesets.find((one) => one.placeId === place && isSame(one, ruleset));
      return wanted && select(wanted, matchRules(wanted.rules, rulesOf(ruleset)));
    },
    list: ({ list, items }, accountId) => {
      const wanted = lists.find((one) => one.accountId === accountId && isOfState(one, list));
      if (!wanted) return undefined;
      const { resource } = wanted;
      const { live, addresses, lost } = matchItems(wanted.items, items);
      for (const address of addresses) found.add(address);
      if (resource) found.add(resource.address);
      const isInline = wanted.items.some(({ address }) => address === undefined);
      return {
        nameOf: (described) => unique(resource ? nameOf(resource.names, "list") : described),
        hasItem: (item) => live.has(item),
        owns: !resource ? "items" : isInline ? "list" : "list, or its items",
        otherwise: OTHERWISE,
        lost,
        terraformItems: addresses,
        ...(resource && { terraform: resource.address }),
      };
    },
    token: (token, accountId) => {
      const wanted = tokens.find((one) => one.id === token.id && one.accountId === accountId);
      return wanted && select(wanted, { live: new Set(), lost: [] });
    },
    nameOf: unique,
  };
}

/** A phase has one entry point, which has another id if it was deleted and made again. */
function isSame(wanted: StateRuleset, { id, kind, phase }: Ruleset): boolean {
  return wanted.kind === kind && (kind === "custom" ? wanted.id === id : wanted.phase === phase);
}

/** The live rules that a state contains, and the rules of the state that are not live. */
interface RuleMatches {
  readonly live: ReadonlySet<Rule>;
  readonly lost: readonly LeftOut[];
}

/** Finds the live rules of a state by their ids, else by their refs, else by their content: an older state has other ids. */
function matchRules(wanted: readonly TerraformRule[], rules: readonly Rule[]): RuleMatches {
  const live = new Set<Rule>();
  let open = [...wanted];
  for (const { ofState, ofRule } of TRAITS) {
    const candidates = new Map<string, Rule[]>();
    for (const rule of rules) {
      if (live.has(rule)) continue;
      const key = ofRule(rule);
      const same = candidates.get(key);
      if (same) same.push(rule);
      else candidates.set(key, [rule]);
    }
    open = open.filter((one) => {
      const key = ofState(one);
      const match = key === undefined ? undefined : candidates.get(key)?.shift();
      if (match) live.add(match);
      return !match;
    });
  }
  const lost = open.map(({ ref, id = "" }) => ({
    subject: quoted(ref ?? id),
    why: "is in the Terraform state, and not live",
  }));
  return { live, lost };
}

const TRAITS: readonly {
  readonly ofState: (rule: TerraformRule) => string | undefined;
  readonly ofRule: (rule: Rule) => string;
}[] = [
  { ofState: ({ id }) => id, ofRule: ({ id }) => id },
  { ofState: ({ ref }) => ref, ofRule: refOf },
  {
    ofState: ({ wire }) => {
      const rule = RuleWrite.safeParse(wire);
      return rule.success ? contentOf(rule.data) : undefined;
    },
    ofRule: contentOf,
  },
];

function contentOf(rule: Rule | RuleWrite): string {
  return sortedJson({ ...ruleFromWire(rule), ref: "" }) ?? "";
}
