import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { recordedExactRules } from "../../../provider/evidence";

const [FIRST, SECOND] = ["a".repeat(32), "b".repeat(32)];

describe("the record of rules with exact refs", () => {
  let folder: string;
  beforeEach(() => {
    folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "edge-exact-")), "rules");
  });
  afterEach(() => fs.rmSync(path.dirname(folder), { recursive: true }));

  it("lasts until the owner releases a rule, for each process", () => {
    recordedExactRules(() => folder).own([FIRST, SECOND], "shop/prod~0");
    const later = recordedExactRules(() => folder);
    later.release([SECOND]);
    expect([later.ownerOf(FIRST), later.ownerOf(SECOND)]).toEqual(["shop/prod~0", undefined]);
    expect(fs.statSync(path.join(folder, FIRST)).mode & 0o777).toBe(0o600);
  });

  it("neither reads nor writes a file for an id that the API cannot have given", () => {
    fs.writeFileSync(path.join(path.dirname(folder), "outside"), "shop/prod~0");
    const record = recordedExactRules(() => folder);
    record.own(["../other"], "shop/prod~0");
    record.release(["../outside"]);
    expect(record.ownerOf("../outside")).toBeUndefined();
    expect(fs.readdirSync(path.dirname(folder)).sort()).toEqual(["outside", "rules"]);
  });

  it("names no owner if the folder cannot be written", () => {
    const record = recordedExactRules(() => path.join(os.devNull, "rules"));
    record.own([FIRST], "shop/prod~0");
    expect(record.ownerOf(FIRST)).toBeUndefined();
  });
});
