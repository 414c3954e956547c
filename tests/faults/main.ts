import { fork } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { Theatre } from "./cell";
import { cellsOf, nameOf, REAL_SCENARIOS, realCellsOf, sampleOf, PORTIONS, type Cell } from "./cells";
import { reportOf, type CellResult } from "./report";
import type { Scenario } from "./scenario";
import { scenarios } from "./scenarios";

const USAGE = `usage: npm run test:faults [-- OPTIONS]
  --cell NAME    plays that cell and tells its story ("ApiToken/rename/3/reset-after"); a beginning of names plays all of them
  --sample       one cell for each pair of operation and fault
  --slice        one cell or more for each operation of each kind, and each fault at a third of the operations
  --real         plays some cells with real provider processes, over gRPC
  --engine       kills the real CLI at each request of a few stories instead
  --json         prints the result of each cell as a line of JSON, and nothing else
  --write        writes the table into docs/reliability.md
  --workers N    processes that play (default: one for each processor)`;

interface Work {
  readonly scenarios: readonly string[];
  readonly prefix: string;
  readonly part: Part;
  readonly real: boolean;
}

/** Which cells are played. */
type Part = "all" | keyof typeof PORTIONS;

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Plays the cells that it receives and sends back a result for each. */
async function worker(): Promise<void> {
  const work = await new Promise<Work>((resolve) =>
    process.once("message", (message) => resolve(message as Work)),
  );
  const theatre = await Theatre.open({ real: work.real });
  const send = (result: CellResult) => new Promise<void>((done) => process.send?.(result, () => done()));
  for (const name of work.scenarios) {
    const scenario = scenarios.find((one) => one.name === name);
    if (!scenario) continue;
    try {
      const { problems, story, requests } = await theatre.unfaulted(scenario);
      await send({
        cell: `${name}/0/none`,
        problems: [...problems],
        story: problems.length > 0 ? [...story] : [],
      });
      for (const cell of chosen(work, scenario, requests).filter((one) =>
        nameOf(one).startsWith(work.prefix),
      ))
        await send(await played(theatre, cell));
    } catch (error) {
      await send({ cell: `${name}/0/none`, problems: [errorText(error)], story: [] });
    }
    theatre.forget(scenario);
  }
  await theatre.close();
  process.disconnect();
}

function chosen({ part, real }: Work, scenario: Scenario, requests: number): Cell[] {
  if (real) return realCellsOf(scenario, requests);
  if (part === "all") return cellsOf(scenario, requests);
  return sampleOf(scenario, requests, scenarios, PORTIONS[part]);
}

async function played(theatre: Theatre, cell: Cell): Promise<CellResult> {
  try {
    const { problems, story } = await theatre.play(cell.scenario, cell.fault);
    return {
      cell: nameOf(cell),
      problems: [...new Set(problems)],
      story: problems.length > 0 ? [...story] : [],
    };
  } catch (error) {
    return { cell: nameOf(cell), problems: [errorText(error)], story: [] };
  }
}

/** Plays one cell in this process and prints its story. */
async function tell(prefix: string, real: boolean): Promise<number> {
  const theatre = await Theatre.open({ real });
  let failed = 0;
  try {
    for (const scenario of scenarios.filter(({ name }) => prefix.startsWith(`${name}/`))) {
      const { requests } = await theatre.unfaulted(scenario);
      for (const cell of cellsOf(scenario, requests).filter((one) => nameOf(one) === prefix)) {
        const { problems, story } = await theatre.play(cell.scenario, cell.fault);
        for (const line of [nameOf(cell), ...story]) print(line);
        for (const problem of problems) print(`PROBLEM ${problem}`);
        if (problems.length > 0) failed += 1;
      }
    }
  } finally {
    await theatre.close();
  }
  return failed > 0 ? 1 : 0;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      cell: { type: "string", default: "" },
      sample: { type: "boolean", default: false },
      slice: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      real: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      workers: { type: "string", default: String(os.availableParallelism()) },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const prefix = values.cell;
  if (prefix.split("/").length >= 4) return tell(prefix, values.real);
  const names = scenarios
    .map(({ name }) => name)
    .filter((name) => !values.real || REAL_SCENARIOS.includes(name))
    .filter((name) => name.startsWith(prefix) || prefix.startsWith(`${name}/`));
  if (names.length === 0) {
    print(`there is no operation whose name begins with ${JSON.stringify(prefix)}\n${USAGE}`);
    return 2;
  }
  const began = Date.now();
  const results = await playAll(
    names,
    { prefix, part: values.slice ? "slice" : values.sample ? "sample" : "all", real: values.real },
    Number(values.workers),
  );
  const failed = results.filter(({ problems }) => problems.length > 0);
  if (values.json) {
    for (const result of results) print(JSON.stringify(result));
    return failed.length > 0 ? 1 : 0;
  }
  for (const { cell, problems } of failed) print(`FAILED ${cell}\n  ${problems.join("\n  ")}`);
  const report = reportOf(results);
  print(report.table);
  print(
    `${results.length} cells, ${failed.length} failed, ${Math.round((Date.now() - began) / 1000)} s. --cell NAME tells the story of one.`,
  );
  if (values.write) writeReport(report.table);
  return failed.length > 0 ? 1 : 0;
}

async function playAll(
  names: readonly string[],
  work: Omit<Work, "scenarios">,
  workers: number,
): Promise<CellResult[]> {
  const results: CellResult[] = [];
  const shares = Array.from({ length: Math.max(1, workers) }, (_, share) =>
    names.filter((__, index) => index % Math.max(1, workers) === share),
  ).filter((share) => share.length > 0);
  await Promise.all(
    shares.map(
      (share) =>
        new Promise<void>((resolve, reject) => {
          const child = fork(__filename, ["--worker"], { execArgv: process.execArgv });
          child.on("message", (result) => results.push(result as CellResult));
          child.on("error", reject);
          child.on("exit", (code) =>
            code === 0 ? resolve() : reject(new Error(`a worker ended with ${String(code)}`)),
          );
          child.send({ ...work, scenarios: share } satisfies Work);
        }),
    ),
  );
  return results.sort((a, b) => (a.cell < b.cell ? -1 : 1));
}

const BEGIN = "<!-- npm run test:faults -- --write -->";
const END = "<!-- end of what it writes -->";

function writeReport(table: string): void {
  const file = path.resolve(__dirname, "../../docs/reliability.md");
  const text = fs.readFileSync(file, "utf8");
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (before < 0 || after < 0) throw new Error(`${file} has no place for the table`);
  fs.writeFileSync(file, `${text.slice(0, before)}${BEGIN}\n\n${table}\n\n${text.slice(after)}`);
}

function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const run = process.argv.includes("--worker") ? worker().then(() => 0) : main();
run.then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${errorText(error)}\n`);
    process.exitCode = 1;
  },
);
