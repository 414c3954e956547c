import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { exit, lines, parsedLines, program, runFilter, stream } from "./run-filter";

const ADMIN = 'http.request.uri.path eq "/admin"';
const UNDER_ADMIN = 'starts_with(http.request.uri.path, "/admin")';
const HASH = 'sha256(http.host) eq "a"';

async function compareText(...args: string[]): Promise<string> {
  const { output, exitCode } = await runFilter(["compare", ...args], []);
  expect(exitCode).toBe(0);
  return output;
}

async function askText(...args: string[]): Promise<string> {
  const { output, exitCode } = await runFilter(["ask", ...args], []);
  expect(exitCode).toBe(0);
  return output;
}

describe("edge-platform filter compare A B", () => {
  it("says that one implies the other, with a request that only the other one matches", async () => {
    expect((await compareText(ADMIN, UNDER_ADMIN)).split("\n")).toEqual([
      "The first expression matches fewer requests: it implies the second one (proved).",
      "  only the first   no request (proved)",
      expect.stringMatching(/^ {2}only the second {2}GET https:\/\/www\.example\.com\/admin\S+$/),
      "  both             GET https://www.example.com/admin",
      "",
    ]);
    expect(await compareText(UNDER_ADMIN, ADMIN)).toMatch(
      /^The second expression matches fewer requests: it implies the first one \(proved\)\.\n {2}only the first {3}GET/,
    );
  });

  it.each([
    ["equal", "ssl", "not not ssl", "The expressions match the same requests (proved)."],
    ["disjoint", ADMIN, 'http.request.uri.path eq "/"', "No request matches both expressions (proved)."],
    [
      "overlapping",
      "ssl",
      ADMIN,
      "Each expression matches requests that the other one does not match, and some requests match both.",
    ],
    ["empty on the left", "ssl and not ssl", ADMIN, "No request matches the first expression (proved)."],
    ["empty on the right", ADMIN, "ssl and not ssl", "No request matches the second expression (proved)."],
    ["empty on both sides", "false", "ssl and not ssl", "No request matches either expression (proved)."],
  ])("tells which expressions are %s", async (_, a, b, sentence) => {
    expect((await compareText(a, b)).split("\n")[0]).toBe(sentence);
  });

  it("names what the proof assumes", async () => {
    expect(await compareText('http.host eq "A"', "false")).toBe(
      [
        "No request matches either expression (proved).",
        "  only the first   no request (proved)",
        "  only the second  no request (proved)",
        "  both             no request (proved)",
        "Assumed: http.host is a lower-case host name without scheme and path.",
        "",
      ].join("\n"),
    );
  });

  it("shows the parts that leave the relation undecided", async () => {
    expect(await compareText(`ssl and ${HASH}`, "ssl")).toBe(
      [
        "It is undecided how the requests that match the expressions relate.",
        "  only the first   no request (proved)",
        "  only the second  GET https://www.example.com/",
        "  both             undecided: a part cannot be computed",
        "The relation depends on this part of the first expression:",
        '  ssl and sha256(http.host) eq "a"',
        "          ^^^^^^^^^^^^^^^^^^^^^^^^",
        "",
      ].join("\n"),
    );
  });

  it("shows what lists contain", async () => {
    expect(await compareText("ip.src in $office", "ip.src eq 192.0.2.1")).toMatch(
      /both +GET https:\/\/www\.example\.com\/ from 192\.0\.2\.1, with 192\.0\.2\.1 in \$office\n/,
    );
  });

  it("shows the code frame of each expression that is not valid, and exits with 1", async () => {
    const run = await runFilter(["compare", "sslx", "not"], []);
    expect(run.exitCode).toBe(1);
    expect(run.output).toMatch(
      /^In the first expression:\nThe filter expression is not valid: unknown identifier \(line 1, column 1\)\.\n {2}sslx\n {2}\^{4}\n/,
    );
    expect(run.output).toMatch(/\nIn the second expression:\nThe filter expression is not valid: /);
  });

  it("takes declared and unknown names, which are undecided and named", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "edge-test-"));
    const file = path.join(folder, "fields.json");
    writeFileSync(file, '{"cf.new.score":"Int"}');
    const declared = ["--fields", file, "cf.new.score lt 10", "cf.new.score lt 20"];
    expect(await compareText(...declared)).toMatch(/^The first expression matches fewer requests/);
    const unknown = ["--unknown-names", "warn", "cf.nova lt 10", "ssl"];
    expect(await compareText(...unknown)).toMatch(/undecided[^]*first expression:\n {2}cf\.nova lt 10\n/);
    rmSync(folder, { recursive: true });
  });

  it.each([[["a"]], [["a", "b", "c"]], [[]], [["--json", "a"]], [["--nonsense"]]])(
    "exits with 2 on the arguments %j",
    async (args) => {
      await expect(runFilter(["compare", ...args], [])).rejects.toThrow("exit 2");
    },
  );

  it("prints one line of JSON for two expressions", async () => {
    const run = await runFilter(["compare", "--json", "ssl", "not ssl"], []);
    expect(parsedLines(run)).toMatchObject([{ a: "ssl", b: "not ssl", relation: "disjoint" }]);
    expect(run.exitCode).toBe(0);
    const broken = await runFilter(["compare", "--json", "sslx", "ssl"], []);
    expect(parsedLines(broken)).toMatchObject([{ a: "sslx", b: "ssl", error: /./ }]);
    expect(broken.exitCode).toBe(1);
  });
});

