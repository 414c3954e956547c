import { PassThrough, Writable } from "node:stream";
import { exit, lines, parsedLines, program, runFilter, stream } from "./run-filter";

describe("edge-platform filter check --json", () => {
  it("answers valid and invalid expressions line by line, with the reference implementation's text", async () => {
    const run = await runFilter(
      ["check", "--json"],
      lines({ expression: "ssl" }, { expression: "ip.src==34" }),
    );
    expect(parsedLines(run)).toEqual([
      {
        expression: "ssl",
        valid: true,
        message: null,
        cause: null,
        line: null,
        column: null,
        start: null,
        length: null,
        warnings: [],
      },
      {
        expression: "ip.src==34",
        valid: false,
        message:
          "Filter parsing error (1:9):\nip.src==34\n        ^^ couldn't parse address in network: invalid IP address syntax\n",
        cause: "couldn't parse address in network: invalid IP address syntax",
        line: 1,
        column: 9,
        start: 8,
        length: 2,
        warnings: [],
      },
    ]);
    expect(run.exitCode).toBe(1);
  });

  it("answers with the warnings and information about a valid expression, in its place", async () => {
    const expression = 'http.host in {"é" "é"} or ip.geoip.country eq "DE"';
    const run = await runFilter(["check", "--json"], lines({ expression }));
    expect(parsedLines(run)).toMatchObject([
      {
        valid: true,
        warnings: [
          {
            id: "duplicate-item",
            severity: "information",
            line: 1,
            column: 20,
            start: 18,
            length: 3,
            remedy: "remove it",
          },
          {
            id: "deprecated-field",
            severity: "information",
            message: "The field ip.geoip.country is deprecated. Write ip.src.country.",
            start: 26,
            length: 16,
            remedy: "write ip.src.country",
          },
        ],
      },
    ]);
    expect(run.exitCode).toBe(0);
    const phase = "http_request_dynamic_redirect";
    const placed = await runFilter(
      ["check", "--json", "--phase", phase],
      lines({ expression: "http.response.code eq 200" }),
    );
    expect(parsedLines(placed)).toMatchObject([
      { valid: true, warnings: [{ id: "phase", severity: "error" }] },
    ]);
  });

  it("counts columns in bytes and positions in code points", async () => {
    const run = await runFilter(["check", "--json"], lines({ expression: 'http.host == "é" and x' }));
    expect(parsedLines(run)[0]).toMatchObject({ line: 1, column: 23, start: 21, length: 1 });
  });

  it("exits with 0 if all expressions are valid, and without input", async () => {
    expect(await runFilter(["check", "--json"], lines({ expression: "ssl" }))).toMatchObject({ exitCode: 0 });
    expect(await runFilter(["check", "--json"], [])).toEqual({ output: "", exitCode: 0 });
  });

  it("answers an invalid line with an error, continues, and exits with 2", async () => {
    const run = await runFilter(
      ["check", "--json"],
      ["nonsense\n", '{"expression":1}\n[]\nnull\n{"expression":"ssl"}'],
    );
    expect(parsedLines(run)).toEqual([
      { error: 'line 1: expected a JSON object with a string member "expression"' },
      { error: 'line 2: expected a JSON object with a string member "expression"' },
      { error: 'line 3: expected a JSON object with a string member "expression"' },
      { error: 'line 4: expected a JSON object with a string member "expression"' },
      expect.objectContaining({ expression: "ssl", valid: true }),
    ]);
    expect(run.exitCode).toBe(2);
  });

  it("reads characters that are split across chunks, and skips blank lines", async () => {
    const bytes = Buffer.from(`${JSON.stringify({ expression: 'http.host == "日本"' })}\r\n\n\n`);
    const run = await runFilter(
      ["check", "--json"],
      Array.from(bytes, (byte) => Buffer.of(byte)),
    );
    expect(parsedLines(run)).toEqual([
      expect.objectContaining({ expression: 'http.host == "日本"', valid: true }),
    ]);
  });

  it("answers a chunk before it waits for the next", async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const done = program({ input, output, setExitCode: () => undefined, exit }).parseAsync(
      ["filter", "check", "--json"],
      { from: "user" },
    );
    input.write('{"expression":"ssl"}\n');
    const [first] =
      (await output.iterator({ destroyOnReturn: false }).next()).value === undefined ? [] : ["answered"];
    expect(first).toBe("answered");
    input.end();
    await done;
  });

  it("applies backpressure", async () => {
    let produced = 0;
    let release: (() => void) | undefined;
    const slow = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, next) => {
        release = next;
      },
    });
    async function* endless() {
      for (; produced < 1000; produced += 1) {
        yield '{"expression":"ssl"}\n';
        await Promise.resolve();
      }
    }
    const done = program({ input: endless(), output: slow, setExitCode: () => undefined, exit }).parseAsync(
      ["filter", "check", "--json"],
      { from: "user" },
    );
    await new Promise(setImmediate);
    expect(produced).toBeLessThan(3);
    slow.destroy();
    release?.();
    await done;
  });

  it.each([[["--json", "ssl"]], [["--nonsense"]], [["a", "b"]]])(
    "exits with 2 on the arguments %j",
    async (args) => {
      await expect(runFilter(["check", ...args], [])).rejects.toThrow("exit 2");
    },
  );
});

