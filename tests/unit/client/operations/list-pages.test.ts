import type { ResultInfo } from "../../../../provider/api/envelope";
import { UnexpectedAnswerError } from "../../../../provider/client";
import { listCursor, listPages, PAGE_SIZE } from "../../../../provider/client/operations/list-pages";

const items = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `id-${from + i}` }));

/** A server with so many items that numbers its pages; `info` is what it tells of them. */
function numbered(total: number, info: (page: number) => ResultInfo | undefined) {
  const asked: number[] = [];
  const get = (page: number) => {
    asked.push(page);
    const from = (page - 1) * PAGE_SIZE;
    return Promise.resolve({ items: items(from, Math.min(PAGE_SIZE, total - from)), info: info(page) });
  };
  return { asked, get };
}

describe("listPages", () => {
  it("goes on until the total of pages", async () => {
    const server = numbered(120, () => ({ total_pages: 3 }));
    expect(await listPages("zones", server.get)).toEqual(items(0, 120));
    expect(server.asked).toEqual([1, 2, 3]);
  });

  it("ends with the last page even when that is full", async () => {
    const server = numbered(100, () => ({ total_pages: 2 }));
    expect(await listPages("zones", server.get)).toHaveLength(100);
    expect(server.asked).toEqual([1, 2]);
  });

  it("ends with a short page where no total is told", async () => {
    const server = numbered(70, () => ({ page: 1, per_page: PAGE_SIZE }));
    expect(await listPages("zones", server.get)).toHaveLength(70);
    expect(server.asked).toEqual([1, 2]);
  });

  it("goes on where the server gives shorter pages than asked for", async () => {
    const get = (page: number) =>
      Promise.resolve({ items: items((page - 1) * 20, page < 3 ? 20 : 5), info: { per_page: 20 } });
    expect(await listPages("zones", get)).toEqual(items(0, 45));
  });

  it("needs nothing told of pages", async () => {
    const server = numbered(3, () => undefined);
    expect(await listPages("zones", server.get)).toEqual(items(0, 3));
    expect(server.asked).toEqual([1]);
  });

  it("takes an empty list for what it is", async () => {
    const server = numbered(0, () => ({ total_pages: 0 }));
    expect(await listPages("zones", server.get)).toEqual([]);
  });

  it("holds each item once when items move to a later page meanwhile", async () => {
    const get = (page: number) =>
      Promise.resolve({ items: page === 1 ? items(0, 50) : items(49, 3), info: { total_pages: 2 } });
    expect(await listPages("zones", get)).toEqual(items(0, 52));
  });

  it("takes a full page that comes again for the whole list, where the server does not number its pages", async () => {
    const get = () => Promise.resolve({ items: items(0, PAGE_SIZE), info: undefined });
    expect(await listPages("zones", get)).toEqual(items(0, PAGE_SIZE));
  });

  it("refuses to go round when a page comes again though more are told of", async () => {
    const get = () => Promise.resolve({ items: items(0, PAGE_SIZE), info: { total_pages: 9 } });
    await expect(listPages("zones", get)).rejects.toThrow(UnexpectedAnswerError);
  });

  it("refuses a list without an end", async () => {
    const server = numbered(Infinity, () => undefined);
    await expect(listPages("zones", server.get)).rejects.toThrow("the list of zones does not end");
    expect(server.asked).toHaveLength(1000);
  });
});

describe("listCursor", () => {
  it("follows the cursor until none is given", async () => {
    const asked: (string | undefined)[] = [];
    const get = (cursor: string | undefined) => {
      asked.push(cursor);
      const next = { start: "b", b: "c" }[cursor ?? "start"];
      return Promise.resolve({ items: [{ id: cursor ?? "a" }], info: next ? { cursor: next } : {} });
    };
    expect(await listCursor("rulesets", get)).toEqual([{ id: "a" }, { id: "b" }, { id: "c" }]);
    expect(asked).toEqual([undefined, "b", "c"]);
  });

  it("knows the other place of a cursor too", async () => {
    const get = (cursor: string | undefined) =>
      Promise.resolve({
        items: [{ id: cursor ?? "a" }],
        info: cursor ? undefined : { cursors: { after: "b" } },
      });
    expect(await listCursor("rulesets", get)).toEqual([{ id: "a" }, { id: "b" }]);
  });

  it("takes an empty cursor for none", async () => {
    const get = () => Promise.resolve({ items: [{ id: "a" }], info: { cursor: "" } });
    expect(await listCursor("rulesets", get)).toEqual([{ id: "a" }]);
  });

  it("refuses to follow a cursor twice", async () => {
    const get = () => Promise.resolve({ items: [{ id: "a" }], info: { cursor: "again" } });
    await expect(listCursor("rulesets", get)).rejects.toThrow("the list of rulesets does not end");
  });
});
