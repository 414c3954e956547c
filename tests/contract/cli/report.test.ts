import fs from "node:fs";
import { registerReport } from "../../../cli/report/report";
import type { Posture } from "../../../review/posture/posture";
import { runCommand } from "../../support/command";
import { useCommandLine } from "../../support/command-line";
import { sampleWorld } from "../../support/sample-world";

const { platform, pathOf } = useCommandLine();
const report = (...args: string[]) => runCommand(registerReport, ["report", ...args]);

beforeEach(() => platform.control("POST", "/seed", sampleWorld(8, platform.userId)));

describe("edge-platform report", () => {
  it("prints coverage, hazards, risky tokens, findings and differences, and exits with 0", async () => {
    const { code, stdout, stderr } = await report();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^9 zones, \d+ rules, 4 tokens at 20/);
    expect(stdout).toContain("OWASP acts:         6 zones\n");
    expect(stdout).toContain("OWASP only logs:    1 zone: api-2.example\n");
    expect(stdout).toContain("OWASP not deployed: 2 zones: example.com, media-7.example\n");
    expect(stdout).toMatch(/^hazards: {12}\d in 1 zone: jobs-8\.example$/m);
    expect(stdout).toContain(
      'tokens: can make tokens: 2: "Bootstrap token of the local platform", "token factory"',
    );
    expect(stdout).toContain("finding, critical: limit-token-makers: 2 resources\n");
    expect(stdout).toContain(
      "6 of 9 zones have block-admin in http_request_firewall_custom; not: docs-4.example,",
    );
    expect(stdout).toContain("login-6.example (differs)");
  });

  it("sends one request for each ruleset and each list", async () => {
    await platform.control("DELETE", "/requests");
    await report("--zone", "shop-1.example");
    const answer = await platform.control("GET", "/requests");
    const { requests } = answer.body as { requests: { method: string; path: string }[] };
    expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
    // The zone, the accounts, two lists of tokens, the groups, two lists of rulesets, three entry points, OWASP.
    expect(requests).toHaveLength(11);
  });

  it("writes the page and the JSON, which contain no value of a token", async () => {
    const [html, json] = [pathOf("report.html"), pathOf("report.json")];
    expect((await report("--zone", "api-2.example", "--html", html, "--json", json)).code).toBe(0);
    const page = fs.readFileSync(html, "utf8");
    expect(page).toContain("<h1>Posture of 1 zone</h1>");
    // The command wrote it.
    const posture = JSON.parse(fs.readFileSync(json, "utf8")) as Posture;
    expect(posture).toMatchObject({ format: "edge-platform-report", version: 1 });
    expect(posture.zones).toMatchObject([
      { name: "api-2.example", owasp: { effect: "logs", level: 2, threshold: 40, action: "log" } },
    ]);
    expect(page + JSON.stringify(posture)).not.toContain(platform.token);
  });

  it("prints the JSON on stdout with -", async () => {
    const { stdout } = await report("--zone", "api-2.example", "--json", "-");
    expect(JSON.parse(stdout)).toMatchObject({ format: "edge-platform-report" });
  });

  it("names what the credential may not read, and claims nothing about it", async () => {
    const made = await platform.api("POST", "/user/tokens", {
      body: {
        name: "reader",
        policies: [
          {
            effect: "allow",
            resources: { "com.cloudflare.api.account.zone.*": "*" },
            permission_groups: [{ id: "c8fed203ed3043cba015a93ad1616f1f" }],
          },
        ],
      },
    });
    // The API answers the value of a new token.
    process.env["EDGE_API_TOKEN"] = (made.body as { result: { value: string } }).result.value;
    const { code, stdout } = await report("--zone", "api-2.example");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^0 zones, 0 rules, 0 tokens/);
    expect(stdout).not.toContain("OWASP");
    expect(stdout).toContain("not readable:  the rulesets of zone api-2.example,");
    expect(stdout).toContain("the tokens of the user");
  });

  it("exits with 2 before any request if a file cannot be written, and for a zone that does not exist", async () => {
    await platform.control("DELETE", "/requests");
    const unwritable = await report("--html", pathOf("nowhere/report.html"));
    expect(unwritable).toMatchObject({ code: 2, stdout: "" });
    expect(unwritable.stderr).toContain("nowhere/report.html cannot be written");
    expect((await platform.control("GET", "/requests")).body).toMatchObject({ requests: [] });
    const missing = await report("--zone", "nobody.example");
    expect(missing).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There is no zone 'nobody.example'") as string,
    });
  });

  it("exits with 1 if the API refuses the credential", async () => {
    process.env["EDGE_API_TOKEN"] = "x".repeat(40);
    expect(await report()).toMatchObject({ code: 1, stdout: "" });
  });
});
