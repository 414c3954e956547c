import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { runStep } from "../../scripts/processes";
import { freePort } from "./free-port";

/** Where the Pulumi CLI keeps states. */
export interface StateStore {
  /** For PULUMI_BACKEND_URL. */
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  /** What no output may contain. */
  readonly secret: string;
  close(): Promise<void>;
}

/** The user and the group `nobody`, since PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const POLL_MS = 50;
const PATIENCE_MS = 60_000;

// Neither server takes port 0 and tells which port it has got.

/** Starts Versity's S3 gateway on a temporary folder. `npm run test:stores` builds it, and sets EDGE_TEST_S3 to its path. */
export async function startS3(): Promise<StateStore> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-s3-"));
  const [data, attributes] = [path.join(folder, "data"), path.join(folder, "attributes")];
  // A folder at the top is a bucket.
  fs.mkdirSync(path.join(data, "states"), { recursive: true });
  fs.mkdirSync(attributes);
  const [access, secret] = ["edge", newSecret()];
  const port = await freePort();
  const server = startServer(
    givenProgram("EDGE_TEST_S3"),
    ["--port", `127.0.0.1:${port}`, "--quiet", "posix", "--sidecar", attributes, data],
    { env: { ROOT_ACCESS_KEY: access, ROOT_SECRET_KEY: secret } },
  );
  await accepts(port, server);
  const options = `endpoint=http://127.0.0.1:${port}&use_path_style=true&region=us-east-1`;
  return {
    url: `s3://states?${options}`,
    env: { AWS_ACCESS_KEY_ID: access, AWS_SECRET_ACCESS_KEY: secret },
    secret,
    close: () => end(server, folder),
  };
}

/** Starts PostgreSQL on a temporary folder. `npm run test:stores` sets EDGE_TEST_POSTGRES to the folder of `initdb` and `postgres`. */
export async function startPostgres(): Promise<StateStore> {
  const bin = givenProgram("EDGE_TEST_POSTGRES");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-postgres-"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) fs.chownSync(folder, NOBODY, NOBODY);
  const [data, secret] = [path.join(folder, "data"), newSecret()];
  const password = path.join(folder, "password");
  fs.writeFileSync(password, secret);
  const asUser = isRoot ? ["--reuid", String(NOBODY), "--regid", String(NOBODY), "--clear-groups"] : [];
  const initialize = ["-D", data, "-U", "edge", "--auth", "scram-sha-256", "--pwfile", password, "--no-sync"];
  const made = await runStep("setpriv", [...asUser, path.join(bin, "initdb"), ...initialize]);
  if (made.code !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const settings = ["-h", "127.0.0.1", "-p", String(port), "-k", "", "-F", "-c", "log_min_messages=fatal"];
  const server = startServer(path.join(bin, "postgres"), ["-D", data, ...settings], { asUser });
  await accepts(port, server);
  return {
    url: `postgres://edge:${secret}@127.0.0.1:${port}/postgres?sslmode=disable`,
    env: {},
    secret,
    close: () => end(server, folder),
  };
}

function newSecret(): string {
  return randomBytes(16).toString("hex");
}

function givenProgram(name: string): string {
  const given = process.env[name];
  if (given === undefined) throw new Error(`${name} is not set: run these tests by \`npm run test:stores\`.`);
  return given;
}

/** Starts a server that the kernel ends with this process, whatever ends it. */
function startServer(
  program: string,
  args: readonly string[],
  { env = {}, asUser = [] }: { env?: Readonly<Record<string, string>>; asUser?: readonly string[] },
): ChildProcess {
  return spawn("setpriv", ["--pdeathsig", "KILL", ...asUser, program, ...args], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function accepts(port: number, server: ChildProcess): Promise<void> {
  const stop = Date.now() + PATIENCE_MS;
  while (Date.now() < stop) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, "127.0.0.1");
      socket.once("error", () => resolve(false));
      socket.once("connect", () => {
        socket.destroy();
        resolve(true);
      });
    });
    if (isOpen) return;
    await delay(POLL_MS);
  }
  throw new Error(`nothing listens on port ${port} after ${PATIENCE_MS / 1000} s`);
}

async function end(server: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise((resolve) => server.once("exit", resolve));
  // PostgreSQL ends without waiting for clients.
  if (server.exitCode === null && server.kill("SIGINT")) await ended;
  fs.rmSync(folder, { recursive: true, force: true });
}
