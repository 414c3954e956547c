import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "../../scripts/prepare";

describe("npm run demo", () => {
  it("stops the platform at Ctrl-C, and reports that it was stopped", async () => {
    const demo = spawn(process.execPath, [path.join(ROOT, "scripts/demo.js")], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let told = "";
    demo.stderr.setEncoding("utf8").on("data", (text: string) => (told += text));
    const ended = new Promise<number | null>((resolve) => demo.once("exit", resolve));
    const address = await new Promise<string>((resolve, reject) => {
      createInterface({ input: demo.stdout }).on("line", (line) => {
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line);
        // Both lines are printed before the first step, which takes seconds.
        if (found) resolve(found[0]);
      });
      void ended.then((code) => reject(new Error(`the demo ended with ${code}: ${told}`)));
    });
    expect((await fetch(`${address}/_platform/health`)).status).toBe(200);

    demo.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(told).toContain("SIGINT");
    await expect(fetch(`${address}/_platform/health`)).rejects.toThrow();
  });
});
