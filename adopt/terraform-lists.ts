import { type AccountList, Id, isMembers, type ListItem } from "../provider/api";
import { itemFromWire, itemKey } from "../provider/lists";
import { single } from "../review/model/from-terraform";
import type { TerraformObject } from "../review/documents/terraform-state";
import { quoted } from "./names";
import type { LeftOut } from "./program";

/** An item of a list in a state of Terraform. */
interface StateItem {
  /** The address of a `cloudflare_list_item`; undefined for an item of a `cloudflare_list`. */
  readonly address: string | undefined;
  readonly id: string | undefined;
  /** What identifies the item in its list. */
  readonly key: string | undefined;
}

/** A list in a state of Terraform: a `cloudflare_list`, or what `cloudflare_list_item`s put into a list that the state lacks. */
export interface StateList {
  /** The address and names of the `cloudflare_list`. */
  readonly resource: Pick<TerraformObject, "address" | "names"> | undefined;
  readonly accountId: string;
  readonly id: string | undefined;
  /** The name of the list in the account. */
  readonly name: string | undefined;
  readonly items: readonly StateItem[];
}

interface PlacedItem extends StateItem {
  readonly accountId: string;
  readonly listId: string;
}

const NO_ACCOUNT = "the state does not have the id of its account";

/** Returns the lists of a state with their items. `leave` takes what has no place. */
export function listsIn(
  objects: readonly TerraformObject[],
  leave: (address: string, why: string) => void,
): StateList[] {
  const lists: StateList[] = [];
  const items: PlacedItem[] = [];
  for (const object of objects) {
    const found = object.type === "cloudflare_list" ? listOf(object) : itemOf(object);
    if (typeof found === "string") leave(object.address, found);
    else if ("items" in found) lists.push(found);
    else items.push(found);
  }
  const byList = new Map<string, PlacedItem[]>();
  for (const item of items) {
    const key = `${item.accountId}/${item.listId}`;
    const others = byList.get(key);
    if (others) others.push(item);
    else byList.set(key, [item]);
  }
  const whole = lists.map((list): StateList => {
    const key = `${list.accountId}/${list.id ?? ""}`;
    const own = byList.get(key) ?? [];
    byList.delete(key);
    return { ...list, items: [...list.items, ...own] };
  });
  const parts = [...byList.values()].flatMap((own): StateList[] => {
    const [first] = own;
    if (!first) return [];
    return [
      { resource: undefined, accountId: first.accountId, id: first.listId, name: undefined, items: own },
    ];
  });
  return [...whole, ...parts];
}

function listOf({ address, names, values }: TerraformObject): StateList | string {
  const accountId = idIn(values["account_id"]);
  if (accountId === undefined) return NO_ACCOUNT;
  // Version 4 writes blocks, each with a block `value`.
  const { name, items = values["item"] } = values;
  const written: readonly unknown[] = Array.isArray(items) ? items : [];
  return {
    resource: { address, names },
    accountId,
    id: idIn(values["id"]),
    name: typeof name === "string" ? name : undefined,
    items: written.map((item) => ({
      address: undefined,
      id: undefined,
      key: keyOf(isMembers(item) ? (single(item["value"]) ?? item) : item),
    })),
  };
}

function itemOf({ address, values }: TerraformObject): PlacedItem | string {
  const accountId = idIn(values["account_id"]);
  const listId = idIn(values["list_id"]);
  if (accountId === undefined) return NO_ACCOUNT;
  if (listId === undefined) return "the state does not have the id of its list";
  return { address, accountId, listId, id: idIn(values["id"]), key: keyOf(values) };
}

function idIn(value: unknown): string | undefined {
  return Id.safeParse(value).data;
}

/** A member that is not set is null, or empty in version 4. */
function keyOf(value: unknown): string | undefined {
  if (!isMembers(value)) return undefined;
  const { ip, asn } = value;
  const hostname = single(value["hostname"]);
  const redirect = single(value["redirect"]);
  if (typeof ip === "string" && ip !== "") return itemKey({ ip });
  if (typeof asn === "number" && asn !== 0) return itemKey({ asn });
  if (isMembers(hostname)) return textIn(hostname["url_hostname"])?.toLowerCase();
  return isMembers(redirect) ? textIn(redirect["source_url"]) : undefined;
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Whether a live list is the one of a state. A list that was deleted and made again has another id, and its name. */
export function isOfState({ id, name }: StateList, list: AccountList): boolean {
  return id === list.id || name === list.name;
}

/** The live items that a state contains, and the items of the state that are not live. */
export interface ItemMatches {
  readonly live: ReadonlySet<ListItem>;
  /** The addresses of the items that are live. */
  readonly addresses: readonly string[];
  readonly lost: readonly LeftOut[];
}

/** Finds the live items of a state by their ids, else by what identifies them in their list. */
export function matchItems(wanted: readonly StateItem[], items: readonly ListItem[]): ItemMatches {
  const byId = new Map(items.map((item) => [item.id, item]));
  const byKey = new Map(items.map((item) => [itemKey(itemFromWire(item)), item]));
  const live = new Set<ListItem>();
  const addresses: string[] = [];
  const lost: LeftOut[] = [];
  for (const { address, id = "", key = "" } of wanted) {
    const item = byId.get(id) ?? byKey.get(key);
    if (item) {
      live.add(item);
      if (address !== undefined) addresses.push(address);
    }
    // An item with an address is reported by that.
    else if (address === undefined)
      lost.push({ subject: quoted(key), why: "is in the Terraform state, and not live" });
  }
  return { live, addresses, lost };
}
