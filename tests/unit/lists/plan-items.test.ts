import { itemKey, nextStep, sameItems, seenItems, type LiveItem } from "../../../provider/lists";
import { canonicalNetwork } from "../../../provider/lists/item";

const live = (id: string, item: LiveItem["item"]): LiveItem => ({
  id,
  key: itemKey(item),
  item,
  mark: undefined,
});
const step = (more: Partial<Parameters<typeof nextStep>[0]>) =>
  nextStep({
    isKept: () => false,
    wanted: [],
    live: [],
    ownership: "shared",
    isOwn: ({ id }) => id.startsWith("own"),
    mayRemove: () => false,
    isTaken: () => false,
    removeChanged: false,
    ...more,
  });

describe("the next step of a list", () => {
  it("is to add what is missing, before anything is removed", () => {
    const given = { wanted: [{ ip: "192.0.2.1" }], live: [live("own-2", { ip: "192.0.2.2" })] };
    expect(step(given)).toEqual({ kind: "add", items: [{ ip: "192.0.2.1" }] });
    expect(step({ ...given, wanted: [] })).toEqual({ kind: "remove", ids: ["own-2"] });
  });

  it("is nothing if only others have more", () => {
    const given = {
      wanted: [{ ip: "192.0.2.1/32" }],
      live: [live("1", { ip: "192.0.2.1" }), live("2", { ip: "192.0.2.2" })],
    };
    expect(step(given)).toEqual({ kind: "done" });
  });

  it("is to mark what an earlier attempt, or another resource of the stack, has put there", () => {
    const given = {
      live: [live("1", { ip: "192.0.2.1" }), live("2", { ip: "192.0.2.2" })],
      isTaken: () => true,
    };
    expect(step({ ...given, wanted: [{ ip: "192.0.2.1" }] })).toEqual({
      kind: "add",
      items: [{ ip: "192.0.2.1" }],
    });
  });

  it("is one replacement of an exclusive list if that sends less", () => {
    const given = { ownership: "exclusive", isOwn: () => true } as const;
    const items = ["1", "2", "3"].map((end) => live(`own-${end}`, { ip: `192.0.2.${end}` }));
    expect(step({ ...given, wanted: [{ ip: "192.0.2.9" }], live: items }).kind).toBe("replace");
    const most = [{ ip: "192.0.2.1" }, { ip: "192.0.2.2" }, { ip: "192.0.2.3" }, { ip: "192.0.2.4" }];
    expect(step({ ...given, wanted: most, live: items })).toEqual({
      kind: "add",
      items: [{ ip: "192.0.2.4" }],
    });
  });

  it("is a conflict with items that an exclusive owner never saw, and with another target of a redirect", () => {
    const foreign = live("theirs", { ip: "192.0.2.2" });
    expect(step({ ownership: "exclusive", live: [foreign] })).toMatchObject({
      kind: "conflict",
      why: "foreign",
    });
    const redirect = (targetUrl: string) => ({ redirect: { sourceUrl: "example.com/a", targetUrl } });
    expect(
      step({
        wanted: [redirect("https://b.example")],
        live: [live("theirs", redirect("https://c.example"))],
      }),
    ).toMatchObject({ kind: "conflict", why: "other-target" });
  });

  it("removes a changed item first only after the API has kept it", () => {
    const given = {
      wanted: [{ ip: "192.0.2.1", comment: "new" }],
      live: [live("own-1", { ip: "192.0.2.1", comment: "old" })],
    };
    expect(step(given).kind).toBe("add");
    expect(step({ ...given, removeChanged: true })).toEqual({ kind: "remove", ids: ["own-1"] });
  });
});

describe("the items of a state", () => {
  it("keep the form and order in which they are written", () => {
    const known = [{ ip: "192.0.2.2/32" }, { ip: "192.0.2.1" }];
    const found = [
      live("1", { ip: "192.0.2.1" }),
      live("2", { ip: "192.0.2.2" }),
      live("3", { ip: "192.0.2.3" }),
    ];
    expect(seenItems(known, { live: found, ownership: "shared", isOwn: () => false })).toEqual(known);
    expect(seenItems(known, { live: found, ownership: "exclusive", isOwn: () => true })).toEqual([
      ...known,
      { ip: "192.0.2.3" },
    ]);
  });

  it("are the same in another order", () => {
    expect(sameItems([{ asn: 1 }, { asn: 2 }], [{ asn: 2 }, { asn: 1 }])).toBe(true);
    expect(sameItems([{ asn: 1 }], [{ asn: 1, comment: "one" }])).toBe(false);
  });

  it.each([
    ["192.0.2.1/32", "192.0.2.1"],
    ["192.0.2.77/24", "192.0.2.0/24"],
    ["2001:DB8:0::/32", "2001:db8::/32"],
    ["192.0.2.1/33", undefined],
    ["192.0.2.1/024", undefined],
    ["192.0.2", undefined],
    ["example.com", undefined],
  ])("have the shortest form of an address: %s", (text, form) => {
    expect(canonicalNetwork(text)).toBe(form);
  });
});
