import type { createApp } from "../../emulator/app";
import type { Clock } from "../../emulator/clock";
import type { FaultPlan } from "../../emulator/fault-plan";
import type { Ids, randomIds } from "../../emulator/ids";
import type { Platform } from "../../emulator/platform";
import type { RateLimiter } from "../../emulator/rate-limiter";
import type { RequestLog } from "../../emulator/request-log";
import type { ensureBootstrapToken, keepCredentials, seedStore } from "../../emulator/initial-data";
import type { openStore, Store } from "../../emulator/store";
import type { DataFile, Statement, SqlValue } from "../../emulator/store/database";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { TestMachine } from "../support/attempts";
import { virtualDate, VirtualClock } from "./clock";
import { freshModules } from "./modules";

const VENDOR = "cloudflare";
/** The value of the bootstrap token of every world. */
export const TOKEN = "fault-matrix-bootstrap-token-0123456789abcdefgh";
/** The prefix of every id that the platform creates, which tells them from fixed ids. */
export const MADE_HERE = "fa017000";
/** Tables, parents first. The vendor's managed rulesets are not reset. */
const TABLES = [
  ...(["accounts", "zones", "tokens", "rulesets", "ruleset_versions", "rule_versions"] as const),
  ...(["lists", "list_operations"] as const),
] as const;
const MANAGED = "SELECT id FROM rulesets WHERE kind = 'managed'";

type Row = Record<string, SqlValue>;
export type Snapshot = Readonly<Record<(typeof TABLES)[number], readonly Row[]>> & { readonly now: number };

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** A platform in this process, called without a connection and with a virtual clock. */
export class World {
  readonly clock = new VirtualClock();
  /** What the machine has recorded about attempts to create objects. */
  attempts = new TestMachine();
  /** The inputs of the creations that a backend calls pending, because the engine died during them. */
  pending: Readonly<Record<string, unknown>>[] = [];
  /** State that processes of one machine share; a new world has a new one. */
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-faults-"));
  private readonly app: ReturnType<typeof createApp>;
  private readonly data: DataFile;
  private readonly statements = new Map<string, Statement<Row>>();
  /** The stored data. */
  readonly store: Store;

  constructor() {
    process.once("exit", () => fs.rmSync(this.folder, { recursive: true, force: true }));
    const load = freshModules({
      Date: virtualDate(this.clock),
      Math,
      AbortSignal,
      setTimeout,
      clearTimeout,
      performance,
      process,
    });
    // Modules are loaded by path, so their types are given here.
    const { DataFile: Data } = load("emulator/store/database.ts") as { DataFile: typeof DataFile };
    const { openStore: open } = load("emulator/store/index.ts") as { openStore: typeof openStore };
    const { Clock: ClockOf } = load("emulator/clock.ts") as { Clock: typeof Clock };
    const { FaultPlan: Faults } = load("emulator/fault-plan.ts") as { FaultPlan: typeof FaultPlan };
    const { randomIds: random } = load("emulator/ids.ts") as { randomIds: typeof randomIds };
    const ids: Ids = { ...random, newId: () => MADE_HERE + random.newId().slice(MADE_HERE.length) };
    const { RateLimiter: Limiter } = load("emulator/rate-limiter.ts") as { RateLimiter: typeof RateLimiter };
    const { RequestLog: Log } = load("emulator/request-log.ts") as { RequestLog: typeof RequestLog };
    const state = load("emulator/initial-data.ts") as {
      seedStore: typeof seedStore;
      keepCredentials: typeof keepCredentials;
      ensureBootstrapToken: typeof ensureBootstrapToken;
    };
    const app = load("emulator/app.ts") as { createApp: typeof createApp };

    this.data = Data.open(":memory:");
    const store = (this.store = open(this.data));
    const clock = new ClockOf(() => this.clock.now());
    this.data.transaction(() => {
      store.settings.set("vendor", VENDOR);
      state.seedStore(store, clock);
      state.keepCredentials(store, ids, TOKEN);
      state.ensureBootstrapToken(store, clock, VENDOR, TOKEN);
    });
    const platform: Platform = {
      store,
      clock,
      ids,
      vendor: VENDOR,
      plan: "enterprise",
      strictLimits: false,
      learnManagedRules: false,
      requests: new Log(),
      faults: new Faults(),
      rateLimiter: new Limiter(undefined),
      log: (line) => {
        throw new Error(`the platform has a fault: ${line}`);
      },
    };
    this.app = app.createApp(platform);
  }

  /** Handles a request as if it came over a connection. */
  async serve(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Buffer,
  ): Promise<ApiAnswer> {
    // Two requests never have the same time, as on a real platform.
    this.clock.advance(1);
    const request = new Request(`http://127.0.0.1${path}`, {
      method,
      headers,
      ...(body && body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const answer = await this.app.fetch(request, { remoteAddress: "127.0.0.1" });
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
  }

  /** Sends a request with the bootstrap token, or another one. Returns status and result. */
  async ask(
    method: string,
    path: string,
    body?: unknown,
    token = TOKEN,
  ): Promise<{ status: number; result: unknown }> {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const { status, body: text } = await this.serve(method, `/client/v4${path}`, headers, sent);
    const parsed = (text.length > 0 ? JSON.parse(text.toString()) : {}) as { result?: unknown };
    return { status, result: parsed.result };
  }

  /** Sends a request like `ask`, and throws if it is refused. */
  async must<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, result } = await this.ask(method, path, body);
    if (status >= 300)
      throw new Error(`${method} ${path} was answered with ${status}: ${JSON.stringify(result)}`);
    return result as T;
  }

  rows<R extends Row>(sql: string): R[] {
    // The caller knows the columns of the statement.
    return this.prepared(sql).all() as R[];
  }

  /** Prepared statements are cached: a cell runs dozens of them, and a run has thousands of cells. */
  private prepared(sql: string): Statement<Row> {
    const known = this.statements.get(sql) ?? this.data.prepare<Row>(sql);
    this.statements.set(sql, known);
    return known;
  }

  /** Returns all data except the vendor's, and the time. */
  snapshot(): Snapshot {
    const rows = TABLES.map((table) => [table, this.rows(`SELECT * FROM ${table}${own(table)}`)] as const);
    // The members are those of TABLES.
    return { ...(Object.fromEntries(rows) as unknown as Omit<Snapshot, "now">), now: this.clock.now() };
  }

  restore(snapshot: Snapshot): void {
    this.attempts = new TestMachine();
    this.pending = [];
    this.clock.set(snapshot.now);
    this.data.transaction(() => {
      for (const table of TABLES.toReversed()) this.prepared(`DELETE FROM ${table}${own(table)}`).run();
      for (const table of TABLES) {
        for (const row of snapshot[table]) {
          const places = Object.keys(row).map(() => "?");
          const insert = `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${places.join(", ")})`;
          this.prepared(insert).run(...Object.values(row));
        }
      }
    });
  }
}

function own(table: (typeof TABLES)[number]): string {
  if (table === "rulesets") return " WHERE kind <> 'managed'";
  return table.endsWith("_versions") ? ` WHERE ruleset_id NOT IN (${MANAGED})` : "";
}
