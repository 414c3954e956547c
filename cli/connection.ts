import type { Command } from "commander";
import { z } from "zod";
import { Id, type Zone } from "../provider/api";
import {
  resolveConnection,
  sharedClient,
  type ConnectionSettings,
  type EdgeClient,
} from "../provider/client";
import { readText } from "./read-text";
import { UsageError } from "./usage-error";
import { didYouMean, nearestWords } from "../provider/words";

export interface ConnectionFlags {
  readonly connection?: string;
  /** File with the stack's configuration. Environment variables take precedence over it. */
  readonly config?: string;
}

export function addConnectionOptions(command: Command): Command {
  return command
    .option("--connection <name>", "use this connection of EDGE_CONNECTIONS or edge:connections")
    .option(
      "--config <file>",
      "stack configuration: the output of `pulumi config --json --show-secrets` (- for stdin)",
    );
}

/** Labels the default connection in lists of connection names. */
const DEFAULT_CONNECTION = "the default connection";

export function connectionLabel(name: string): string {
  return name === DEFAULT_CONNECTION ? name : `the connection ${name}`;
}

/** Returns the connection that a resource names; undefined for the default connection. */
export function connectionOf({ inputs }: ConnectedResource): string | undefined {
  return typeof inputs["connection"] === "string" ? inputs["connection"] : undefined;
}

interface ConnectedResource {
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** Returns the labels of the other connections of some resources, which a run with one connection leaves out. */
export function otherConnections(
  resources: readonly ConnectedResource[],
  connection: string | undefined,
): string[] {
  const others = new Set(resources.map(connectionOf).filter((name) => name !== connection));
  return [...others].map((name) => name ?? DEFAULT_CONNECTION);
}

/** @throws UsageError, ConfigurationError */
export function settingsOf(flags: ConnectionFlags): ConnectionSettings {
  return resolveConnection({ env: process.env, config: configOf(flags), connection: flags.connection });
}

/** The configuration of a run of a command, by its options: stdin can be read only once. */
const configs = new WeakMap<ConnectionFlags, ReadonlyMap<string, string>>();

/** Reads the stack's configuration, which the result looks up by key. @throws UsageError */
export function configOf(flags: ConnectionFlags): (key: string) => string | undefined {
  const { config } = flags;
  const values =
    configs.get(flags) ?? (config === undefined ? new Map<string, string>() : readStackConfig(config));
  configs.set(flags, values);
  return (key) => values.get(key);
}

/** @throws UsageError, ConfigurationError */
export function openClient(flags: ConnectionFlags): EdgeClient {
  return sharedClient(settingsOf(flags));
}

/** Looks up a zone by name or id. @throws UsageError if no zone or several zones have the name */
export async function findZone(client: EdgeClient, zone: string): Promise<Zone> {
  if (Id.safeParse(zone).success) return client.zones.get(zone);
  const found = (await client.zones.list({ name: zone })).filter(({ name }) => name === zone);
  const [only, ...more] = found;
  if (!only) throw new UsageError(await unknownZone(client, zone));
  if (more.length === 0) return only;
  throw new UsageError(
    `${found.length} zones are named '${zone}': ${found.map(({ id }) => id).join(", ")}. Use the id instead.`,
  );
}

async function unknownZone(client: EdgeClient, zone: string): Promise<string> {
  const stem = (name: string): string => name.replace(/\.[^.]*$/, "");
  // Zones have their last labels in common, which makes all of them alike.
  const names = (await client.zones.list())
    .map(({ name }) => name)
    .filter((name) => stem(name) === stem(zone) || nearestWords(stem(zone), [stem(name)]).length > 0);
  return `There is no zone '${zone}' that this credential can see${didYouMean(zone, names) || "."}`;
}

const StackConfig = z.record(z.string(), z.looseObject({ value: z.string().optional() }));

/** Errors never quote the text, which contains secrets. */
function readStackConfig(file: string): ReadonlyMap<string, string> {
  try {
    return configFrom(readText(file));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new UsageError(
      `The stack configuration cannot be read from ${file}${code}: expected the output of \`pulumi config --json --show-secrets\`.`,
    );
  }
}

/** Parses the output of `pulumi config --json --show-secrets`; returns undefined for any other text. */
export function parseStackConfig(text: string): ReadonlyMap<string, string> | undefined {
  try {
    return configFrom(text);
  } catch {
    return undefined;
  }
}

function configFrom(text: string): ReadonlyMap<string, string> {
  const json: unknown = JSON.parse(text);
  const entries = Object.entries(StackConfig.parse(json));
  return new Map(entries.flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value] as const])));
}
