import { runFilter } from "./run-filter";

const run = (args: readonly string[]) => runFilter(args, []);

async function answer(...args: string[]): Promise<{ language: string; [table: string]: unknown }> {
  const { output } = await run([...args, "--json"]);
  // The command prints one JSON document.
  return JSON.parse(output) as { language: string; [table: string]: unknown };
}

describe("edge-platform filter fields", () => {
  it("lists fields in aligned columns, and says how new the language is", async () => {
    const { output, exitCode } = await run(["fields", "--phase", "http_request_firewall_custom"]);
    const lines = output.trimEnd().split("\n");
    const bot = lines.find((line) => line.startsWith("cf.bot_management.tags "));
    expect(bot?.split(/ {2,}/)).toEqual([
      "cf.bot_management.tags",
      "Array<Bytes>",
      "enterprise, Bot Management",
      "since 2026-07-16",
    ]);
    expect(lines.at(-1)).toMatch(/^\d+ fields of the language of 2026-10-09\.$/);
    expect(output).not.toContain("http.response.code");
    expect(exitCode).toBe(0);
  });

  it("lists the fields of packets only in phases that process packets", async () => {
    expect((await run(["fields", "--phase", "magic_transit"])).output).toContain("tcp.dstport");
    expect((await run(["fields", "--phase", "http_ratelimit"])).output).not.toContain("tcp.dstport");
  });

  it("leaves out what a plan does not include", async () => {
    expect((await run(["fields", "--plan", "business"])).output).not.toContain("cf.bot_management.");
    expect((await run(["fields", "--plan", "enterprise"])).output).toContain("cf.bot_management.");
  });

  it("prints one JSON document for programs", async () => {
    const { language, fields } = await answer("fields");
    expect(language).toBe("2026-10-09");
    expect(fields).toContainEqual({
      name: "cf.waf.signature.request.refs",
      type: "Array<Bytes>",
      plan: "free",
      since: "2026-09-07",
      source: "developers docs, changelog",
      phases: expect.arrayContaining(["http_request_firewall_custom"]) as unknown,
    });
    expect(fields).toContainEqual({
      name: "udp.dstport",
      type: "Int",
      plan: "free",
      source: "developers docs, ruleset-engine/rules-language",
      phases: [
        "ddos_l4",
        "magic_transit",
        "magic_transit_ids_managed",
        "magic_transit_managed",
        "magic_transit_ratelimit",
      ],
    });
  });

  it("rejects a phase that does not exist", async () => {
    await expect(run(["fields", "--phase", "firewall"])).rejects.toThrow("exit 2");
  });
});

describe("edge-platform filter functions", () => {
  it("lists functions with their arguments", async () => {
    const { output } = await run(["functions"]);
    const rows = output.split("\n").map((line) => line.split(/ {2,}/));
    expect(rows).toContainEqual(["substring(Bytes, Int, [Int])", "Bytes"]);
    expect(rows).toContainEqual(["regex_replace(Bytes, literal Bytes, Bytes)", "Bytes", "business"]);
  });

  it("prints one JSON document for programs", async () => {
    const { language, functions } = await answer("functions");
    expect(language).toBe("2026-10-09");
    expect(functions).toContainEqual({
      name: "len",
      call: "len(Bytes|Array<_>)",
      returns: "Int",
      plan: "free",
      source: "developers docs, ruleset-engine/rules-language",
    });
  });
});
