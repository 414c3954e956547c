import { InvalidArgumentError, type Command } from "commander";
import { z } from "zod";
import { ControlClient, ControlPlaneError } from "../emulator/control-client";
import { ClockChange } from "../emulator/control/clock";
import { PublishedVersion } from "../emulator/control/managed";
import { SeedDocument } from "../emulator/control/seed";
import { Snapshot } from "../emulator/control/snapshot";
import { InjectedFault as Fault } from "../emulator/fault-plan";
import { openApiDocument } from "../emulator/openapi";
import { checkShape, readJsonFile } from "./read-text";
import { UsageError } from "./usage-error";

const DEFAULT_URL = "http://127.0.0.1:8787";
const OK = { status: "ok" };

interface ClockFlags {
  readonly now?: string;
  readonly advance?: string;
  readonly freeze?: true;
  readonly unfreeze?: true;
}

/** Adds `platform …`, which calls the control plane of a running platform and prints JSON. */
export function registerPlatform(program: Command): void {
  const platform = program
    .command("platform")
    .description("inspect and control a running local platform")
    .option("--url <url>", `base URL of the platform (default: $EDGE_BASE_URL, or ${DEFAULT_URL})`);
  const add = (usage: string, description: string) => platform.command(usage).description(description);
  const run = (work: (control: ControlClient) => Promise<unknown>) =>
    print(async () => work(new ControlClient(urlOf(platform.opts<{ url?: string }>().url))));

  add("health", "check whether the platform responds").action(() =>
    run(async (control) => {
      await control.health();
      return OK;
    }),
  );
  add("requests", "list the requests that the platform answered, newest last")
    .option("--since <number>", "only requests after this number", parseCount, 0)
    .action(({ since }: { since: number }) => run((control) => control.requests(since)));
  add("faults [file]", "list the injected faults, or replace them with those of a file (- for stdin)").action(
    (file?: string) =>
      run((control) =>
        file === undefined ? control.listFaults() : control.replaceFaults(readJsonFile(z.array(Fault), file)),
      ),
  );
  add("clock", "show or change the clock of the platform")
    .option("--now <time>", "set the time, such as 2030-01-01T00:00:00Z")
    .option("--advance <duration>", "advance the clock, such as by 90s, 15m, 24h, 30d")
    .option("--freeze", "stop the clock")
    .option("--unfreeze", "start the clock again")
    .action((flags: ClockFlags) => run((control) => changeClock(control, flags)));
  add(
    "reset",
    "reset to the initial state: the account, the managed rulesets and the bootstrap token",
  ).action(() =>
    run(async (control) => {
      await control.reset();
      return OK;
    }),
  );
  add("seed <file>", "add the objects of a JSON document (- for stdin)").action((file: string) =>
    run((control) => control.seed(readJsonFile(SeedDocument, file))),
  );
  add("snapshot", "print all data as one JSON document").action(() =>
    run((control) => control.getSnapshot()),
  );
  add("restore <file>", "replace all data with a snapshot (- for stdin)").action((file: string) =>
    run(async (control) => {
      await control.replaceSnapshot(readJsonFile(Snapshot, file));
      return OK;
    }),
  );
  add("publish <ruleset> [file]", "publish the next version of a managed ruleset").action(
    (ruleset: string, file?: string) =>
      run((control) =>
        control.publishManaged(ruleset, file === undefined ? {} : readJsonFile(PublishedVersion, file)),
      ),
  );
  add("openapi", "print the OpenAPI document of the API; needs no running platform").action(() =>
    print(() => Promise.resolve(openApiDocument())),
  );
}

async function print(work: () => Promise<unknown>): Promise<void> {
  try {
    process.stdout.write(`${JSON.stringify(await work(), null, 2)}\n`);
  } catch (error) {
    if (!(error instanceof ControlPlaneError || error instanceof UsageError)) throw error;
    process.stderr.write(`edge-platform platform: ${error.message}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

function urlOf(flag: string | undefined): string {
  const url = flag ?? process.env["EDGE_BASE_URL"] ?? DEFAULT_URL;
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new UsageError(`'${url}' is not a platform URL. Use a URL such as ${DEFAULT_URL}.`);
}

function changeClock(control: ControlClient, { now, advance, freeze, unfreeze }: ClockFlags) {
  if (freeze && unfreeze) throw new UsageError("--freeze and --unfreeze cannot be combined.");
  const change = {
    ...(now !== undefined && { now }),
    ...(advance !== undefined && { advance }),
    ...((freeze ?? unfreeze) && { frozen: freeze === true }),
  };
  if (Object.keys(change).length === 0) return control.getClock();
  return control.changeClock(checkShape(ClockChange, change, "the clock"));
}

function parseCount(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a non-negative integer.");
  return Number(text);
}