describe("edge-platform filter compare --json", () => {
  it("answers each pair with the relation and witnesses", async () => {
    const pairs = [
      { a: ADMIN, b: UNDER_ADMIN },
      { a: "ssl", b: "ssl" },
      { a: 'http.host eq "A"', b: "ssl" },
    ];
    const run = await runFilter(["compare", "--json"], lines(...pairs));
    const [first, second, third] = parsedLines(run);
    expect(first).toEqual({
      ...pairs[0],
      relation: "implies",
      onlyB: expect.objectContaining({ "http.request.method": "GET", ssl: true }) as unknown,
      both: expect.objectContaining({
        "http.request.uri.path": "/admin",
        "ip.src": "203.0.113.9",
      }) as unknown,
      assumptions: [],
    });
    expect(second).toEqual({
      ...pairs[1],
      relation: "equal",
      both: expect.objectContaining({ ssl: true }) as unknown,
      assumptions: [],
    });
    expect(third).toMatchObject({
      relation: "implies",
      assumptions: ["http.host is a lower-case host name without scheme and path"],
    });
    expect(run.exitCode).toBe(0);
  });

  it("answers with witnesses that filter eval evaluates", async () => {
    const a =
      'http.user_agent contains "\\xff\\x0a" and ip.src in $office and http.request.timestamp.msec ge 9007199254740993';
    const compared = await runFilter(["compare", "--json"], lines({ a, b: "ip.src in $office" }));
    const [answer] = parsedLines(compared) as [{ both: object; lists: { both: object } }];
    expect(answer.both).toMatchObject({ "http.user_agent": { base64: "/wo=" } });
    const {
      both: fields,
      lists: { both: contents },
    } = answer;
    const evaluated = await runFilter(["eval", "--json"], lines({ expression: a, fields, lists: contents }));
    expect(parsedLines(evaluated)).toEqual([{ expression: a, result: true }]);
  });

  it("says what left a pair undecided", async () => {
    const run = await runFilter(["compare", "--json"], lines({ a: HASH, b: "ssl" }));
    expect(parsedLines(run)).toMatchObject([
      {
        relation: "undecided",
        undecided: [
          { question: "onlyA", because: "opaque", parts: [{ expression: "a", start: 0, length: 24 }] },
          { question: "both", because: "opaque", parts: [{ expression: "a" }] },
        ],
      },
    ]);
  });

  it("answers what it cannot read with an error, continues, and exits as filter check does", async () => {
    const invalid = await runFilter(
      ["compare", "--json"],
      lines({ a: "sslx", b: "ssl" }, { a: "ssl", b: "not" }, { a: "ssl", b: "ssl" }),
    );
    expect(parsedLines(invalid)).toMatchObject([
      { a: "sslx", b: "ssl", error: "a: Filter parsing error (1:1):\nsslx\n^^^^ unknown identifier" },
      { a: "ssl", b: "not", error: expect.stringMatching(/^b: Filter parsing error/) as unknown },
      { relation: "equal" },
    ]);
    expect(invalid.exitCode).toBe(1);
    const expected = 'expected a JSON object with the string members "a" and "b"';
    const unreadable = await runFilter(
      ["compare", "--json"],
      [
        "nonsense\n[]\nnull\n1\n",
        '{"a":"ssl"}\n{"a":1,"b":"ssl"}\n\u0000\n',
        Buffer.from([0x22, 0xff, 0x22, 0x0a]),
        '{"a":"ssl","b":"ssl"}',
      ],
    );
    const answers = parsedLines(unreadable);
    expect(answers.slice(0, 7)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((line) => ({ error: `line ${line}: ${expected}` })),
    );
    expect(answers.slice(7)).toMatchObject([
      { error: "line 8: the line is not UTF-8: found the byte 0xff at byte 2" },
      { relation: "equal" },
    ]);
    expect(unreadable.exitCode).toBe(2);
  });

  it("reads NUL, lone surrogates and very long lines", async () => {
    const long = `http.host in {${Array.from({ length: 20_000 }, (_, index) => `"h${index}"`).join(" ")}}`;
    const run = await runFilter(
      ["compare", "--json"],
      [
        String.raw`{"a":"http.host eq \"\u0000\"","b":"ssl"}` + "\n",
        String.raw`{"a":"http.user_agent eq \"😀\"","b":"ssl"}` + "\n",
        String.raw`{"a":"http.host eq \"\ud800\"","b":"\u0000"}` + "\n",
        `{"a":${JSON.stringify(long)},"b":"ssl","c":"${"x".repeat(1_000_000)}"}\n`,
      ],
    );
    expect(parsedLines(run)).toMatchObject([
      { relation: "implies" },
      { relation: "overlap" },
      { error: expect.stringMatching(/^a: [^]*half of a surrogate pair[^]*\nb: /) as unknown },
      { relation: "overlap" },
    ]);
    expect(run.output).not.toContain("\u0000");
  });

  it("answers a chunk before it reads the next one", async () => {
    let produced = 0;
    const answers: string[] = [];
    const output = new Writable({
      highWaterMark: 1,
      write: (chunk: Buffer, _encoding, next) => {
        answers.push(chunk.toString());
        expect(answers).toHaveLength(produced);
        next();
      },
    });
    async function* pairs() {
      for (; produced < 50;) {
        produced += 1;
        yield await Promise.resolve(`{"a":"ssl","b":"http.host eq \\"h${produced}\\""}\n`);
      }
    }
    const io = { input: pairs(), output, setExitCode: () => undefined, exit };
    await program(io).parseAsync(["filter", "compare", "--json"], { from: "user" });
    expect(answers).toHaveLength(50);
  });
});

