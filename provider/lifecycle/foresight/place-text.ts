import { type Zone } from "../../api";
import { afterGone, goneText } from "../gone-place";
import type { ResourceKey } from "../../tokens";
import { joinFirst, nearestWords } from "../../words";

const LISTED = 3;
/** How many accounts a problem offers. */
const OFFERED = 5;

/** A zone or an account. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

export function accountsOf(zones: readonly Zone[]): Named[] {
  const accounts = new Map(zones.map(({ account: { id, name } }) => [id, { id, name: name ?? id }]));
  return [...accounts.values()];
}

/**
 * Explains why an id names no zone or account that the credential may use: whose id it is, or which ids are near. `zones` are
 * those that the credential may read. `isGone`: the API has proved that there is none of that id.
 */
export function placeText(
  noun: "zone" | "account",
  id: string,
  zones: readonly Zone[],
  source: string,
  isGone = false,
): string {
  const accounts = accountsOf(zones);
  const other: Named | undefined = (noun === "zone" ? accounts : zones).find((one) => one.id === id);
  if (other && noun === "zone") {
    const own = zones.filter(({ account }) => account.id === id);
    return `is the id of the account ${quoted(other)}, not of a zone: write the id of a zone, such as ${namedPlaces(own)}`;
  }
  if (other) {
    const { account } = zones.find((zone) => zone.id === id) ?? {};
    return `is the id of the zone ${other.name}, not of an account: write the id of its account, ${account?.id}`;
  }
  const known = noun === "zone" ? zones : accounts;
  const near = nearestWords(
    id,
    known.map((one) => one.id),
  );
  const what = isGone
    ? goneText({ noun, id })
    : `names no ${noun} that the credential from ${source} may use, found ${JSON.stringify(id)}`;
  if (near.length > 0)
    return `${what}; did you mean ${namedPlaces(known.filter((one) => near.includes(one.id)))}?`;
  if (isGone) {
    const others = known.length > 0 ? `; the credential from ${source} may use ${namedPlaces(known)}` : "";
    return `${what}${others}. ${afterGone({ noun, id })}`;
  }
  if (known.length > 0)
    return `${what}; it may use ${namedPlaces(known)}: correct the id, or use another credential`;
  return `${what}: correct the id, or use another credential`;
}

/** A zone, account or user that a policy names. */
export interface PolicyResource extends ResourceKey {
  /** The account around a zone: that of the policy, or of the token. */
  readonly within?: string | undefined;
}

/** Judges a place by the zones that the credential may read; undefined if they do not tell. Without a message, the place is right. */
export function judgeListed(
  { type, id, within }: PolicyResource,
  zones: readonly Zone[],
): { readonly message?: string } | undefined {
  if (type === "user") return undefined;
  const zone = zones.find((one) => one.id === id);
  const ofAccount = zones.find(({ account }) => account.id === id);
  const isOtherKind = type === "zone" ? !zone && ofAccount : zone && !ofAccount;
  if (isOtherKind) return { message: placeText(type, id, zones, "") };
  if (!zone || type === "account") return ofAccount && {};
  const { account } = zone;
  if (within === undefined || within === "*" || account.id === within) return {};
  return {
    message:
      `names the zone ${zone.name} (${id}) in the account ${within}, and the zone lies in the account ${account.id}: correct one ` +
      "of them",
  };
}

/** Returns what to write in place of a zone's name, to append to a message; "" if no zone has that name. */
export function zoneIdHint(given: unknown, zones: readonly Zone[]): string {
  const zone = zones.find(({ name }) => name === given);
  return zone ? `; the id of the zone ${zone.name} is ${zone.id}` : "";
}

/** Returns the accounts that a program can name, to append to a message; "" for none. */
export function accountsHint(accounts: readonly Named[], source: string): string {
  if (accounts.length === 0) return "";
  const names = accounts.map(({ id, name }) => `${id} (${name})`);
  const noun = accounts.length === 1 ? "the account" : "the accounts";
  return `; the credential from ${source} sees ${noun} ${joinFirst(names, OFFERED, () => "others")}`;
}

function namedPlaces(places: readonly Named[]): string {
  return joinFirst(
    places.map(({ id, name }) => `${id} (${name})`),
    LISTED,
  );
}

function quoted({ name }: Named): string {
  return JSON.stringify(name);
}
