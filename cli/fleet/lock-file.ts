import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { z } from "zod";
import { byName, NO_FLEET, type Fleet, type Placement } from "../../fleet/fleet";
import { LOCK_VERSION } from "../../fleet/print-lock";
import { isStackName } from "../../fleet/stack-names";
import { zoneName } from "../../fleet/zone-name";
import { isDeeper } from "../is-deeper";
import { jsonTree } from "../json-tree";
import { CommandError } from "../question";
import { readInput } from "../read-text";
import { fileError, UsageError } from "../usage-error";
import { type Holder, isDead, thisProcess } from "./holder";
import { checkYaml, LEVELS, parseYaml, tooDeep } from "./yaml-text";

/** A lock file, as it is on the disk. */
export interface LockFile {
  readonly file: string;
  /** Undefined if there is no file yet. */
  readonly text: string | undefined;
  readonly fleet: Fleet;
  /** Returns where a zone is: `fleet.lock.json:7`. */
  readonly placeOf: (zone: Placement) => string;
}

const Entry = z.strictObject({
  name: z.string().refine((name) => zoneName(name) === name, {
    error: "expected the name of a zone in lower case, such as example.com",
  }),
  stack: z.string().refine(isStackName, { error: "expected the name of a stack" }),
});
const Document = z.strictObject({
  version: z.literal(LOCK_VERSION, {
    error: `this release reads version ${LOCK_VERSION}. Install the release of pulumi-edge-platform that has written the file`,
  }),
  zones: z.array(Entry.extend({ config: z.record(z.string(), z.json()).optional() })),
  removed: z.array(Entry),
  // What a program or a person does with them does not matter: each command computes them again.
  stacks: z.array(z.strictObject({ name: z.string(), hash: z.string() })).default([]),
});

/** Reads a lock file. Without one, the fleet is empty. @throws UsageError that names the line */
export function readLock(file: string): LockFile {
  if (!existsSync(file)) return { file, text: undefined, fleet: NO_FLEET, placeOf: () => file };
  const text = readInput(file);
  const { fleet, valid } = parseFleet(file, text);
  return { file, text, fleet, placeOf: ({ name }) => linesOf(file, valid, name)[0] ?? file };
}

/** The content of a lock file. */
interface ParsedLock {
  readonly fleet: Fleet;
  /** By stack. */
  readonly hashes: ReadonlyMap<string, string>;
  /** The text, without what git could not merge if nobody needs it. */
  readonly valid: string;
}

/** Parses the text of a lock file. `file` names it in messages. @throws UsageError that names the line */
export function parseFleet(file: string, text: string): ParsedLock {
  const valid = withoutUnmergedHashes(text);
  refuseConflict(file, valid);
  const { zones, removed, stacks } = parseLock(file, valid);
  refuseTwice(file, valid, [...zones, ...removed]);
  return {
    fleet: {
      zones: zones
        .map(({ name, stack, config }) => ({ name, stack, ...(config && { config }) }))
        .sort(byName),
      removed: removed.toSorted(byName),
    },
    hashes: new Map(stacks.map(({ name, hash }) => [name, hash])),
    valid,
  };
}

/** The hashes, which are the last member that `printLock` writes, with git's conflict marks among them. */
const UNMERGED_HASHES =
  /^ {2}"stacks": \[\n(?:(?:[<=>|]{7}.*| {4}\{ "name": "[^"]*", "hash": "[^"]*" \},?)\n)*? {2}\]\n\}\n$/m;

/** Two branches that change one program change the same hashes. `fleet plan` computes them again, whatever git made of them. */
function withoutUnmergedHashes(text: string): string {
  return text.replace(UNMERGED_HASHES, (hashes) =>
    /^[<=>|]{7}/m.test(hashes) ? '  "stacks": []\n}\n' : hashes,
  );
}

const CONFLICT = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/;

/** @throws UsageError for the marks of a merge that git could not finish */
function refuseConflict(file: string, text: string): void {
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => CONFLICT.test(line));
  if (first < 0) return;
  const end = lines.findIndex((line) => line.startsWith(">>>>>>>"));
  const inside = lines.slice(first, end < 0 ? undefined : end);
  const zones = inside.flatMap((line) => {
    const [, name] = /"name": *"([^"]+)"/.exec(line) ?? [];
    const [, stack] = /"stack": *"([^"]+)"/.exec(line) ?? [];
    return name === undefined ? [] : [stack === undefined ? name : `${name} in ${stack}`];
  });
  throw new UsageError(
    `${file}:${first + 1}: git's conflict mark ${JSON.stringify(lines[first]?.slice(0, 40))}` +
      `${zones.length > 0 ? `, about ${[...new Set(zones)].join(", ")}` : ""}. Nothing was written. Keep each zone once, in the stack ` +
      "that has its resources; remove the marks, and run `edge-platform fleet plan`.",
  );
}