describe("edge-platform filter ask", () => {
  it.each([
    [
      "always",
      [UNDER_ADMIN, "--given", ADMIN],
      "Every request that matches --given matches the expression (proved).",
    ],
    ["always, of all requests", ["ssl or not ssl"], "Every request matches the expression (proved)."],
    [
      "never",
      ['http.request.uri.path eq "/"', "--given", ADMIN],
      "No request that matches --given matches the expression (proved).",
    ],
    ["never, of all requests", ["ssl and not ssl"], "No request matches the expression (proved)."],
    [
      "sometimes",
      ["ssl", "--given", ADMIN],
      "Some requests that match --given match the expression, and others do not.",
    ],
    ["sometimes, of all requests", ["ssl"], "Some requests match the expression, and others do not."],
    ["nothing is given", ["ssl", "--given", "false"], "No request matches --given (proved)."],
    [
      "undecided",
      [HASH, "--given", "ssl"],
      "It is undecided whether requests that match --given match the expression.",
    ],
  ])("answers: %s", async (_, args, sentence) => {
    expect((await askText(...args)).split("\n")[0]).toBe(sentence);
  });

  it("shows a request for each result", async () => {
    expect(await askText('http.request.uri.path eq "/admin"', "--given", "ip.src in {192.0.2.0/24}")).toMatch(
      /^.*\n {2}matches {9}GET https:\/\/www\.example\.com\/admin from 192\.0\.2\.\d+\n {2}does not match {2}GET https:\/\/www\.example\.com\/ from 192\.0\.2\.\d+\n$/,
    );
  });

  it("names the part that leaves it undecided", async () => {
    expect(await askText(HASH)).toContain(
      'The answer depends on this part of the expression:\n  sha256(http.host) eq "a"\n  ^^^^^^^^^^^^^^^^^^^^^^^^\n',
    );
    expect(await askText("ssl", "--given", HASH)).toContain("The answer depends on this part of --given:\n");
  });

  it("prints one line of JSON", async () => {
    const run = await runFilter(["ask", "--json", "ssl", "--given", ADMIN], []);
    expect(parsedLines(run)).toEqual([
      {
        expression: "ssl",
        given: ADMIN,
        answer: "sometimes",
        matches: expect.objectContaining({ ssl: true }) as unknown,
        misses: expect.objectContaining({ ssl: false }) as unknown,
        assumptions: [],
      },
    ]);
    const always = await runFilter(["ask", "--json", "true"], []);
    expect(parsedLines(always)).toMatchObject([{ expression: "true", answer: "always", assumptions: [] }]);
    const nothing = await runFilter(["ask", "--json", "ssl", "--given", "ssl and not ssl"], []);
    expect(parsedLines(nothing)).toMatchObject([{ answer: "nothing given" }]);
  });

  it("reads the expression from stdin, and reports errors of either", async () => {
    expect((await runFilter(["ask"], ["ssl\n"])).exitCode).toBe(0);
    const run = await runFilter(["ask", "ssl", "--given", "sslx"], []);
    expect(run).toEqual({
      output: expect.stringMatching(/^In --given:\nThe filter expression is not/) as unknown,
      exitCode: 1,
    });
    const json = await runFilter(["ask", "--json", "sslx", "--given", "ssl"], []);
    expect(parsedLines(json)).toMatchObject([{ error: expect.stringMatching(/^expression: /) as unknown }]);
  });
});

it("ends quietly if the reader of the output has gone", async () => {
  const output = new Writable({ write: (_chunk, _encoding, next) => next(new Error("write EPIPE")) });
  const io = { input: stream([]), output, setExitCode: () => undefined, exit };
  await program(io).parseAsync(["filter", "compare", "ssl", "ssl"], { from: "user" });
  await new Promise(setImmediate);
});
