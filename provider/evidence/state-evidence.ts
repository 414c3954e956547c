import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { isMembers } from "../api";
import { codeOf, parseMark } from "../marks";
import { LEFT, MARK, ORPHANS, REPLACED } from "../properties/hidden";

export interface StateEvidence {
  /** The codes of the marks of its resources, also of those that are still to be deleted. */
  readonly codes: ReadonlySet<string>;
  /** The ids of the remote objects of its resources: tokens, rulesets, rules, lists and items. */
  readonly ids: ReadonlySet<string>;
  /** Those of them that their resource has left to another one, which has not written them yet. */
  readonly left: ReadonlySet<string>;
  /** The codes of the marks of creations that were interrupted: their objects may exist, and no resource has them. */
  readonly interrupted: ReadonlySet<string>;
}

const ID = /[0-9a-f]{32}/g;
/** The outputs that hold ids of remote objects. Arguments such as `policies` name objects of others. */
const IDS = ["tokenId", "previous", REPLACED, ORPHANS, "rulesetId", "ruleId", "ruleIds", "listId", "itemIds"];

/** Reads the evidence in the output of `pulumi stack export`. A document of another form proves nothing. */
export function evidenceIn(document: unknown): StateEvidence {
  const deployment = isMembers(document) && isMembers(document["deployment"]) ? document["deployment"] : {};
  const resources = listOf(deployment["resources"]);
  const codes = new Set(resources.flatMap(codesOf));
  const pending = listOf(deployment["pending_operations"]).filter(({ type }) => type === "creating");
  const created = pending.flatMap(({ resource }) => (isMembers(resource) ? codesOf(resource) : []));
  const managed = new Set(resources.flatMap((resource) => idsOf(resource, IDS)));
  const left = resources.flatMap((resource) => idsOf(resource, [LEFT]));
  return {
    codes,
    ids: new Set([...managed, ...left]),
    left: new Set(left.filter((id) => !managed.has(id))),
    interrupted: new Set(created.filter((code) => !codes.has(code))),
  };
}

/** Returns the logical names of the resources in the output of `pulumi stack export`, by the codes of their marks. */
export function markedResources(document: unknown): ReadonlyMap<string, string> {
  const deployment = isMembers(document) && isMembers(document["deployment"]) ? document["deployment"] : {};
  return new Map(
    listOf(deployment["resources"]).flatMap((resource) => {
      const { urn } = resource;
      const name = typeof urn === "string" ? urn.split("::").at(-1) : undefined;
      return name === undefined ? [] : codesOf(resource).map((code) => [code, name] as const);
    }),
  );
}

function codesOf({ inputs, outputs }: Record<string, unknown>): string[] {
  return [inputs, outputs].flatMap((properties) => {
    const text = isMembers(properties) ? properties[MARK] : undefined;
    const mark = typeof text === "string" ? parseMark(text) : undefined;
    return mark ? [codeOf(mark)] : [];
  });
}

function idsOf({ outputs }: Record<string, unknown>, names: readonly string[]): string[] {
  if (!isMembers(outputs)) return [];
  // A shared List that only adds items to an existing list does not own that list.
  const owned = names.filter((name) => name !== "listId" || outputs["createdList"] === true);
  return owned.flatMap((name) => textsIn(outputs[name])).flatMap((text) => text.match(ID) ?? []);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isMembers) : [];
}

/** How often the export is tried: the file backend writes a file beside the state in place, which can be read half written. */
const TRIES = 3;
const LONGEST_MS = 30_000;
const LARGEST_BYTES = 512 * 1024 * 1024;

/**
 * Returns what `pulumi stack export` prints for a stack, or the reason why there is nothing. The CLI that runs this process reads the state
 * with its own backend and credential. An export does not wait for the lock of the update that asks for it.
 */
export async function exportStack(
  stack: string,
): Promise<{ readonly document: unknown } | { readonly reason: string }> {
  let reason = "";
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      return {
        document: JSON.parse(await pulumi(["stack", "export", "--stack", stack, "--non-interactive"])),
      };
    } catch (error) {
      reason = error instanceof Error ? firstLine(error.message) : String(error);
    }
  }
  return { reason };
}

function pulumi(args: readonly string[]): Promise<string> {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  return new Promise((resolve, reject) => {
    const options = { env, timeout: LONGEST_MS, maxBuffer: LARGEST_BYTES, windowsHide: true };
    execFile(runningCli() ?? "pulumi", [...args], options, (error, stdout, stderr) => {
      if (error) reject(new Error(firstLine(stderr) || error.message));
      else resolve(stdout);
    });
  });
}

/** Returns the CLI that started this process, where the system tells: it may not be on PATH. */
function runningCli(): string | undefined {
  let pid = String(process.ppid);
  for (let depth = 0; depth < 4; depth += 1) {
    try {
      const file = fs.readlinkSync(`/proc/${pid}/exe`);
      if (path.basename(file) === "pulumi") return file;
      // `pid (name) state parent …`, where the name may contain spaces and parentheses.
      const [, parent = ""] =
        fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
      pid = parent;
    } catch {
      return undefined;
    }
  }
  return undefined;
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