/** @throws UsageError that names the line */
function parseLock(file: string, text: string): z.output<typeof Document> {
  try {
    const parsed = Document.safeParse(parseJson(file, text));
    // The parser of YAML knows lines, and is slow.
    return parsed.success ? parsed.data : checkYaml(Document, parseYaml(file, text));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(
      `${error.message}\nNothing was written. Correct the file, or restore it from git, and run \`edge-platform fleet plan\`.`,
    );
  }
}

/** @throws UsageError that names the line */
function parseJson(file: string, text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // JSON is YAML, so its parser finds most errors, and knows the line.
    parseYaml(file, text);
    const comma = /,\s*[\]}]/.exec(text)?.index;
    if (comma === undefined) throw fileError(file, "read", error);
    throw new UsageError(`${file}:${text.slice(0, comma).split("\n").length}: a comma at the end of a list`);
  }
  if (isDeeper(value, LEVELS)) throw new UsageError(tooDeep(file));
  return value;
}

/** @throws UsageError for a zone that is there twice, which says where */
function refuseTwice(file: string, text: string, entries: readonly Placement[]): void {
  const stacks = new Map<string, string>();
  for (const { name, stack } of entries) {
    const first = stacks.get(name);
    if (first !== undefined) {
      const [at, again] = linesOf(file, text, name);
      throw new UsageError(
        `${again ?? file}: the zone ${name} is there twice: in ${first} (${at ?? file}) and in ${stack}. Nothing was written. ` +
          `Keep the line of the stack that has its resources, which \`pulumi stack --stack ${first} --show-ids\` shows, ` +
          "and run `edge-platform fleet plan`.",
      );
    }
    stacks.set(name, stack);
  }
}

/** Returns the places of the entries of a zone. The text is a valid lock file. */
function linesOf(file: string, text: string, name: string): string[] {
  const { members } = jsonTree(text, LEVELS);
  const entries = [members?.get("zones"), members?.get("removed")].flatMap((list) => list?.items ?? []);
  return entries
    .filter((entry) => {
      const node = entry.members?.get("name");
      return node && JSON.parse(text.slice(node.start, node.end)) === name;
    })
    .map(({ start }) => `${file}:${text.slice(0, start).split("\n").length}`);
}

/**
 * Lets one run at a time change a lock file. What a process of this machine has left that was killed is taken over.
 * @throws CommandError if another run has it
 */
export async function whileHolding<T>(file: string, work: () => Promise<T>): Promise<T> {
  const busy = `${file}.busy`;
  if (!claim(busy) && !takeOver(busy))
    throw new CommandError(
      `another run is changing ${file}: ${readHolder(busy).text}. Nothing was written. Wait for its end and try again. If it was killed, ` +
        `remove ${busy}.`,
    );
  try {
    return await work();
  } finally {
    rmSync(busy, { force: true });
  }
}

/** Writes a file with this process, unless it exists. */
function claim(file: string): boolean {
  const { pid, host } = thisProcess();
  try {
    writeFileSync(file, `process ${pid} on ${host}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    const exists = typeof error === "object" && error !== null && "code" in error && error.code === "EEXIST";
    if (exists) return false;
    throw fileError(file, "written", error);
  }
}

/** Replaces the claim of a process that has ended. Of several runs that try it at once, one succeeds. */
function takeOver(busy: string): boolean {
  const next = `${busy}.next`;
  if (!isOfDead(busy) || !claim(next)) return false;
  try {
    if (!isOfDead(busy)) return false;
    renameSync(next, busy);
    return true;
  } finally {
    rmSync(next, { force: true });
  }
}

function isOfDead(busy: string): boolean {
  const { holder } = readHolder(busy);
  return holder !== undefined && isDead(holder);
}

function readHolder(busy: string): { readonly text: string; readonly holder?: Holder } {
  try {
    const text = readFileSync(busy, "utf8").slice(0, 200).trim();
    const [, pid, host] = /^process (\d{1,9}) on (\S+)$/.exec(text) ?? [];
    return { text, ...(host !== undefined && { holder: { host, pid: Number(pid) } }) };
  } catch {
    return { text: "it has ended meanwhile" };
  }
}

/** Replaces a file at once: a reader, or a run after a crash, finds the old text or the new one. @throws UsageError */
export function replaceFile(file: string, text: string): void {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.new`);
  try {
    const opened = openSync(temporary, "w");
    try {
      writeFileSync(opened, text);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw fileError(file, "written", error);
  }
}
