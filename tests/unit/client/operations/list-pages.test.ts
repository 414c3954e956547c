import type { ResultInfo } from "../../../../provider/api/envelope";
import { UnexpectedAnswerError } from "../../../../provider/client";
import { listCursor, listPages, PAGE_SIZE } from "../../../../provider/client/operations/list-pages";

const items = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `id-${from + i}` }));

/** A server with `total` items in numbered pages. `info` returns the page information. */
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
  it("reads until the total number of pages", async () => {
    const server = numbered(120, () => ({ total_pages: 3 }));
    expect(await listPages("zones", server.get)).toEqual(items(0, 120));
    expect(server.asked).toEqual([1, 2, 3]);
  });

  it("ends with the last page even if it is full", async () => {
    const server = numbered(100, () => ({ total_pages: 2 }));
    expect(await listPages("zones", server.get)).toHaveLength(100);
    expect(server.asked).toEqual([1, 2]);
  });

  it("ends with a short page if no total is reported", async () => {
    const server = numbered(70, () => ({ page: 1, per_page: PAGE_SIZE }));
    expect(await listPages("zones", server.get)).toHaveLength(70);
    expect(server.asked).toEqual([1, 2]);
  });

  it("continues if the server returns shorter pages than requested", async () => {
    const get = (page: number) =>
      Promise.resolve({ items: items((page - 1) * 20, page < 3 ? 20 : 5), info: { per_page: 20 } });
    expect(await listPages("zones", get)).toEqual(items(0, 45));
  });

  it("needs no page information", async () => {
    const server = numbered(3, () => undefined);
    expect(await listPages("zones", server.get)).toEqual(items(0, 3));
    expect(server.asked).toEqual([1]);
  });

  it("accepts an empty list", async () => {
    const server = numbered(0, () => ({ total_pages: 0 }));
    expect(await listPages("zones", server.get)).toEqual([]);
  });

  it("returns each item once if items move to a later page meanwhile", async () => {
    const get = (page: number) =>
      Promise.resolve({ items: page === 1 ? items(0, 50) : items(49, 3), info: { total_pages: 2 } });
    expect(await listPages("zones", get)).toEqual(items(0, 52));
  });

  it("treats a repeated full page as the whole list if the server has no page numbers", async () => {
    const get = () => Promise.resolve({ items: items(0, PAGE_SIZE), info: undefined });
    expect(await listPages("zones", get)).toEqual(items(0, PAGE_SIZE));
  });

  it("fails if a page is repeated although more pages are reported", async () => {
    const get = () => Promise.resolve({ items: items(0, PAGE_SIZE), info: { total_pages: 9 } });
    await expect(listPages("zones", get)).rejects.toThrow(UnexpectedAnswerError);
  });

  it("fails for an endless list", async () => {
    const server = numbered(Infinity, () => undefined);
    await expect(listPages("zones", server.get)).rejects.toThrow("the list of zones does not end");
    expect(server.asked).toHaveLength(1000);
  });
});

describe("listCursor", () => {
  it("follows the cursor to the last page", async () => {
    const asked: (string | undefined)[] = [];
    const get = (cursor: string | undefined) => {
      asked.push(cursor);
      const next = { start: "b", b: "c" }[cursor ?? "start"];
      return Promise.resolve({ items: [{ id: cursor ?? "a" }], info: next ? { cursor: next } : {} });
    };
    expect(await listCursor("rulesets", get)).toEqual([{ id: "a" }, { id: "b" }, { id: "c" }]);
    expect(asked).toEqual([undefined, "b", "c"]);
  });

  it("also reads the cursor in cursors.after", async () => {
    const get = (cursor: string | undefined) =>
      Promise.resolve({
        items: [{ id: cursor ?? "a" }],
        info: cursor ? undefined : { cursors: { after: "b" } },
      });
    expect(await listCursor("rulesets", get)).toEqual([{ id: "a" }, { id: "b" }]);
  });

  it("treats an empty cursor as none", async () => {
    const get = () => Promise.resolve({ items: [{ id: "a" }], info: { cursor: "" } });
    expect(await listCursor("rulesets", get)).toEqual([{ id: "a" }]);
  });

  it("fails for a repeated cursor", async () => {
    const get = () => Promise.resolve({ items: [{ id: "a" }], info: { cursor: "again" } });
    await expect(listCursor("rulesets", get)).rejects.toThrow("the list of rulesets does not end");
  });
});
