import { PassThrough } from "node:stream";
import { exit, parsedLines, program, runFilter, stream } from "./run-filter";

describe("edge-platform filter check --json", () => {
  it("answers a line that is not UTF-8 with the position of the wrong byte, and continues", async () => {
    const run = await runFilter(
      ["check", "--json"],
      [
        '{"expression":"ssl"}\n',
        Buffer.from('{"expression":"http.host eq \\"caf\xe9\\""}\n{"expression":"ssl"}\n', "latin1"),
        '{"expression":"http.host eq \\"\uFFFD\\""}',
      ],
    );
    expect(parsedLines(run)).toEqual([
      expect.objectContaining({ expression: "ssl", valid: true }),
      { error: "line 2: the line is not UTF-8: found the byte 0xe9 at byte 34" },
      expect.objectContaining({ expression: "ssl", valid: true }),
      expect.objectContaining({ expression: 'http.host eq "\uFFFD"', valid: true }),
    ]);
    expect(run.exitCode).toBe(2);
  });
});

describe("edge-platform filter check", () => {
  it("refuses an expression from stdin that is not UTF-8, and exits with 2", async () => {
    const input = [Buffer.from('ssl and\nhttp.host eq "caf', "latin1"), Buffer.of(0xe9, 0x22)];
    const errors: string[] = [];
    const command = program({
      input: stream(input),
      output: new PassThrough(),
      setExitCode: () => undefined,
      exit,
    });
    command.commands[0]?.commands[0]?.configureOutput({ writeErr: (text) => errors.push(text) });
    await expect(command.parseAsync(["filter", "check"], { from: "user" })).rejects.toThrow("exit 2");
    expect(errors).toEqual([
      "error: stdin: the text is not UTF-8: found the byte 0xe9 at line 2, byte 18; save it as UTF-8\n",
    ]);
  });
});
