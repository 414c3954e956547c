import type { ListArgs } from "../../../provider";
import { ACCOUNT } from "../places";
import type { Program } from "../program";
import type { Scenario } from "../scenario";
import type { World } from "../world";

const LISTS = `/accounts/${ACCOUNT}/rules/lists`;
/** Longer than an operation of the platform is pending. */
const OPERATION_MS = 1_000;

const nothing: Program = () => undefined;
const ITEMS = [{ ip: "192.0.2.1" }, { ip: "198.51.100.0/24", comment: "Berlin" }];
const MORE = [...ITEMS.slice(1), { ip: "203.0.113.7" }, { ip: "203.0.113.8" }];

function office(logical: string, changes: Partial<ListArgs> = {}): Program {
  return ({ List }) =>
    new List(logical, { accountId: ACCOUNT, name: "office", kind: "ip", items: ITEMS, ...changes });
}

/** Returns the id of the list `office`. */
function listId(world: World): string {
  return String(world.store.lists.list(ACCOUNT).find(({ name }) => name === "office")?.id);
}

/** A person adds an item, and waits until the list has it. */
async function itemByHand(world: World): Promise<void> {
  await world.must("POST", `${LISTS}/${listId(world)}/items`, [{ ip: "192.0.2.99", comment: "by hand" }]);
  world.clock.advance(OPERATION_MS);
}

/** A person makes the list, with an item. */
async function listByHand(world: World): Promise<void> {
  await world.must("POST", LISTS, { name: "office", kind: "ip", description: "by hand" });
  await itemByHand(world);
}

/** A person removes an item of the stack. */
async function itemRemoved(world: World): Promise<void> {
  const items = world.store.lists.get(listId(world))?.items ?? [];
  const item = items.find(({ ip }) => ip === ITEMS[0]?.ip);
  await world.must("DELETE", `${LISTS}/${listId(world)}/items`, { items: [{ id: item?.id }] });
  world.clock.advance(OPERATION_MS);
}

/** A person changes another list of the account, and the operation is pending when the stack begins. */
async function pendingByHand(world: World): Promise<void> {
  const { id } = await world.must<{ id: string }>("POST", LISTS, { name: "other", kind: "asn" });
  await world.must("POST", `${LISTS}/${id}/items`, [{ asn: 64496 }]);
}

function operationsOf(kind: string, more: Partial<ListArgs>, setup?: Scenario["setup"]): Scenario[] {
  const list = (changes: Partial<ListArgs> = {}) => office("office", { ...more, ...changes });
  const before = list();
  const scenarios: Scenario[] = [
    { name: "create", program: before },
    { name: "update-items", before, program: list({ items: MORE }) },
    {
      name: "update-comment",
      before,
      program: list({ items: [ITEMS[0]!, { ...ITEMS[1], comment: "Bonn" }] }),
    },
    { name: "update-all", before, program: list({ items: [{ ip: "203.0.113.7" }] }) },
    { name: "rename", before, program: office("offices", more) },
    { name: "target-replace", before, program: before, replace: ["office"] },
    { name: "refresh", before, program: before, operation: "refresh" },
    { name: "drift", before, meanwhile: itemRemoved, program: before, operation: "repair" },
    { name: "delete", before, program: nothing },
    { name: "destroy", before, program: before, operation: "destroy" },
  ];
  return scenarios.map((scenario) => ({
    ...(setup && { setup }),
    ...scenario,
    name: `${kind}/${scenario.name}`,
  }));
}

export const listScenarios: readonly Scenario[] = [
  ...operationsOf("List", {}),
  ...operationsOf("ListBesideOthers", {}, listByHand),
  ...operationsOf("ListExclusive", { ownership: "exclusive", description: "Our offices" }),
  { name: "List/create-while-pending", setup: pendingByHand, program: office("office") },
  { name: "List/replace-name", before: office("office"), program: office("office", { name: "offices" }) },
  {
    name: "List/replace-kind",
    before: office("office"),
    program: office("office", { kind: "asn", items: [{ asn: 64496 }] }),
  },
];
