import { namedLists } from "../../provider/rulebook";
import type { Platform } from "../platform";
import type { StoredList } from "../store/lists";

/** Returns the number of rules of the account and its zones that name a list. */
export function countReferences({ store }: Platform, { account_id: owner, name }: StoredList): number {
  const zones = store.zones.list().filter(({ account_id: account }) => account === owner);
  const scopes = [`account:${owner}` as const, ...zones.map(({ id }) => `zone:${id}` as const)];
  return scopes
    .flatMap((scope) => store.rulesets.list(scope))
    .flatMap(({ id }) => store.rulesets.get(id)?.rules ?? [])
    .filter((rule) => namedLists(rule, (wireName) => wireName).some((one) => one.name === name)).length;
}
