import { stateResource } from "../../support/command-line";
import { ask as request, watch } from "../../support/lifecycle";
import { idsOf, interrupted, mark, PROD, rule, useOrphans, zoneRulesets } from "../../support/orphans";

const { platform, orphans, answered, state } = useOrphans();
const lists = () => `/accounts/${platform.accountId}/rules/lists`;

interface Live {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

/** Makes a list, and returns it with its items as the API does. */
async function newList(name: string, description: string, comments: readonly string[]) {
  const items = comments.map((comment, index) => ({ ip: `192.0.2.${index + 1}`, comment }));
  const list = { name, kind: "ip", description, items };
  const seeded = (await platform.control("POST", "/seed", { lists: [list] })).body as { lists: [Live] };
  const [{ id }] = seeded.lists;
  return { id, items: await itemsOf(id) };
}

const liveLists = async () => request<Live[]>(platform, "GET", lists());
const itemsOf = async (id: string) =>
  request<{ id: string; ip: string; comment?: string }[]>(platform, "GET", `${lists()}/${id}/items`);
/** A stack without lists in its state, in the account of the platform. */
const empty = () =>
  state([
    stateResource("Ruleset", "any", { inputs: { accountId: platform.accountId, __mark: mark("aaaaaa") } }),
  ]);

describe("edge-platform orphans, of lists", () => {
  it("finds lists and items that no state has, with their ages, and nothing that belongs to others", async () => {
    interrupted("bbbbbb");
    const lost = await newList("lost", `Offices~${mark("bbbbbb")}`, [mark("bbbbbb"), mark("bbbbbb")]);
    const held = await newList("held", mark("cccccc"), [mark("cccccc"), `Berlin~${mark("dddddd")}`]);
    const hand = await newList("hand", "By hand", ["A person", mark("eeeeee"), mark("ffffff", PROD)]);
    const made = stateResource("List", "held", {
      inputs: { accountId: platform.accountId, __mark: mark("cccccc") },
    });
    const args = ["--state", state([made])];
    const found = await answered(args);
    expect(found).toMatchObject({ code: 1, pending: [] });
    expect(found.orphans).toMatchObject([
      { kind: "list", id: lost.id, name: "lost", items: 2, itemsOfOthers: 0, inUse: false },
    ]);
    expect(idsOf(found.suspected)).toEqual([held.items[1]?.id, hand.items[1]?.id].sort());
    expect(found.suspected).toContainEqual(
      expect.objectContaining({ kind: "item", item: "192.0.2.2", list: "held", listId: held.id }),
    );
    const { stdout } = await orphans(args);
    expect(stdout).toMatch(
      new RegExp(`  list  ${lost.id}  "lost"  account ${platform.accountId}  2 items, created 20\\S+Z\n`),
    );
    expect(stdout).toMatch(/ {2}item {2}\w+ {2}"192\.0\.2\.2" {2}account \w+, \$hand {2}created 20\S+Z\n/);
  });

  it("shows no item of a list whose items are secret in a state", async () => {
    const list = await newList("held", "By hand", [mark("dddddd")]);
    const ofMaker = await newList("other", "By hand", [mark("eeeeee")]);
    const args = (inputs: object) => [
      "--state",
      state([stateResource("List", "held", { inputs: { accountId: platform.accountId, ...inputs } })]),
    ];
    const shown = (await answered(args({ __mark: mark("aaaaaa") }))).suspected;
    expect(shown.map(({ item }) => item)).toEqual(["192.0.2.1", "192.0.2.1"]);
    const secret = args({ __mark: mark("aaaaaa"), secretInputs: ["items"] });
    const hidden = (await answered(secret)).suspected;
    expect(idsOf(hidden)).toEqual([list.items[0]?.id, ofMaker.items[0]?.id].sort());
    expect(hidden.map(({ item }) => item)).toEqual([null, null]);
    const { stdout } = await orphans(secret);
    expect(stdout).not.toContain("192.0.2.1");
    expect(stdout).toMatch(/ {2}item {2}\w+ {2}\(secret\) {2}account/);
  });

  it("says that there are none only after it has read the lists", async () => {
    const { result, requests } = await watch(platform, () => orphans(["--state", empty()]));
    expect(result.code).toBe(0);
    expect(requests).toContain(`GET ${lists()}`);
  });
});

describe("edge-platform orphans --remove, of lists", () => {
  const OWN = ["--remove", "--yes"];

  it("removes a proved list with its items, and items with one request a list", async () => {
    interrupted("bbbbbb");
    await newList("lost", mark("bbbbbb"), [mark("bbbbbb")]);
    const { id } = await newList("hand", "By hand", ["A person", mark("bbbbbb"), `x~${mark("bbbbbb")}`]);
    const { result, writes } = await watch(platform, () => answered(["--state", empty(), ...OWN]));
    expect(result).toMatchObject({ code: 0 });
    expect(result.orphans.map(({ outcome }) => outcome)).toEqual(["removed", "removed", "removed"]);
    expect(writes).toHaveLength(2);
    expect((await liveLists()).map(({ name }) => name)).toEqual(["hand"]);
    expect((await itemsOf(id)).map(({ comment }) => comment)).toEqual(["A person"]);
  });

  it("keeps a list with items of others, and takes its mark off", async () => {
    interrupted("bbbbbb");
    const text = "Offices";
    const { id } = await newList("lost", `${text}~${mark("bbbbbb")}`, [mark("bbbbbb"), "A person"]);
    const args = ["--state", empty(), ...OWN];
    const first = await orphans(args);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain("Not removed, since they have items of others; their marks are removed:");
    expect((await liveLists()).map(({ description }) => description)).toEqual([`${text}~edge-platform`]);
    expect((await itemsOf(id)).map(({ comment }) => comment)).toEqual(["A person"]);
    expect(await answered(args)).toMatchObject({ code: 0, orphans: [] });
  });

  it("keeps a list to which somebody has added an item since it was listed", async () => {
    interrupted("bbbbbb");
    const { id } = await newList("lost", mark("bbbbbb"), [mark("bbbbbb")]);
    const added = async () => {
      await request(platform, "POST", `${lists()}/${id}/items`, [{ ip: "203.0.113.9" }]);
      await platform.control("PUT", "/clock", { advance: "1s" });
      return "yes";
    };
    const found = await answered(["--state", empty(), "--remove"], added);
    expect(found).toMatchObject({ code: 1, orphans: [{ outcome: "changed" }] });
    expect(await itemsOf(id)).toHaveLength(2);
  });

  it("removes what a rule names only with --in-use, and says what the API answers", async () => {
    interrupted("bbbbbb");
    await newList("lost", mark("bbbbbb"), []);
    const body = { name: "default", kind: "zone", phase: "http_request_firewall_custom" };
    const rules = [rule("by-hand", { expression: "ip.src in $lost" })];
    await request(platform, "POST", zoneRulesets, { ...body, rules });
    const args = ["--state", empty(), ...OWN];
    expect(await answered(args)).toMatchObject({ code: 1, orphans: [{ inUse: true, outcome: "kept" }] });
    expect(await answered([...args, "--in-use"])).toMatchObject({
      code: 1,
      orphans: [{ outcome: "failed" }],
    });
    expect(await liveLists()).toHaveLength(1);
  });

  it("removes nothing that is only suspected, unless a person names it", async () => {
    const { id, items } = await newList("hand", "By hand", ["A person", mark("dddddd")]);
    const args = ["--state", empty(), ...OWN];
    expect(await answered(args)).toMatchObject({ code: 1, suspected: [{ outcome: "kept" }] });
    const [person, own] = items;
    const refused = await orphans([...args, "--id", person?.id ?? ""]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`The object with the id ${person?.id ?? ""} is no orphan`);
    expect(await answered([...args, "--id", own?.id ?? ""])).toMatchObject({ code: 0 });
    expect((await itemsOf(id)).map(({ comment }) => comment)).toEqual(["A person"]);
  });
});

it("a removal of named objects that was killed is repeated as it is, and says what is gone", async () => {
  const { items } = await newList("hand", "By hand", [mark("dddddd"), mark("eeeeee")]);
  const [first, second] = items.map(({ id }) => id) as [string, string];
  const args = ["--state", empty(), "--remove", "--yes"];
  await answered([...args, "--id", first]);
  const again = await answered([...args, "--id", first, "--id", second]);
  expect(again).toMatchObject({ code: 0, gone: [first], suspected: [{ id: second, outcome: "removed" }] });
  const third = await orphans([...args, "--id", first, "--id", second]);
  expect(third.code).toBe(0);
  expect(third.stdout).toContain(
    `Gone already: nothing in the searched zones and accounts has the id ${second}.`,
  );
});
