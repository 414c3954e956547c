import { send, type Answer } from "../../support/platform";
import type { Target } from "./target";

/** What one step of a scenario came to: its status, and what was answered. */
export interface Step {
  readonly step: string;
  readonly outcome: number;
  readonly value: unknown;
}

export interface Scenario {
  readonly name: string;
  readonly run: (session: Session, target: Target) => Promise<void>;
  /** Literal JSON, as the published documentation has it. An answer may hold more members than these. */
  readonly expected: readonly Step[];
}

interface StepOptions {
  readonly body?: unknown;
  /** Default: the target's token. `null` sends none. */
  readonly token?: string | null;
  /** What of the answer is recorded. Default: all of it. */
  readonly pick?: (body: Answer["body"]) => unknown;
}

/** Calls a target step by step and records what they come to. Removes what the scenario made, and nothing else. */
export class Session {
  readonly record: Step[] = [];
  private readonly names = new Map<string, string>();
  private readonly made: string[] = [];

  constructor(private readonly target: Target) {}

  async call(step: string, method: string, path: string, options: StepOptions = {}): Promise<Answer["body"]> {
    const { baseUrl, token: own } = this.target;
    const { body, token = own, pick = (whole) => whole as unknown } = options;
    const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
    return this.note(step, await send(method, baseUrl + path, body, headers), pick);
  }

  async rpc(step: string, url: string, body: unknown): Promise<Answer["body"]> {
    return this.note(step, await send("POST", url, body, {}), (whole) => whole as unknown);
  }

  /** From now on, and in what was recorded, `value` stands as `<name>`. */
  name(name: string, value: string): void {
    this.names.set(value, `<${name}>`);
  }

  /** Something that this scenario made: deleted at its end, if it is still there. */
  owns(path: string): void {
    this.made.push(path);
  }

  async end(): Promise<void> {
    const { baseUrl, token } = this.target;
    for (const path of this.made.toReversed()) {
      await send("DELETE", baseUrl + path, {}, { Authorization: `Bearer ${token}` });
    }
  }

  /** With placeholders for ids, token values and times. */
  normalised(): unknown {
    return normalise(this.record, this.names);
  }

  private note(
    step: string,
    { status, body }: Answer,
    pick: (body: Answer["body"]) => unknown,
  ): Answer["body"] {
    this.record.push({ step, outcome: status, value: body === undefined ? null : pick(body) });
    return body as unknown;
  }
}

/** The whole record of one scenario against a target. */
export async function runScenario({ run }: Scenario, target: Target): Promise<unknown> {
  const session = new Session(target);
  session.name("zone", target.zoneId);
  session.name("account", target.accountId);
  try {
    await run(session, target);
  } finally {
    await session.end();
  }
  return session.normalised();
}

function normalise(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return placeholderOf(value, names);
  if (Array.isArray(value)) return value.map((item) => normalise(item, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [placeholderOf(key, names), normalise(inner, names)]),
  );
}

function placeholderOf(text: string, names: ReadonlyMap<string, string>): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)) return "<time>";
  let replaced = text;
  for (const [value, name] of names) replaced = replaced.replaceAll(value, name);
  return replaced;
}
