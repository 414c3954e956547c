import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { z } from "zod";
import { Id, type Zone } from "../provider/api";
import {
  resolveConnection,
  sharedClient,
  type ConnectionSettings,
  type EdgeClient,
} from "../provider/client";
import { UsageError } from "./usage-error";

/** Which connection, as the command line names it. */
export interface ConnectionFlags {
  readonly connection?: string;
  /** File of the stack's configuration, which counts after the environment. */
  readonly config?: string;
}

export function addConnectionOptions(command: Command): Command {
  return command
    .option("--connection <name>", "an entry of EDGE_CONNECTIONS or edge:connections")
    .option(
      "--config <file>",
      "the stack's configuration: what `pulumi config --json --show-secrets` prints (- for stdin)",
    );
}

/** @throws UsageError, ConfigurationError */
export function settingsOf({ connection, config }: ConnectionFlags): ConnectionSettings {
  const values = config === undefined ? new Map<string, string>() : readStackConfig(config);
  return resolveConnection({ env: process.env, config: (key) => values.get(key), connection });
}

/** @throws UsageError, ConfigurationError */
export function openClient(flags: ConnectionFlags): EdgeClient {
  return sharedClient(settingsOf(flags));
}

/** A zone by its name or id, as far as it must be asked for. @throws UsageError where there is none, or several */
export async function findZone(client: EdgeClient, zone: string): Promise<Zone> {
  if (Id.safeParse(zone).success) return client.zones.get(zone);
  const found = (await client.zones.list({ name: zone })).filter(({ name }) => name === zone);
  const [only, ...more] = found;
  if (!only) throw new UsageError(`There is no zone '${zone}' that this credential can see.`);
  if (more.length === 0) return only;
  throw new UsageError(
    `${found.length} zones are named '${zone}': ${found.map(({ id }) => id).join(", ")}. Give the id.`,
  );
}

const StackConfig = z.record(z.string(), z.looseObject({ value: z.string().optional() }));

/** No part of the text is ever shown: it holds secrets. */
function readStackConfig(file: string): ReadonlyMap<string, string> {
  const expected = `it is to be what \`pulumi config --json --show-secrets\` prints`;
  try {
    const json: unknown = JSON.parse(readFileSync(file === "-" ? 0 : file, "utf8"));
    const entries = Object.entries(StackConfig.parse(json));
    return new Map(
      entries.flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value] as const])),
    );
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new UsageError(`The stack's configuration cannot be read from ${file}${code}: ${expected}.`);
  }
}
