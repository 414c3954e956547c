import { spawn } from "node:child_process";
import path from "node:path";
import { GUARDS } from "../histories/guards";

const ROOT = path.resolve(__dirname, "../..");

/** `npm run histories`, in a process of its own: a test's process has other modules and other time. */
function play(...args: readonly string[]): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["scripts/run.js", "histories", ...args], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, text }));
  });
}

describe("random programs and edits of them, with writes of others in between", () => {
  it("lose nothing that the program declares or that others have made, in 500 histories", async () => {
    const { code, text } = await play("--seed", "1", "--count", "500");
    expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
    expect(text).toMatch(/^500 histories, .*, 0 failed/m);
  }, 600_000);

  it.each(Object.entries(GUARDS))(
    "lose something without %s",
    async (guard, { seed }) => {
      const { code, text } = await play("--seed", String(seed), "--count", "1", "--without", guard);
      expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining("1 failed") as unknown });
    },
    600_000,
  );
});
