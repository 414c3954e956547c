import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { InvalidArgumentError, Option, type Command } from "commander";
import { checkParts } from "../emulator/check-parts";
import { DEFAULT_HOST, isLoopback } from "../emulator/loopback";
import type { RunningPlatform, ServerOptions } from "../emulator/server-options";
import { startServer } from "../emulator/server";
import { ZONE_PLANS, type ZonePlan } from "../provider/api";
import { z } from "zod";
import { renderPage } from "./local-platform/render-page";
import { readJsonFile } from "./read-text";
import { UsageError } from "./usage-error";

const DEFAULT_PORT = 8787;
const DEFAULT_DATA = path.join(".platform", "data");

interface ServeFlags {
  readonly host: string;
  readonly port: number;
  readonly data: string;
  readonly token?: string;
  readonly vendor?: string;
  readonly plan: ZonePlan;
  readonly strictLimits: boolean;
  readonly learnManagedRules: boolean;
  readonly rateLimit?: number;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly unknownNames?: "error" | "warn";
}

/** Adds `serve`, which runs the local edge platform in the foreground until SIGTERM or SIGINT. */
export function registerServe(program: Command): void {
  program
    .command("serve")
    .description("run the local edge platform")
    .option(
      "--host <address>",
      "address to bind; a non-loopback address exposes the platform to the network",
      DEFAULT_HOST,
    )
    .option("--port <number>", "port; 0 picks a free port", parsePort, DEFAULT_PORT)
    .option("--data <folder>", "data folder, created if it does not exist", DEFAULT_DATA)
    .option("--token <value>", "bootstrap token (default: the token in the data folder)", parseToken)
    .option("--vendor <name>", "vendor segment of resource keys (default: cloudflare)", parseVendor)
    .addOption(
      new Option("--plan <plan>", "plan of zones created with POST")
        .choices(ZONE_PLANS)
        .default("enterprise"),
    )
    .option("--strict-limits", "enforce limits of tokens per user and rules per plan", false)
    .option(
      "--learn-managed-rules",
      "accept overrides of managed rules that the platform does not have, and add them to its managed rulesets",
      false,
    )
    .option("--rate-limit <requests>", "request limit per five minutes (default: none)", parseCount)
    .option("--fields <file>", "JSON of further fields and functions that filters may use", parseFields)
    .addOption(
      new Option("--unknown-names <how>", "what other unknown fields and functions in filters are").choices([
        "error",
        "warn",
      ]),
    )
    .action((flags: ServeFlags) => serve(flags));
}

async function serve(flags: ServeFlags): Promise<void> {
  // Requests leave little garbage and the live heap is small. Without these flags, V8 reserves a third more memory under load.
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=20");
  setFlagsFromString("--optimize-for-size");
  const log = (line: string) => process.stderr.write(`${line}\n`);
  // Registered before the start, so that a signal during the start also stops the platform.
  const stop = new AbortController();
  const stopped = signalled().then(() => stop.abort());
  const platform = await start({ ...flags, log, signal: stop.signal });
  if (!platform) return;
  if (!isLoopback(flags.host)) log(openWarning(flags.host));
  process.stdout.write(`${JSON.stringify(platform.ready)}\n`);
  await stopped;
  await platform.close();
}

function openWarning(host: string): string {
  return (
    `edge-platform serve: WARNING: the platform listens on ${host} without encryption, and other machines may reach it. ` +
    `Its token grants full access. The control plane accepts only connections from this machine.`
  );
}

async function start(options: ServerOptions): Promise<RunningPlatform | undefined> {
  try {
    checkParts();
    return await startServer(options, (data, url) => renderPage(data, url));
  } catch (error) {
    if (options.signal?.aborted) return undefined;
    process.exitCode = 1;
    process.stderr.write(`edge-platform serve: ${explain(error, options)}\n`);
    return undefined;
  }
}

function explain(error: unknown, { host = DEFAULT_HOST, port }: ServerOptions): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return `port ${port} is in use. Choose another port with --port, or 0 for a free one.`;
  if (code === "EACCES")
    return `this user is not permitted to use port ${port}. Choose a port above 1023 with --port.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `this machine has no address ${host}. Choose one of its addresses with --host, such as 127.0.0.1.`;
  return error.message;
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
  });
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError("It must be an integer from 0 to 65535.");
  return port;
}

function parseToken(text: string): string {
  // Commander's message for an invalid argument would quote the token.
  if (!/^[A-Za-z0-9_-]{40,80}$/.test(text)) {
    process.stderr.write(
      "edge-platform serve: --token must be 40 to 80 characters of A-Z, a-z, 0-9, _ and -\n",
    );
    process.exit(2);
  }
  return text;
}

function parseVendor(text: string): string {
  if (!/^[a-z][a-z0-9-]*$/.test(text)) {
    throw new InvalidArgumentError(
      "It must be lower-case letters, digits and hyphens, and start with a letter.",
    );
  }
  return text;
}

/** Reads declared names. A wrong one ends the start, with the message of the platform. */
function parseFields(file: string): Readonly<Record<string, unknown>> {
  try {
    return readJsonFile(z.record(z.string(), z.unknown()), file);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new InvalidArgumentError(error.message);
  }
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a positive integer.");
  return Number(text);
}
