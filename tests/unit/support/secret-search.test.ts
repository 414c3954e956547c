import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { filesBelow, searchSecrets } from "../../support/secret-search";

const SECRET = 'canary "quoted" & naïve 0123456789';

describe("searchSecrets", () => {
  it.each([
    ["as it is", SECRET],
    ["in JSON", JSON.stringify({ token: SECRET })],
    ["in a URL", `https://x/?token=${encodeURIComponent(SECRET)}`],
    ["in hexadecimal", Buffer.from(`token=${SECRET}`).toString("hex")],
    ...["", "a", "ab", "abc", "abcd"].map((before) => [
      `in base64, behind ${before.length} bytes`,
      Buffer.from(`${before}${SECRET} and more`).toString("base64"),
    ]),
  ])("finds a secret %s", (_how, text) => {
    const traces = [
      { place: "clean", bytes: Buffer.from("nothing") },
      { place: "dirty", bytes: Buffer.from(`before ${text} behind`) },
    ];
    const found = searchSecrets(traces, ["another-secret-that-is-nowhere", SECRET]);
    expect(found.length).toBeGreaterThan(0);
    for (const line of found) expect(line).toMatch(/^dirty: .* of secret 1$/);
  });

  it("finds a secret in any file of a folder, and between bytes that are not text", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-secrets-"));
    try {
      const file = path.join(folder, "deep", "er", "dump");
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(
        file,
        Buffer.concat([Buffer.from([0, 255, 254]), Buffer.from(SECRET), Buffer.from([0xc3])]),
      );
      expect(searchSecrets(filesBelow(folder), [SECRET])).toEqual([`${file}: plain of secret 0`]);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  it("does not repeat the secret that it found", () => {
    const found = searchSecrets([{ place: "here", bytes: Buffer.from(SECRET) }], [SECRET]);
    expect(found.join()).not.toContain("canary");
  });

  it("rejects a secret that could be found by chance", () => {
    expect(() => searchSecrets([], ["short"])).toThrow("would be found by chance");
  });
});
