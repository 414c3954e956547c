import { formatComparisons } from "../../../scripts/bench/against";
import { median, parseCpuSeconds } from "../../../scripts/bench/costs";
import { parseOptions } from "../../../scripts/bench/options";
import { formatJson, formatReport } from "../../../scripts/bench/report";
import { stateSize } from "../../../scripts/bench/stacks";

const FIGURES = {
  machine: { cpu: "A processor", cores: 2, os: "Linux x64", node: "20.20.2", pulumi: "3.250.0" },
  stacks: [
    {
      zones: 1,
      latencyMs: 50,
      state: { resources: 3, bytes: 18036, inputBytes: 4000, outputBytes: 5000 },
      steps: [
        {
          step: "first up",
          reads: 4,
          writes: 3,
          wallSeconds: 3.96,
          cpuSeconds: 2.9949,
          peakMegabytes: 464.4,
        },
        {
          step: "one rule changed",
          reads: 1,
          writes: 1,
          wallSeconds: 12,
          cpuSeconds: null,
          peakMegabytes: null,
        },
      ],
    },
  ],
  idle: [
    {
      zones: 1,
      steps: [
        { step: "first up", wallSeconds: 3, cpuSeconds: 2, peakMegabytes: 400 },
        { step: "one rule changed", wallSeconds: 3, cpuSeconds: 2, peakMegabytes: 400 },
      ],
    },
  ],
  previews: {
    zones: 300,
    rules: 2100,
    unchanged: { runs: [15.04, 14, 16], cpuSeconds: 15.04 },
    changed: { runs: [null], cpuSeconds: null },
  },
  filter: {
    expressions: 2,
    characters: 300,
    rounds: [139_267.5194, 1, 2],
    perSecond: 139_267.5194,
    evaluation: { rules: 20, rounds: [1_500_000.25, 1, 2], perSecond: 1_500_000.25 },
    loading: { starts: 21, milliseconds: 12.34, cpuMilliseconds: 14.56, modules: 48 },
  },
  decisions: [
    { name: "two rules", cpuSeconds: 0.1234, megabytes: 12.6, questions: 3, steps: 12_345, undecided: 1 },
  ],
  review: { zones: 300, rules: 3000, runs: [5.04, 4, 6], cpuSeconds: 5.04, peakMegabytes: 240.4 },
  platform: {
    readyMs: 307.4,
    megabytes: 93.6,
    connections: 10,
    read: { perSecond: 1117.9, cpuMs: 0.4049 },
    patch: { perSecond: 537.02, cpuMs: 1.5 },
    replace: { perSecond: 300, cpuMs: null },
  },
};

describe("parseOptions of the bench", () => {
  it("defaults to one zone and ten zones at once, with output for people", () => {
    expect(parseOptions([])).toEqual({
      json: false,
      zones: [1, 10],
      latencies: [0],
      groups: ["stacks", "previews", "filter", "decisions", "review", "platform"],
    });
  });

  it("measures each given number of zones at each latency, sorted and without duplicates", () => {
    expect(parseOptions(["--json", "--zones", "100,1,100", "--latency=50,0"])).toMatchObject({
      json: true,
      zones: [1, 100],
      latencies: [0, 50],
    });
  });

  it.each(["0", "-1", "ten", "1.5", "10000", "", "1,,2", "1, 2"])(
    "rejects %j zones and shows the valid form",
    (zones) => {
      expect(() => parseOptions([`--zones=${zones}`])).toThrow(
        `--zones ${JSON.stringify(zones)} is invalid: expected whole numbers from 1 to 9999, separated by commas.\nusage: `,
      );
    },
  );

  it("rejects a latency that is not a number", () => {
    expect(() => parseOptions(["--latency", "50ms"])).toThrow(
      '--latency "50ms" is invalid: expected whole numbers from 0 to 9999',
    );
  });

  it("measures a single group on request", () => {
    expect(parseOptions(["--only", "platform"]).groups).toEqual(["platform"]);
    expect(() => parseOptions(["--only=speed"])).toThrow(
      '--only "speed" is invalid: expected one of stacks, previews, filter, decisions, review, platform.\nusage: ',
    );
  });

  it("runs the stacks of another checkout side by side on request", () => {
    expect(parseOptions(["--against", "../before", "--only", "previews"])).toMatchObject({
      against: { checkout: "../before", groups: ["previews"] },
    });
    expect(() => parseOptions(["--against", "../before", "--only", "filter"])).toThrow(
      '--only "filter" is invalid: expected one of stacks, previews.\nusage: ',
    );
  });

  it.each([["--fast"], ["100"], ["--zones"], ["--latency"]])(
    "rejects %s and prints the usage",
    (argument) => {
      expect(() => parseOptions([argument])).toThrow(
        /\nusage: npm run --silent bench -- \[--json\] \[--zones N,…\] \[--latency MS,…\] \[--only stacks\|previews\|filter\|decisions\|review\|platform\]\n {7}npm run --silent bench -- --against DIR /,
      );
    },
  );
});

describe("the comparison of two checkouts", () => {
  it("has the medians of both, their ratio, and how far the pairs are apart", () => {
    const cost = (cpuSeconds: number, peakMegabytes: number) => ({
      cpuSeconds,
      peakMegabytes,
      wallSeconds: 1,
    });
    const pairs = [
      { this: cost(4, 400), other: cost(5, 500) },
      { this: cost(6, 410), other: cost(5, 500) },
      { this: cost(4.5, 390), other: cost(5, 500) },
    ];
    expect(formatComparisons([{ program: "native", zones: 1, step: "refresh", pairs }])).toEqual([
      "1 zone, native, refresh: 4.50 against 5.00 CPU s, 0.900 x (pairs 0.80 to 1.20, median 0.900); 400 against 500 MB, 0.800 x",
    ]);
  });
});

