import { Id, type Members } from "../provider/api";
import type { TerraformObject, TerraformState } from "../review/documents/terraform-state";
import { readRules, readRuleset, type TerraformRule } from "../review/model/from-terraform";
import { line } from "./names";
import type { LeftOut } from "./program";
import { listsIn, type StateList } from "./terraform-lists";
import { counted, firstWords } from "../provider/words";

/** The types of Terraform resources that this package has classes for. */
export const TERRAFORM_TYPES = [
  "cloudflare_account_token",
  "cloudflare_api_token",
  "cloudflare_list",
  "cloudflare_list_item",
  "cloudflare_ruleset",
];

/** A ruleset in a state of Terraform. */
export interface StateRuleset {
  readonly address: string;
  /** A name for its resource. */
  readonly name: string;
  /** Whether a zone owns it, or an account. */
  readonly isOfZone: boolean;
  /** The id of its zone or account. */
  readonly placeId: string;
  readonly kind: "zone" | "root" | "custom";
  /** The id of the ruleset. */
  readonly id: string | undefined;
  readonly phase: string | undefined;
  readonly rules: readonly TerraformRule[];
}

/** A token in a state of Terraform. */
export interface StateToken {
  readonly address: string;
  readonly name: string;
  /** Undefined for a token of the calling user. */
  readonly accountId: string | undefined;
  readonly id: string;
}

/** What a state of Terraform asks to adopt, and what it contains besides. */
export interface StateObjects {
  readonly rulesets: readonly StateRuleset[];
  readonly tokens: readonly StateToken[];
  readonly lists: readonly StateList[];
  readonly left: readonly LeftOut[];
}

/** The longest part of an address that goes into the name of a resource. */
const LONGEST_PART = 60;
/** The other types that a note names at most. */
const LISTED = 10;

/** Returns the rulesets, tokens and lists of a state. */
export function objectsOf({ objects, unread, others }: TerraformState): StateObjects {
  const rulesets: StateRuleset[] = [];
  const tokens: StateToken[] = [];
  const left = unread.map(({ address, why }): LeftOut => ({ subject: line(address), why }));
  const isOfList = ({ type }: TerraformObject) => type.startsWith("cloudflare_list");
  const lists = listsIn(objects.filter(isOfList), (address, why) =>
    left.push({ subject: line(address), why }),
  );
  for (const object of objects.filter((one) => !isOfList(one))) {
    const { type, address } = object;
    const found = type === "cloudflare_ruleset" ? rulesetOf(object) : tokenOf(object);
    if (typeof found === "string") left.push({ subject: line(address), why: found });
    else if ("rules" in found) rulesets.push(found);
    else tokens.push(found);
  }
  return { rulesets, tokens, lists, left: [...left, ...otherTypes(others)] };
}

/** Returns why a program cannot declare the ruleset as a text. */
function rulesetOf({ address, names, values }: TerraformObject): StateRuleset | string {
  const { kind } = values;
  const { place, phase } = readRuleset(values);
  if (place.id === undefined || !Id.safeParse(place.id).success)
    return "the state names neither a zone nor an account by an id of 32 hexadecimal digits";
  if (kind !== "zone" && kind !== "root" && kind !== "custom")
    return "it is neither an entry point nor a custom ruleset";
  const isOfZone = place.level === "zone";
  if (kind !== "custom" && (kind === "zone") !== isOfZone)
    return `this package has no resource for a ruleset of the kind ${kind} in ${isOfZone ? "a zone" : "an account"}`;
  return {
    address,
    name: nameOf(names, "ruleset"),
    isOfZone,
    placeId: place.id,
    kind,
    phase,
    id: idIn(values),
    rules: readRules(values["rules"]),
  };
}

function tokenOf({ type, address, names, values }: TerraformObject): StateToken | string {
  const id = idIn(values);
  if (id === undefined) return "the state does not have its id";
  const accountId = type === "cloudflare_account_token" ? values["account_id"] : undefined;
  if (type === "cloudflare_account_token" && !Id.safeParse(accountId).success)
    return "the state does not have the id of its account";
  return {
    address,
    name: nameOf(names, "token"),
    id,
    accountId: typeof accountId === "string" ? accountId : undefined,
  };
}

function idIn({ id }: Members): string | undefined {
  return Id.safeParse(id).data;
}

/** Returns the names in an address as one name, without characters that identifiers of no language or URNs have. */
export function nameOf(names: readonly string[], otherwise: string): string {
  const parts = names.map((name) =>
    name
      .slice(0, LONGEST_PART)
      .replace(/[^A-Za-z0-9_.-]+/g, "-")
      .replace(/^-+|-+$/g, ""),
  );
  return parts.filter((part) => part !== "").join("-") || otherwise;
}

function otherTypes(others: ReadonlyMap<string, number>): LeftOut[] {
  if (others.size === 0) return [];
  const types = [...others].sort(([, a], [, b]) => b - a);
  const count = types.reduce((sum, [, number]) => sum + number, 0);
  const names = types.map(([type, number]) => `${line(type)} (${number})`);
  return [
    {
      subject: `${counted(count, "resource")} of other types`,
      why: `this package has no resource for ${firstWords(names, LISTED, (rest) => counted(rest, "more type")).join(", ")}`,
    },
  ];
}
