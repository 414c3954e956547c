import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { parse } from "yaml";
import { ROOT } from "../../scripts/prepare";
import { runStep } from "../../scripts/processes";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";

/** The members of a composite action and of a workflow that this test plays. */
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}
interface Workflow {
  readonly jobs: { readonly review: { readonly steps: readonly Use[] } };
}
interface Use {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
}
interface Step {
  readonly id?: string;
  readonly name: string;
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly "working-directory"?: string;
}
interface Finished {
  readonly status: number;
  readonly output: string;
}

/**
 * The hosted service cannot be had here. This command keeps the own comment on one pull request in a file, beside one of another author
 * that begins in the same way, and logs its calls.
 */
const GH = `#!/usr/bin/env node
const fs = require("node:fs");
const { COMMENT, CALLS, MARKER } = process.env;
const args = process.argv.slice(2);
const fields = Object.fromEntries(
  args.filter((_, index) => /^(-f|-F|--field)$/.test(args[index - 1])).map((one) => one.split(/=(.*)/s)),
);
const log = (call) => fs.appendFileSync(CALLS, call + "\\n");
const isMine = fs.existsSync(COMMENT) && fs.readFileSync(COMMENT, "utf8").startsWith(MARKER);
const write = () => fs.copyFileSync(fields.body.slice(1), COMMENT);
if (args[1] !== "graphql") {
  log(args[args.indexOf("--method") + 1] + " " + args.find((one) => one.startsWith("repos/")));
  write();
} else if (fields.query.startsWith("query")) {
  log("comments of " + fields.owner + "/" + fields.name + " " + fields.number);
  const isAsked = fields.query.includes("viewerDidAuthor") && args[args.indexOf("--jq") + 1].includes(".viewerDidAuthor and");
  if (!isAsked) console.log("IC_of_another");
  if (isMine) console.log("IC_41");
} else {
  log(/updateIssueComment/.exec(fields.query)[0] + " " + fields.id);
  write();
}
`;

