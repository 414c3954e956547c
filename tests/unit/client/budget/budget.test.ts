import fs from "node:fs";
import path from "node:path";
import { formatEntry } from "../../../../provider/client/budget/entry";
import {
  claim,
  LONGEST_MS,
  QUOTA,
  QUOTAS,
  START,
  startMachine,
  useBudgetRoot,
  WINDOW_MS,
} from "../../../support/budget/machine";

type MachineOptions = NonNullable<Parameters<typeof startMachine>[1]> & { readonly folder?: string };
const root = useBudgetRoot();

function machine({ folder = path.join(root, "private"), ...options }: MachineOptions = {}) {
  return startMachine(folder, options);
}

describe("the request budget of several processes", () => {
  it("grants a quota once", () => {
    const { start } = machine();
    const [a, b] = [start(), start()];
    expect([claim(a, 5, START), claim(b, 5, START), claim(a, 5, START)]).toEqual([5, 2, 0]);
  });

  it("grants by the order of the lines if two processes claim at the same time", () => {
    const { start } = machine();
    const [a, b] = [start(), start()];
    a.pausedUntil(START);
    b.pausedUntil(START);
    expect([a.claim(5, START), b.claim(5, START)]).toEqual([5, 2]);
  });

  it("grants a slot to any process again one window after the request ended", () => {
    const { start } = machine();
    const [a, b] = [start(), start()];
    claim(a, QUOTA, START);
    a.ended(START + 500);
    expect(claim(b, 1, START + 500 + WINDOW_MS - 1)).toBe(0);
    expect(claim(b, 2, START + 500 + WINDOW_MS)).toBe(1);
  });

  it("reports when the next request can start, and who has used the quota", () => {
    const { start } = machine();
    const [a, b, c] = [start(), start(), start()];
    claim(a, 3, START);
    claim(b, 4, START);
    a.ended(START + 100);
    a.pausedUntil(START + 200);
    c.pausedUntil(START + 200);
    const at = START + 100 + WINDOW_MS;
    expect(a.nextRoom(START + 200)).toEqual({ at, quota: QUOTAS[0], own: true, others: 1 });
    expect(c.nextRoom(START + 200)).toEqual({ at, quota: QUOTAS[0], own: false, others: 2 });
  });

  it("counts the requests of a killed process as long as they may be in flight", () => {
    const { start } = machine();
    claim(start(), QUOTA, START);
    const b = start();
    expect(claim(b, 1, START + LONGEST_MS + WINDOW_MS)).toBe(0);
    expect(claim(b, QUOTA, START + LONGEST_MS + WINDOW_MS + 5_000)).toBe(QUOTA);
  });

  it("ignores the end of a request that was already considered lost", () => {
    const { start } = machine();
    const a = start();
    claim(a, 1, START);
    claim(a, 1, START + 40_000);
    a.ended(START + 40_100);
    expect(claim(start(), QUOTA, START + 40_100 + WINDOW_MS)).toBe(QUOTA);
  });

  it("uses the quotas that another process learned", () => {
    const { start } = machine({ quotas: [] });
    const [a, b] = [start(), start()];
    expect([claim(a, 1, START), claim(b, 1, START)]).toEqual([1, 1]);
    a.learn([{ quota: 3, windowMs: WINDOW_MS }]);
    expect([claim(b, 5, START), claim(a, 5, START)]).toEqual([1, 0]);
  });

  it("counts the requests that were in flight when the first quota became known", () => {
    const { start } = machine({ quotas: [] });
    const a = start();
    claim(a, 1, START);
    a.ended(START);
    claim(a, 4, START);
    a.learn([{ quota: 6, windowMs: WINDOW_MS }]);
    for (let i = 0; i < 4; i++) a.ended(START + 100);
    expect(claim(start(), 5, START + 100)).toBe(1);
  });

  it("writes nothing after the first request without a quota", () => {
    const { start, files, folder } = machine({ quotas: [] });
    const a = start();
    const sizes = [1, 100].map((times) => {
      for (let i = 0; i < times; i++) {
        claim(a, 1, START);
        a.ended(START);
      }
      return fs.statSync(path.join(folder, files()[0]!)).size;
    });
    expect(sizes[1]).toBe(sizes[0]);
  });

  it("shares a pause that the API asked for", () => {
    const { start } = machine();
    const [a, b] = [start(), start()];
    a.pause(START + 30_000, START);
    expect(b.pausedUntil(START)).toBe(START + 30_000);
  });

  it("does not share a pause if the server has no quotas", () => {
    const { start } = machine({ quotas: [] });
    const [a, b] = [start(), start()];
    a.pause(START + 30_000, START);
    expect([a, b].map((budget) => budget.pausedUntil(START))).toEqual([START + 30_000, 0]);
  });

  it("separates the budgets of two credentials", () => {
    const [one, other] = [machine(), machine()];
    expect(claim(one.start(), QUOTA, START)).toBe(QUOTA);
    expect(claim(other.start(), QUOTA, START)).toBe(QUOTA);
  });

  it("ignores what was written before the clock was set back", () => {
    const { start } = machine();
    const [a, b] = [start(), start()];
    claim(a, QUOTA, START + 3_600_000);
    a.pause(START + 3_700_000, START + 3_600_000);
    expect([b.pausedUntil(START), b.claim(QUOTA, START)]).toEqual([0, QUOTA]);
  });

  it("continues in the next file when the log is long, and removes the old file", () => {
    const { start, files } = machine({ sealedBytes: 1_500 });
    const [a, idle] = [start(), start()];
    idle.pausedUntil(START);
    let granted = 0;
    let now = START;
    for (; now < START + 10 * WINDOW_MS; now += 500) {
      const count = claim(a, 1, now);
      granted += count;
      if (count > 0) a.ended(now);
    }
    expect(granted).toBe(10 * QUOTA);
    expect(files()).toHaveLength(1);
    expect(files()[0]).not.toMatch(/\.0$/);
    expect([idle, start()].map((budget) => claim(budget, QUOTA, now - 500))).toEqual([0, 0]);
  });

  it("repeats a claim that was written after a seal", () => {
    const { start, append } = machine();
    const [a, b] = [start(), start()];
    claim(a, 3, START);
    append(formatEntry({ kind: "seal", at: START }));
    expect(a.claim(2, START)).toBe(2);
    expect(claim(b, 5, START)).toBe(2);
  });

  it("continues if a process was killed between a seal and the next file", () => {
    const { start, append } = machine();
    claim(start(), 5, START);
    append(formatEntry({ kind: "seal", at: START }));
    expect(claim(start(), 5, START)).toBe(2);
  });

  it("loses no line to the incomplete line of a killed process", () => {
    const { start, append, files, folder } = machine();
    const a = start();
    claim(a, 1, START);
    append(`\nC ab ${START} 6`);
    expect(claim(a, 6, START)).toBe(6);
    const text = fs.readFileSync(path.join(folder, files()[0]!), "utf8");
    expect(text.match(/^C .*;$/gm)).toHaveLength(2);
  });

  it("continues after the file was deleted", () => {
    const { start, files, folder, lines } = machine();
    const [a, b] = [start(), start()];
    claim(a, QUOTA, START);
    for (const name of files()) fs.rmSync(path.join(folder, name));
    expect([claim(b, 5, START), claim(a, 5, START)]).toEqual([5, 2]);
    expect(lines).toEqual([]);
  });
});

