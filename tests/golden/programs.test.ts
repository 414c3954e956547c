import fs from "node:fs";
import path from "node:path";
import { ControlClient } from "../../cli/local-platform";
import { registerReview } from "../../cli/review/review";
import { PREVIEW_COMMAND } from "../../review/documents/planned-change";
import { runCommand } from "../support/command";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { NATIVE_PROJECT } from "../support/native-stack";
import { readableRun, withoutChance } from "./readable-run";
import { visibleText } from "./visible-text";
import { ZONES } from "./zones";

/** The folders beside this file, each with a program, and the module that it imports. */
const PROGRAMS = {
  firewall: "pulumi-edge-platform",
  redirects: "pulumi-edge-platform",
  "managed-rules": "pulumi-edge-platform",
  "rate-limits": "pulumi-edge-platform/native",
  transforms: "pulumi-edge-platform",
  tokens: "pulumi-edge-platform",
  account: "pulumi-edge-platform/native",
  baselines: "pulumi-edge-platform",
} as const;

/** What a person reads who deploys to forty zones, changes the program once, and destroys the stack. */
describe.each(Object.entries(PROGRAMS))("forty zones with %s", (name, module) => {
  let stack: EdgeStack;
  beforeAll(async () => {
    const source = fs.readFileSync(path.join(__dirname, name, "program.ts"), "utf8");
    stack = await createEdgeStack({
      program: {
        "Pulumi.yaml": NATIVE_PROJECT,
        "index.ts": source.replace('"pulumi-edge-platform"', JSON.stringify(module)),
        "tsconfig.json": fs.readFileSync(path.join(__dirname, "program-tsconfig.json"), "utf8"),
        "zones.json": JSON.stringify(ZONES),
      },
    });
    stack.env["EDGE_ACCOUNT_ID"] = stack.ready.accountId;
    await new ControlClient(stack.ready.baseUrl).seed({
      zones: ZONES.map(({ id, name, plan }) => ({ id, name, plan })),
    });
  });
  afterAll(() => stack.dispose());

  it("says what the first preview and update do", async () => {
    expectGolden(name, "first-preview.txt", readableRun(outputOf(await stack.preview())));
    // The types are right: later runs need not check them.
    stack.env["PULUMI_NODEJS_TRANSPILE_ONLY"] = "true";
    expectGolden(name, "first-up.txt", readableRun(outputOf(await stack.up())));
  });

  it("says what a change of each kind means, in the preview and in the review", async () => {
    stack.env["CHANGED"] = "yes";
    expectGolden(name, "preview.txt", readableRun(outputOf(await stack.preview())));
    const [, ...args] = PREVIEW_COMMAND.split(" ");
    const { stdout } = await stack.pulumi(args);
    stack.write("preview.json", stdout);
    const file = (base: string) => path.join(stack.program, base);
    const reports = ["--text", "--markdown", file("review.md"), "--html", file("review.html")];
    const review = await runCommand(registerReview, ["review", file("preview.json"), ...reports]);
    // Standard error has a note about replacements, in a preview without any.
    expectGolden(name, "review.txt", review.stdout);
    expectGolden(name, "review.md", fs.readFileSync(file("review.md"), "utf8"));
    expectGolden(name, "page.txt", visibleText(fs.readFileSync(file("review.html"), "utf8")));
  });

  it("says what the update and the end write", async () => {
    expectGolden(name, "up.txt", readableRun(outputOf(await stack.up())));
    expectGolden(name, "destroy.txt", readableRun(outputOf(await stack.destroy())));
    expect(await stack.api.leftovers()).toEqual([]);
  });
});

/** CAPTURE=write in the environment writes the file anew. Each line of it is one that a person has read. */
function expectGolden(name: string, file: string, text: string): void {
  const golden = path.join(__dirname, name, file);
  const read = withoutChance(text);
  if (process.env["CAPTURE"] === "write") fs.writeFileSync(golden, read);
  expect(read).toBe(fs.readFileSync(golden, "utf8"));
}