describe("the example policy-review", () => {
  const read = (file: string): unknown => parse(fs.readFileSync(path.join(ROOT, file), "utf8"));
  // What these files contain is what this test is about: a missing member fails it.
  const action = read("action.yml") as Action;
  const { steps } = (read("examples/policy-review/.github/workflows/review.yml") as Workflow).jobs.review;
  const use = steps.find(({ uses }) => uses === "./node_modules/pulumi-edge-platform");
  const file = (name: string) => path.join(stack.directory, name);
  const text = (name: string) => (fs.existsSync(file(name)) ? fs.readFileSync(file(name), "utf8") : "");
  const edit = (from: string, to: string) => {
    const index = fs.readFileSync(path.join(stack.program, "index.ts"), "utf8");
    stack.write("index.ts", index.replace(from, to));
  };
  let stack: EdgeStack;
  /** The output `directory` of the last run of the action. */
  let directory = "";

  beforeAll(async () => {
    stack = await createEdgeStack({
      program: "examples/policy-review",
      env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
    });
    // What `npm ci` would leave.
    const bin = path.join(stack.program, "node_modules", ".bin");
    fs.mkdirSync(bin, { recursive: true });
    fs.symlinkSync(path.join(ROOT, "dist/cli/main.js"), path.join(bin, "edge-platform"));
    fs.mkdirSync(file("bin"), { recursive: true });
    fs.writeFileSync(file("bin/gh"), GH, { mode: 0o755 });
    outputOf(await stack.up());
  });
  afterAll(() => stack.dispose());

  it("reviews a pull request in one comment, which a later push updates", async () => {
    edit('contains "nikto"', 'contains "nikto" or http.user_agent contains "sqlmap"');
    expect(await runAction()).toMatchObject({ Verdict: { status: 0 } });
    expect(text("comment.md")).toContain('Rule "scanners" changes expression.');
    expect(captured(text("comment.md"))).toBe(text("comment.md"));
    expect(text("calls.txt").split("\n").slice(0, 2)).toEqual([
      "comments of shop/infrastructure 7",
      "POST repos/shop/infrastructure/issues/7/comments",
    ]);

    edit('contains "sqlmap"', 'contains "masscan"');
    await runAction();
    expect(text("calls.txt").trim().split("\n").at(-1)).toBe("updateIssueComment IC_41");
    expect(text("comment.md")).toContain("agent masscan");
  });

  it("fails after it has commented on a dangerous change", async () => {
    const earlier = directory;
    edit("paranoiaLevel: 2", "paranoiaLevel: 1");
    const { Comment, Verdict } = await runAction();
    expect({ comment: Comment?.status, verdict: Verdict?.status }).toEqual({ comment: 0, verdict: 1 });
    expect(text("comment.md")).toContain("**Dangerous**");
    expect(text("comment.md")).toContain("require-owasp");
    for (const name of ["review.html", "review.json", "review.sarif"])
      expect(fs.existsSync(path.join(directory, name))).toBe(true);
    // Another use of the action in the same job keeps its files.
    expect(fs.existsSync(path.join(earlier, "review.md"))).toBe(true);
    expect(directory).not.toBe(earlier);
    edit("paranoiaLevel: 1", "paranoiaLevel: 2");
  });

  it("reviews a program that does not compile, and fails", async () => {
    edit('ref: "scanners"', 'ref: "scanners');
    const { Comment, Verdict } = await runAction();
    expect({ comment: Comment?.status, verdict: Verdict?.status }).toEqual({ comment: 0, verdict: 1 });
    expect(Verdict?.output).toContain("pulumi preview ended with exit code 1: the review says why.");
    expect(text("comment.md")).toContain("Unterminated string");
    edit('ref: "scanners', 'ref: "scanners"');
  });

  it("fails at the review without a comment if the configuration of the policies has a typo", async () => {
    stack.write("policy-config.json", '{ "require-owaps": "mandatory" }');
    fs.rmSync(file("comment.md"));
    const { Review, Comment } = await runAction();
    expect(Review?.status).toBe(2);
    expect(Review?.output).toContain('did you mean "require-owasp"?');
    expect(Comment).toBeUndefined();
    stack.write("policy-config.json", "{}");
  });

  it("keeps one note of a GitLab merge request up to date", async () => {
    const calls: string[] = [];
    const first = "<!-- edge-platform review: shop/test -->";
    const notes = [
      { id: 8, body: `${first}\nAll is well`, author: { id: 2 } },
      { id: 9, body: "Looks good to me", author: { id: 2 } },
    ];
    const server = http.createServer((request, response) => {
      calls.push(`${request.method ?? ""} ${request.url ?? ""}`);
      let sent = "";
      request.on("data", (chunk: Buffer) => (sent += chunk.toString()));
      request.on("end", () => {
        const body = sent === "" ? "" : (JSON.parse(sent) as { body: string }).body;
        if (request.method === "POST") notes.push({ id: 10, body, author: { id: 1 } });
        const answer = request.url === "/api/v4/user" ? { id: 1 } : notes;
        response.end(JSON.stringify(request.method === "GET" ? answer : {}));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      stack.write("review.md", `${first}\nfirst\n`);
      for (let push = 0; push < 2; push += 1) await comment(`http://127.0.0.1:${port}/api/v4`);
    } finally {
      server.close();
    }
    const notesPath = "/api/v4/projects/3/merge_requests/7/notes";
    expect(calls).toEqual([
      "GET /api/v4/user",
      `GET ${notesPath}?per_page=100&page=1`,
      `POST ${notesPath}`,
      "GET /api/v4/user",
      `GET ${notesPath}?per_page=100&page=1`,
      `PUT ${notesPath}/10`,
    ]);
  });

  async function comment(api: string): Promise<void> {
    const variables = {
      CI_API_V4_URL: api,
      CI_PROJECT_ID: "3",
      CI_MERGE_REQUEST_IID: "7",
      GITLAB_TOKEN: "t",
    };
    const env = { ...process.env, ...variables };
    const script = path.join(stack.program, "comment.mjs");
    const { code, stderr } = await runStep(process.execPath, [script, "review.md"], {
      cwd: stack.program,
      env,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  }

  /** Runs the steps of the composite action until one fails, as a runner does. Returns those that ran. */
  async function runAction(): Promise<Readonly<Record<string, Finished>>> {
    const inputs = { ...defaults(), ...use?.with, stack: "test" };
    const outputs: Record<string, string> = {};
    const finished: Record<string, Finished> = {};
    for (const step of action.runs.steps) {
      fs.writeFileSync(file("outputs.txt"), "");
      const filled = (value: string) => fill(value, { inputs, outputs });
      const env = Object.fromEntries(
        Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value)]),
      );
      const { code, stdout, stderr } = await runStep(
        "bash",
        ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run],
        {
          cwd: path.join(stack.program, filled(step["working-directory"] ?? ".")),
          env: { ...stack.env, ...runner(), ...env },
        },
      );
      finished[step.name] = { status: code, output: stdout + stderr };
      if (code !== 0) break;
      for (const line of text("outputs.txt").trim().split("\n")) {
        const [name = "", value = ""] = line.split(/=(.*)/s);
        outputs[`steps.${step.id ?? ""}.outputs.${name}`] = value;
        if (name === "directory") directory = value;
      }
    }
    return finished;
  }

  function defaults(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ""]),
    );
  }

  function runner(): Record<string, string> {
    fs.mkdirSync(file("temp"), { recursive: true });
    return {
      PATH: [file("bin"), stack.env["PATH"] ?? ""].join(path.delimiter),
      RUNNER_TEMP: file("temp"),
      GITHUB_OUTPUT: file("outputs.txt"),
      GITHUB_STEP_SUMMARY: file("summary.md"),
      COMMENT: file("comment.md"),
      CALLS: file("calls.txt"),
    };
  }
});

/** Returns the comment in the README of the example. With CAPTURE=write in the environment, first replaces it by this one. */
function captured(comment: string): string {
  const readme = path.join(ROOT, "examples/policy-review/README.md");
  const page = fs.readFileSync(readme, "utf8");
  const block = /(?<=^```text\n).*?(?=^```$)/ms;
  const written = process.env["CAPTURE"] === "write" ? page.replace(block, () => comment) : page;
  if (written !== page) fs.writeFileSync(readme, written);
  return block.exec(written)?.[0] ?? "";
}

/** Fills the expressions of a step: inputs, outputs of earlier steps, and what the service knows of the pull request. */
function fill(
  value: string,
  {
    inputs,
    outputs,
  }: { inputs: Readonly<Record<string, string>>; outputs: Readonly<Record<string, string>> },
): string {
  const known: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(inputs).map(([name, input]) => [`inputs.${name}`, input])),
    ...outputs,
    "github.repository": "shop/infrastructure",
    "github.event.pull_request.number": "7",
    "github.token": "not a real one",
  };
  return value.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => {
    const found = known[name];
    if (found === undefined) throw new Error(`The step uses ${name}, which this test does not know.`);
    return fill(found, { inputs, outputs });
  });
}
