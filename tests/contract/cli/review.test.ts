import fs from "node:fs";
import path from "node:path";
import { registerReview } from "../../../cli/review/review";
import { ReviewDocument } from "../../../review/changes/review";
import { ROOT } from "../../../scripts/prepare";
import { runCommand } from "../../support/command";
import { useCommandLine } from "../../support/command-line";
import { EXAMPLE_COM } from "../../support/platform";
import { hostilePreview } from "../../support/hostile-preview";
import { Decider } from "../../../provider/filter";
import { largePreview } from "../../../scripts/bench/large-preview";

const { pathOf, platform, write } = useCommandLine();
const sample = (name: string) => path.join(ROOT, "tests/data/reviews", name);
const review = (...args: string[]) => runCommand(registerReview, ["review", ...args]);
const NOTE =
  "edge-platform review: note: what an interrupted update has left to be deleted is in a preview only with --show-replacement-steps, and " +
  "nothing in this one shows that it was written with it.\n";
const severityOf = (text: string) => (JSON.parse(text) as { severity: string }).severity;

describe("edge-platform review", () => {
  it("prints Markdown on stdout by default", async () => {
    const { code, stdout, stderr } = await review(sample("change.preview.json"));
    // Nothing in the preview shows that it was written with the flag.
    expect([code, stderr]).toEqual([0, NOTE]);
    expect(stdout).toMatch(
      /^<!-- edge-platform review: engine%2Dtest\/test -->\n## Edge review: engine-test\/test\n/,
    );
  });

  it("prints text at a terminal, with its colours, and with --text everywhere", async () => {
    const at = (hasColours: boolean, ...flags: string[]) =>
      runCommand(registerReview, ["review", sample("change.preview.json"), ...flags], undefined, {
        hasColours,
      });
    const { stdout: text } = await review(sample("change.preview.json"), "--text");
    expect(text).toMatch(/^Edge review of engine-test\/test\n\nDANGEROUS: /);
    expect((await at(false)).stdout).toBe(text);
    expect((await at(true)).stdout).toContain("\u001B[31mDANGEROUS: ");
    expect((await at(true, "--markdown", "-")).stdout).toMatch(/^<!-- edge-platform review/);
    const file = pathOf("beside-text.md");
    expect((await review(sample("change.preview.json"), "--text", "--markdown", file)).stdout).toBe(text);
    expect(fs.readFileSync(file, "utf8")).toContain("## Edge review");
  });

  it("knows the names of --fields, and unknown names with --unknown-names", async () => {
    const text = fs.readFileSync(sample("change.preview.json"), "utf8");
    const file = pathOf("new.preview.json");
    fs.writeFileSync(file, text.replaceAll('http.user_agent contains \\"nikto\\"', "cf.new.score lt 20"));
    const fields = pathOf("fields.json");
    fs.writeFileSync(fields, '{"cf.new.score": "Int"}');
    expect((await review(file)).stdout).toContain("unknown identifier");
    expect((await review(file, "--fields", fields)).stdout).not.toContain("unknown identifier");
    expect((await review(file, "--unknown-names", "warn")).stdout).not.toContain("unknown identifier");
  });

  it("writes each report to its file, and nothing to stdout", async () => {
    const files = {
      markdown: pathOf("r.md"),
      json: pathOf("r.json"),
      sarif: pathOf("r.sarif"),
      html: pathOf("r.html"),
    };
    const flags = Object.entries(files).flatMap(([form, file]) => [`--${form}`, file]);
    const { code, stdout } = await review(sample("change.events.jsonl"), ...flags);
    expect([code, stdout]).toEqual([0, ""]);
    expect(fs.readFileSync(files.markdown, "utf8")).toContain("🔴 **Dangerous**");
    expect(severityOf(fs.readFileSync(files.json, "utf8"))).toBe("dangerous");
    expect(fs.readFileSync(files.html, "utf8")).toContain("<!doctype html>");
    expect(fs.readFileSync(files.sarif, "utf8")).toContain('"version": "2.1.0"');
  });

  it("links each rule of SARIF to its page with --docs-url, and to nothing without", async () => {
    const linksOf = async (...flags: string[]) => {
      const { stdout } = await review(sample("change.preview.json"), "--sarif", "-", ...flags);
      const { runs } = JSON.parse(stdout) as {
        runs: { tool: { driver: { rules: { id: string; helpUri?: string }[] } } }[];
      };
      return runs.flatMap(({ tool }) => tool.driver.rules).map(({ helpUri }) => helpUri);
    };
    expect(new Set(await linksOf())).toEqual(new Set([undefined]));
    expect(await linksOf("--docs-url", "https://docs.example/edge")).toContain(
      "https://docs.example/edge/reference/owasp-weaker.md",
    );
  });

  it("reads a Terraform plan", async () => {
    const { code, stdout } = await review(sample("terraform-v5.plan.json"), "--json", "-");
    expect([code, severityOf(stdout)]).toEqual([0, "dangerous"]);
  });

  it.each([
    ["low", 1],
    ["review", 1],
    ["dangerous", 1],
  ])(
    "exits with 1 for --fail-on %s if the change is dangerous, and still writes its report",
    async (limit, code) => {
      const run = await review(sample("change.preview.json"), "--fail-on", limit);
      expect(run.code).toBe(code);
      expect(run.stdout).toContain("## Edge review");
      expect(run.stderr).toBe(
        `${NOTE}edge-platform review: the severity is dangerous, and --fail-on is ${limit}.\n`,
      );
    },
  );

  it.each(["low", "review", "dangerous"])(
    "exits with 2 for --fail-on %s if the preview failed, since nobody knows the rest of the change, and still writes its report",
    async (limit) => {
      const run = await review(sample("failed.preview.json"), "--fail-on", limit);
      expect(run.code).toBe(2);
      expect(run.stdout).toContain("The preview failed:");
      expect(run.stderr).toBe(
        "edge-platform review: the preview failed, so the review contains only a part of the change, and --fail-on " +
          `${limit} cannot be decided: correct what the preview reports, and review again.\n`,
      );
    },
  );

  it("exits with 0 for a preview that failed without --fail-on", async () => {
    expect((await review(sample("failed.preview.json"))).code).toBe(0);
  });

  it("says that the review is incomplete if steps are missing which the summary counts, and exits with 2 for --fail-on", async () => {
    const preview = JSON.parse(fs.readFileSync(sample("change.preview.json"), "utf8")) as {
      steps: { op: string }[];
    };
    const steps = preview.steps.filter(({ op }) => op === "same");
    const file = write("missing.json", { ...preview, steps });
    const { code, stdout, stderr } = await review(file, "--fail-on", "dangerous");
    const said =
      "The document counts 3 create steps, 4 update steps and 2 delete steps more than it contains.";
    expect([code, stderr]).toEqual([
      2,
      `edge-platform review: the document and its own counts differ, and --fail-on dangerous cannot be decided: ${said} Write the document again.\n`,
    ]);
    expect(stdout).toContain(`**This review is incomplete.** ${said}`);
    expect(stdout).not.toContain("Nothing changes");
    expect((await review(file)).code).toBe(0);
  });

  it.each(["left-behind.preview.json", "left-behind.events.jsonl"])(
    "names what an interrupted update has left to be deleted, and fails for it: %s",
    async (file) => {
      const { code, stdout } = await review(sample(file), "--fail-on", "low");
      expect(code).toBe(1);
      expect(stdout).toContain("Resources: 1 deleted, 1 unchanged.");
      expect(stdout).toContain(
        'ApiToken "ci": an interrupted update has replaced it and left "user/6408db20564500f42ae1200973ee0eda" to be deleted: this update deletes it.',
      );
    },
  );

  it("exits with 0 if the severity is below the limit", async () => {
    const file = write("empty.json", { steps: [], changeSummary: {} });
    expect((await review(file, "--fail-on", "low")).code).toBe(0);
  });

  it("says that there is nothing to review for a stack without resources of this API", async () => {
    const urn = "urn:pulumi:dev::shop::aws:s3/bucket:Bucket::logs";
    const step = { op: "create", urn, newState: { urn, type: "aws:s3/bucket:Bucket", inputs: {} } };
    const { code, stdout, stderr } = await review(
      write("aws.json", { steps: [step], changeSummary: { create: 1 } }),
    );
    expect(code).toBe(0);
    expect(stdout).toContain("1 resource of other packages not reviewed.");
    expect(stderr).toBe(
      "edge-platform review: nothing to review: shop/dev has no changed resources of this API.\n",
    );
  });

  it("judges with the configuration of the policy pack", async () => {
    const policies = write("policies.json", {
      all: "disabled",
      "require-owasp": { enforcementLevel: "advisory" },
    });
    const { stdout } = await review(
      sample("change.preview.json"),
      "--policy-config",
      policies,
      "--json",
      "-",
    );
    const { findings } = JSON.parse(stdout) as { findings: { policy: string; enforcementLevel: string }[] };
    expect(new Set(findings.map(({ policy, enforcementLevel }) => `${policy} ${enforcementLevel}`))).toEqual(
      new Set(["require-owasp advisory"]),
    );
  });

  it("suggests the policy that a configuration misspells", async () => {
    const policies = write("policies.json", { "require-owsap": "mandatory" });
    const { code, stderr } = await review(sample("change.preview.json"), "--policy-config", policies);
    expect(code).toBe(2);
    expect(stderr).toContain('"require-owsap" is not a policy; did you mean "require-owasp"?');
  });

  it("asks as many questions about requests for 300 zones with equal changes as for three", async () => {
    const asked = jest.spyOn(Decider.prototype, "node");
    const questions = async (zones: number) => {
      asked.mockClear();
      const file = write("large.json", largePreview({ zones }));
      expect((await review(file, "--markdown", pathOf("large.md"))).code).toBe(0);
      return asked.mock.calls.length;
    };
    const few = await questions(3);
    expect(few).toBeGreaterThan(0);
    // CPU seconds are in the bench group `review`.
    expect(await questions(300)).toBe(few);
    asked.mockRestore();
  });

  it("writes a page of less than 3 MB for 300 zones whose rules all change, each in its own way, and leaves nothing out", async () => {
    const page = pathOf("large.html");
    const file = write("large-differs.json", largePreview({ differs: true }));
    expect((await review(file, "--html", page)).code).toBe(0);
    expect(fs.statSync(page).size).toBeLessThan(3e6);
    expect(fs.readFileSync(page, "utf8")).not.toContain("did not fit");
  });

  it("writes reports of bounded size for 3,000 hostile rules that all change", async () => {
    const limits = { markdown: 65_536, html: 3e6, sarif: 10e6, json: 25e6 };
    const file = pathOf("hostile.preview");
    fs.writeFileSync(file, hostilePreview());
    const flags = Object.keys(limits).flatMap((form) => [`--${form}`, pathOf(`hostile.${form}`)]);
    expect((await review(file, ...flags)).code).toBe(0);
    for (const [form, most] of Object.entries(limits))
      expect([form, fs.statSync(pathOf(`hostile.${form}`)).size < most]).toEqual([form, true]);
    const { reasons, findings, leftOut } = ReviewDocument.parse(
      JSON.parse(fs.readFileSync(pathOf("hostile.json"), "utf8")),
    );
    expect(reasons).toHaveLength(3000);
    expect(findings.filter(({ policy }) => policy === "require-ref-form")).toHaveLength(3000);
    expect(leftOut.lists.map(({ path, total }) => [path, total])).toEqual(
      ["changes", "before", "after"].map((list) => [`places[0].rulesets[0].${list}`, 3000]),
    );
  });

  it("reads zone names and the managed rules with --live", async () => {
    const { code, stdout } = await review(sample("change.preview.json"), "--live");
    expect(code).toBe(0);
    expect(stdout).toContain("**zone example.com, OWASP**: update OwaspConfig");
    expect(stdout).toContain(
      "- Managed rules: 0 turn on, 14 turn off, 0 act differently; then 28 of 55 are on.",
    );
  });

  it("reads the foreign rules of each entry point that changes with --live, with one request", async () => {
    const phase = "http_request_firewall_custom";
    const theirs = { ref: "theirs", action: "log", expression: 'http.host eq "<b>"' };
    await platform.api("PUT", `/zones/${EXAMPLE_COM}/rulesets/phases/${phase}/entrypoint`, {
      body: { rules: [theirs] },
    });
    await platform.control("DELETE", "/requests");
    const { code, stdout } = await review(sample("change.preview.json"), "--live");
    expect(code).toBe(0);
    expect(stdout).toContain(
      '1. <code>  theirs</code> <code>log</code> if <code>http.host eq "&#60;b&#62;"</code> (foreign)',
    );
    const requests = await platform.control("GET", "/requests");
    expect(JSON.stringify(requests.body).split(`/phases/${phase}/entrypoint`)).toHaveLength(2);
  });

  it.each([
    [
      "a preview that is cut",
      () => write("cut.json", '{"steps":[{"op":"cre'),
      /in the middle of a value: the file is cut/,
    ],
    ["a file that does not exist", () => pathOf("none.json"), /none\.json cannot be read: .*ENOENT/],
    ["a state", () => write("state.json", { version: 3, deployment: {} }), /found the state of a stack/],
    [
      "a text with control characters",
      () => write("bad.json", { "\u202e\u001b[2J": 1 }),
      /found an object with "<U\+202E>/,
    ],
  ])("refuses %s with exit code 2", async (_name, file, message) => {
    const { code, stdout, stderr } = await review(file());
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^edge-platform review: /);
  });

  it("names a report that cannot be written", async () => {
    const file = pathOf("missing/r.md");
    const { code, stderr } = await review(sample("change.preview.json"), "--markdown", file);
    expect(code).toBe(2);
    expect(stderr).toMatch(/missing\/r\.md cannot be written: .*ENOENT/);
  });

  it.each([
    [["-", "--policy-config", "-"], /cannot read stdin together/],
    [["x.json", "--json", "same", "--sarif", "same"], /written to the same file/],
    [["x.json", "--json", "same", "--sarif", "./same"], /written to the same file/],
    [["x.json", "--fail-on", "none"], /Allowed choices are low, review, dangerous/],
  ])("refuses the flags %j", async (flags, message) => {
    const { code, stderr } = await review(...flags);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