describe("a budget that cannot be shared", () => {
  const alone = (folder: string) => {
    const { start, lines } = machine({ folder });
    const a = start();
    expect([claim(a, 5, START), claim(a, 5, START)]).toEqual([5, 2]);
    a.ended(START);
    a.pause(START + 1_000, START);
    return lines;
  };

  it("falls back to a budget of the process and says why: the folder is a link", () => {
    const target = fs.mkdtempSync(path.join(root, "target-"));
    const link = path.join(root, "link");
    fs.symlinkSync(target, link);
    expect(alone(link)).toEqual([
      `edge: the request budget is not shared with other processes on this machine: ${link}: not a folder`,
    ]);
    expect(fs.readdirSync(target)).toEqual([]);
  });

  it("… the folder is open to other users", () => {
    const open = path.join(root, "open");
    fs.mkdirSync(open);
    fs.chmodSync(open, 0o770);
    expect(alone(open)).toEqual([expect.stringContaining("other users have access to the folder")]);
  });

  it("… a file has the name of the folder", () => {
    const file = path.join(root, "file");
    fs.writeFileSync(file, "");
    expect(alone(file)).toEqual([expect.stringContaining("EEXIST")]);
  });
});

describe("the folder of the budget", () => {
  it("and its files are accessible only to this user", () => {
    const { start, folder, files } = machine({ folder: path.join(root, "new", "private") });
    claim(start(), 1, START);
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
    expect(fs.statSync(path.join(folder, files()[0]!)).mode & 0o777).toBe(0o600);
  });

  it("removes the files of budgets that were not used for a day", () => {
    const folder = path.join(root, "swept");
    const old = machine({ folder });
    claim(old.start(), 1, START);
    const file = path.join(folder, old.files()[0]!);
    const recent = machine({ folder });
    claim(recent.start(), 1, START);
    const dayAgo = Date.now() / 1000 - 90_000;
    fs.utimesSync(file, dayAgo, dayAgo);
    claim(machine({ folder }).start(), 1, START);
    expect([old.files().length, recent.files().length]).toEqual([0, 1]);
  });
});
