import { Cidr, isMembers, isUnknown } from "../../api";
import { excludesAllClients } from "../check/check-condition";

/** What a change of a token's condition takes from its clients. */
export interface LostClients {
  /** The networks that are shut out, as a whole or in part. */
  readonly networks: readonly string[];
  /** Whether no client of before is let in any more. */
  readonly isEverybody: boolean;
}

const EVERYBODY = ["0.0.0.0/0", "::/0"];
const NOBODY: LostClients = { networks: [], isEverybody: false };

/**
 * Returns the clients that could use a token before a change of its `condition`, and cannot after it. A condition that is not known, or
 * not valid, shuts out nobody.
 */
export function lostClients(before: unknown, after: unknown): LostClients {
  const [from, to] = [listsOf(before), listsOf(after)];
  if (!from || !to) return NOBODY;
  const left = from.inside.filter(
    (network) => !excludesAllClients([network], [...to.inside, ...from.outside]),
  );
  const excluded = to.outside.filter(
    (network) => overlaps([network], from.inside) && !excludesAllClients([network], from.outside),
  );
  return { networks: [...left, ...excluded], isEverybody: !overlaps(from.inside, to.inside) };
}

/** Networks either contain each other, or have no address in common. */
function overlaps(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) =>
    others.some((other) => excludesAllClients([one], [other]) || excludesAllClients([other], [one])),
  );
}

interface Lists {
  readonly inside: readonly string[];
  readonly outside: readonly string[];
}

function listsOf(condition: unknown): Lists | undefined {
  if (condition === undefined || condition === null) return { inside: EVERYBODY, outside: [] };
  if (isUnknown(condition) || !isMembers(condition) || !isMembers(condition["requestIp"])) return undefined;
  const { in: given, notIn } = condition["requestIp"];
  const [inside, outside] = [networksOf(given), networksOf(notIn)];
  return inside && outside && { inside: inside.length > 0 ? inside : EVERYBODY, outside };
}

function networksOf(list: unknown): string[] | undefined {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return undefined;
  const networks: unknown[] = list;
  return networks.every((network) => Cidr.safeParse(network).success) ? networks.map(String) : undefined;
}