describe("median", () => {
  it("is the middle value by size, or the lower of two", () => {
    expect(median([10, 9, 100])).toBe(10);
    expect(median([4, 3, 2, 1])).toBe(2);
    expect(median([7])).toBe(7);
  });

  it("does not exist for an empty list", () => {
    expect(() => median([])).toThrow("the median of an empty list does not exist");
  });
});

describe("parseCpuSeconds", () => {
  const rest = "S 1 77 77 0 -1 4194560 1500 250000 0 3 11 22 345 55 20 0 11 0 99 1000000 9000";

  it("adds user and system time in seconds, of the process and of its ended children", () => {
    expect(parseCpuSeconds(`77 (node) ${rest}`)).toEqual({ own: 0.33, endedChildren: 4 });
  });

  it("accepts any name of the command", () => {
    expect(parseCpuSeconds(`77 (a) 1 2 (b c) ${rest}`).endedChildren).toBe(4);
  });

  it("rejects a line of another form", () => {
    expect(() => parseCpuSeconds("77 (node) S 1")).toThrow("not a line of /proc/PID/stat: 77 (node) S 1");
  });
});

describe("stateSize", () => {
  it("counts resources, the whole state, and their inputs and outputs, all without white space", () => {
    const resources = [
      { type: "pulumi:pulumi:Stack" },
      { type: "pulumi:providers:pulumi-nodejs", inputs: { version: "1" } },
      { type: "pulumi-nodejs:dynamic/edge:OwaspConfig", inputs: { a: "é" }, outputs: { b: 1 } },
      { type: "edge:index:ZoneBaseline" },
    ];
    const state = { version: 3, deployment: { resources } };
    expect(stateSize(JSON.stringify(state, undefined, 4))).toEqual({
      resources: 2,
      bytes: Buffer.byteLength(JSON.stringify(state)),
      inputBytes: Buffer.byteLength('{"a":"é"}') + Buffer.byteLength("{}"),
      outputBytes: Buffer.byteLength('{"b":1}') + Buffer.byteLength("{}"),
    });
  });
});

describe("formatReport", () => {
  it("is a table with a line for each step, and a dash for unknown figures", () => {
    expect(formatReport(FIGURES).split("\n")).toEqual([
      "A processor, 2 cores, Linux x64, Node 20.20.2, Pulumi 3.250.0",
      "",
      "Stacks. delay ms: before each answer of the platform; reads, writes: requests; CPU s, peak MB: of the Pulumi CLI and its",
      "child processes; × idle: CPU compared with a stack of resources that do nothing",
      "zones  delay ms  step              reads  writes  CPU s  × idle  wall s  peak MB",
      "    1        50  first up              4       3    3.0    1.50     4.0      464",
      "    1        50  one rule changed      1       1      –       –    12.0        –",
      "State of 1 zone at 50 ms (3 resources): 18,036 bytes; goal: 10,100 (twice the inputs and 700 bytes per resource)",
      "",
      "Previews of 300 different zones with 2,100 rules: unchanged 15.0 CPU s (median of 3 runs); every rule changed – CPU s (median of 1 runs)",
      "Filter language: parses and type-checks 139,268 expressions per second (2 expressions, 150 characters on average; median of 3 rounds)",
      "  evaluates 1,500,000 rules per second on a request (20 rules, compiled once; median of 3 rounds)",
      "  loading adds 12.3 ms to a program's start, 14.6 ms of CPU (48 modules; difference of the medians of 21 starts)",
      "Questions about all requests (each line in a process of its own, median of three runs)",
      "  two rules: 0.12 CPU s, 13 MB, 3 questions (1 undecided), 12,345 steps",
      "Review: 5.0 s of CPU, 240 MB, for 300 zones with 3,000 rules, each changed in another way (median of 3 runs)",
      "Local platform: ready after 307 ms; 94 MB with 1,000 zones of 20 rules; over 10 connections",
      "  1,118 per second (0.40 ms of CPU each): reads of an entry point of 20 rules",
      "  537 per second (1.50 ms of CPU each): changes of one rule of it",
      "  300 per second (– ms of CPU each): replacements of all its rules",
    ]);
  });
});

describe("formatReport of one group", () => {
  it("omits the other groups", () => {
    const { cpu, cores, os, node } = FIGURES.machine;
    const machine = { cpu, cores, os, node };
    expect(formatReport({ machine, platform: FIGURES.platform }).split("\n")).toEqual([
      "A processor, 2 cores, Linux x64, Node 20.20.2",
      "",
      expect.stringMatching(/^Local platform: /),
      expect.stringMatching(/ reads of an entry point /),
      expect.stringMatching(/ changes of one rule of it$/),
      expect.stringMatching(/ replacements of all its rules$/),
    ]);
  });
});

describe("formatJson", () => {
  it("contains the same figures with two decimals", () => {
    expect(JSON.parse(formatJson(FIGURES))).toEqual({
      ...FIGURES,
      stacks: [
        {
          ...FIGURES.stacks[0]!,
          steps: [{ ...FIGURES.stacks[0]!.steps[0]!, cpuSeconds: 2.99 }, FIGURES.stacks[0]!.steps[1]!],
        },
      ],
      decisions: [{ ...FIGURES.decisions[0]!, cpuSeconds: 0.12 }],
      platform: { ...FIGURES.platform, read: { perSecond: 1117.9, cpuMs: 0.4 } },
      filter: { ...FIGURES.filter, rounds: [139_267.52, 1, 2], perSecond: 139_267.52 },
    });
  });
});
