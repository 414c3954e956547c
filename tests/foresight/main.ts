import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { playAll, type Share } from "./play";
import { missedOf } from "./results";
import { summaryOf, tableOf, withSummary } from "./table";

const USAGE = `usage: npm run foresight [-- OPTIONS]
  --only TEXT    previews only the programs whose name, class/title, contains the text, and prints what each reports
  --engine CLASS previews the programs of a class at once, with the real Pulumi CLI, and compares the results with the list
  --plugin       runs the programs with the native classes and the plugin, as far as they can
  --share K/N    previews each Nth program, from the Kth
  --json         prints the results as JSON, and nothing else
  --write        writes the table into docs/foresight.md, its figures into README.md, and the list of missed programs into
                 tests/foresight/missed.json`;

const BEGIN = "<!-- npm run foresight -- --write -->";
const END = "<!-- end of what it writes -->";
const DOCS = path.resolve(__dirname, "../../docs/foresight.md");
const README = path.resolve(__dirname, "../../README.md");
const MISSED = path.join(__dirname, "missed.json");

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      plugin: { type: "boolean", default: false },
      share: { type: "string", default: "1/1" },
      json: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    print(USAGE);
    return 0;
  }
  if (values.plugin && values.write) {
    print("foresight: the table and the list are about the dynamic provider: leave out --plugin or --write.");
    return 1;
  }
  const share = shareOf(values.share);
  if (share === undefined) {
    print(`foresight: --share ${values.share} is not two numbers K/N, with K from 1 to N.`);
    return 1;
  }
  if (share.of > 1 && values.write) {
    print("foresight: the table and the list are about all programs: leave out --share or --write.");
    return 1;
  }
  const began = Date.now();
  const results = await playAll({ only: values.only, door: values.plugin ? "plugin" : "dynamic", share });
  if (values.json) {
    // Waits, since the process ends before a pipe has taken a long text.
    await new Promise((done) => process.stdout.write(JSON.stringify(results), done));
    return 0;
  }
  for (const { class: name, title, miss, output } of results.faulty) {
    if (miss === undefined && values.only === undefined) continue;
    print(`${miss === undefined ? "STOPPED" : `MISSED (${miss})`} ${name}/${title}`);
    for (const line of output) print(`    ${line.replaceAll("\n", "\n    ")}`);
  }
  for (const { title, alarms, writes } of results.correct) {
    const problems = [...alarms, ...writes];
    if (problems.length > 0) print(`ALARM correct/${title}\n    ${problems.join("\n    ")}`);
  }
  const table = tableOf(results);
  print(table);
  const { faulty, correct } = results;
  const seconds = Math.round((Date.now() - began) / 1000);
  print(
    `${faulty.length} faulty and ${correct.length} correct programs, ${seconds} s. --only TEXT shows what some of them report.`,
  );
  if (values.write) {
    writeTable(table);
    fs.writeFileSync(README, withSummary(fs.readFileSync(README, "utf8"), summaryOf(table)));
    fs.writeFileSync(MISSED, `${JSON.stringify(missedOf(results), undefined, 2)}\n`);
  }
  const wrong =
    faulty.some(({ verdict }) => verdict.writes > 0) ||
    correct.some((one) => one.alarms.length + one.writes.length > 0);
  return wrong ? 1 : 0;
}

/** Returns the two numbers of `K/N`; undefined if the text has another form. */
function shareOf(text: string): Share | undefined {
  const [, number = 0, of = 0] = (/^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? []).map(Number);
  return number >= 1 && number <= of ? { number, of } : undefined;
}

function writeTable(table: string): void {
  const text = fs.readFileSync(DOCS, "utf8");
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (before < 0 || after < 0) throw new Error(`${DOCS} has no place for the table`);
  fs.writeFileSync(DOCS, `${text.slice(0, before)}${BEGIN}\n\n${table}\n\n${text.slice(after)}`);
}

main().then(
  // Connections of the programs' clients would keep the process alive.
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