describe("edge-platform filter check --value", () => {
  it("checks the type, the functions and the fields of a value", async () => {
    const target = 'concat("https://", http.host, http.request.uri.path)';
    expect(await runFilter(["check", "--value", "target", target], [])).toEqual({
      output: "The value expression is valid. It reads http.host, http.request.uri.path.\n",
      exitCode: 0,
    });
    const run = await runFilter(["check", "--value", "path", "--phase", "http_request_transform"], ["ssl"]);
    expect([run.exitCode, run.output.split("\n")[0]]).toEqual([
      1,
      "The value expression is not valid: this is a value of type Bool (line 1, column 1).",
    ]);
  });

  it("warns, and takes no streams", async () => {
    expect((await runFilter(["check", "--value", "path", '"/a"'], [])).output).toBe(
      'The value expression is valid. It reads no fields.\nWarning: The expression is always "/a". Write value: "/a" in place of expression.\n',
    );
    await expect(runFilter(["check", "--value", "path", "--json"], [])).rejects.toThrow("exit 2");
  });
});

describe("edge-platform filter ast --json", () => {
  it("prints the tree of a valid expression, and the message for an invalid one", async () => {
    const run = await runFilter(["ast", "--json"], lines({ expression: "not ssl" }, { expression: "sssl" }));
    expect(parsedLines(run)).toEqual([
      { expression: "not ssl", ast: { arg: { lhs: "ssl", op: "IsTrue" }, op: "Not" } },
      { expression: "sssl", message: "Filter parsing error (1:1):\nsssl\n^^^^ unknown identifier\n" },
    ]);
    expect(run.exitCode).toBe(1);
  });

  it("prints integers that JSON cannot represent exactly as strings", async () => {
    const run = await runFilter(["ast", "--json"], lines({ expression: "cf.waf.score == 9007199254740993" }));
    expect(parsedLines(run)).toEqual([
      {
        expression: "cf.waf.score == 9007199254740993",
        ast: { lhs: "cf.waf.score", op: "Equal", rhs: "9007199254740993" },
      },
    ]);
  });
});

describe("edge-platform filter eval --json", () => {
  it("says whether each request matches", async () => {
    const expression = 'ip.src in $office and any(http.request.headers["x"][*] == "1")';
    const lists = { office: { type: "Ip", items: ["192.0.2.0/24"] } };
    const run = await runFilter(
      ["eval", "--json"],
      lines(
        { expression, lists, fields: { "ip.src": "192.0.2.7", "http.request.headers": { x: ["0", "1"] } } },
        { expression, lists, fields: { "ip.src": "192.0.3.7" } },
      ),
    );
    expect(parsedLines(run)).toEqual([
      { expression, result: true },
      { expression, result: false },
    ]);
    expect(run.exitCode).toBe(0);
  });

  it("answers an expression that is invalid or cannot be evaluated with a message", async () => {
    const run = await runFilter(
      ["eval", "--json"],
      lines({ expression: "sssl", fields: {} }, { expression: 'is_jwt_valid("x")', fields: {} }),
    );
    expect(parsedLines(run)).toEqual([
      { expression: "sssl", message: "Filter parsing error (1:1):\nsssl\n^^^^ unknown identifier\n" },
      {
        expression: 'is_jwt_valid("x")',
        message:
          "is_jwt_valid() cannot be computed here: only the service has the configuration and the keys to verify the token.",
      },
    ]);
    expect(run.exitCode).toBe(1);
  });

  it.each([
    [
      { "ip.src": "nowhere" },
      "The field ip.src is of type Ip: it must be a string with an IPv4 or IPv6 address.",
    ],
    [
      { "cf.waf.score": 1.5 },
      'The field cf.waf.score is of type Int: it must be an integer, or {"int":"…"} from 2^53 on.',
    ],
    [{ sslx: true }, 'There is no field "sslx".'],
    [undefined, "The fields must be a JSON object of names and values."],
  ])("answers the fields %j with an error and exits with 2", async (fields, problem) => {
    const run = await runFilter(["eval", "--json"], lines({ expression: "ssl", fields }));
    expect(parsedLines(run)).toEqual([{ error: `line 1: ${problem}` }]);
    expect(run.exitCode).toBe(2);
  });
});

describe("edge-platform filter with text output", () => {
  it("lists the fields that a valid expression reads", async () => {
    const run = await runFilter(["check", 'ssl and http.host == "a"'], []);
    expect(run).toEqual({
      output: "The filter expression is valid. It reads http.host, ssl.\n",
      exitCode: 0,
    });
  });

  it("shows a code frame and a suggestion", async () => {
    const run = await runFilter(["check", 'http.hots == "a"'], []);
    expect(run.output).toBe(
      [
        "The filter expression is not valid: unknown identifier (line 1, column 1).",
        '  http.hots == "a"',
        "  ^^^^^^^^^",
        '  Expected the name of a field or function; found "http.hots".',
        "  Did you mean http.host?",
        "",
      ].join("\n"),
    );
    expect(run.exitCode).toBe(1);
  });

  it("warns by phase and plan", async () => {
    const expression = 'http.response.code eq 404 and http.host matches "a"';
    const phase = ["--phase", "http_request_firewall_custom"];
    const { output } = await runFilter(["check", expression, ...phase], []);
    expect(output).toMatch(/^Warning: The field http\.response\.code belongs to the response/m);
    expect(output).toMatch(/^Warning: matches needs a Business or Enterprise plan/m);
    const planned = await runFilter(["check", expression, ...phase, "--plan", "business"], []);
    expect(planned.output).not.toMatch(/matches needs/);
    expect(planned.exitCode).toBe(0);
  });

  it.each([["--phase"], ["--plan"]])("exits with 2 on a value of %s that does not exist", async (flag) => {
    await expect(runFilter(["check", "ssl", flag, "nonsense"], [])).rejects.toThrow("exit 2");
  });

  it("ignores a closed pipe", async () => {
    const output = new Writable({ write: (_chunk, _encoding, next) => next(new Error("write EPIPE")) });
    let exitCode: number | undefined;
    const io = { input: stream([]), output, setExitCode: (code: number) => (exitCode = code), exit };
    await program(io).parseAsync(["filter", "ast", "ssl"], { from: "user" });
    await new Promise(setImmediate);
    expect(exitCode).toBe(0);
  });

  it("says whether a request matches", async () => {
    const run = await runFilter(["eval", "ssl", "--fields", '{"ssl":true}'], []);
    expect(run).toEqual({ output: "The request matches.\n", exitCode: 0 });
  });

  it("reads the expression from stdin by default", async () => {
    const run = await runFilter(["ast"], ["ssl\n"]);
    expect(JSON.parse(run.output)).toEqual({ lhs: "ssl", op: "IsTrue" });
  });
});
