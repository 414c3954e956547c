import type { IncomingMessage } from "node:http";
import type { Properties } from "../../../provider/lifecycle";
import { DAY } from "../../support/rotation";
import { renew, testEngine, type State, type TestEngine } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { startProxy, type OtherAnswer } from "../../support/proxy";

/** Stands in all that the API says of a failure, and in no secret. */
const QUOTED = "says-api";
/** None of their pieces is a word of ours. */
const KEY = "k7Qz-93xV_wPl2~Ry8mT4";
const HOST = "q3v9x7z1.w8k2j6h4.example";
const OTHER_HOST = "z4t7m1c9.p6d3s8f2.example";
const NAME = "n5b8v2c6x9z3-l1k4j7";
const EXPRESSION = `any(http.request.headers["x-key"][*] eq "${KEY}")\nor http.host eq "${HOST}"`;

/** A resource whose messages may hold no secret. */
interface Subject {
  readonly kind: string;
  /** Another object each time: `n` tells them apart. */
  readonly args: (n: number) => Properties;
  /** What the update changes: by two writes where that can be. */
  readonly changed: (args: Properties) => Properties;
  readonly secrets: readonly string[];
  /** Time that passes before the update. */
  readonly later?: number;
}

const platform = useTestPlatform({ plan: "enterprise" });

const rule = (ref: string, expression: string) => ({ ref, action: "block", expression });
const rulesOf = ({ rules }: Properties) => rules as object[];
const withMoreRules = (args: Properties) => ({
  ...args,
  rules: [...rulesOf(args), rule("c", `http.host eq "${HOST}"`), rule("d", `http.host ne "${HOST}"`)],
});
const secretRules = {
  rules: [rule("a", EXPRESSION), rule("b", `http.host eq "${HOST}"`)],
  secretInputs: ["rules"],
};
const token = (n: number, more: object = {}) => ({
  name: `redaction-${n}`,
  policies: [{ resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone WAF Write" }] }],
  ...more,
});

const SUBJECTS: Record<string, Subject> = {
  "a ValidatedFilter": {
    kind: "ValidatedFilter",
    args: () => ({ expression: EXPRESSION, secretInputs: ["expression"] }),
    changed: (args) => ({ ...args, mode: "api" }),
    secrets: [EXPRESSION],
  },
  "a ZoneEntrypointRuleset": {
    kind: "ZoneEntrypointRuleset",
    args: () => ({ zoneId: EXAMPLE_COM, phase: "http_request_firewall_custom", ...secretRules }),
    changed: withMoreRules,
    secrets: [EXPRESSION, HOST],
  },
  "an AccountEntrypointRuleset": {
    kind: "AccountEntrypointRuleset",
    args: () => ({
      accountId: platform.accountId,
      phase: "http_request_firewall_custom",
      ...secretRules,
    }),
    changed: withMoreRules,
    secrets: [EXPRESSION, HOST],
  },
  "a Ruleset with a secret name": {
    kind: "Ruleset",
    args: (n) => ({
      accountId: platform.accountId,
      name: `${NAME}-${n}`,
      phase: "http_request_firewall_custom",
      ...secretRules,
      secretInputs: ["name", "rules"],
    }),
    changed: withMoreRules,
    secrets: [EXPRESSION, HOST, NAME],
  },
  "a ZoneCustomRuleset with a secret name": {
    kind: "ZoneCustomRuleset",
    args: (n) => ({
      zoneId: EXAMPLE_COM,
      name: `${NAME}-${n}`,
      ...secretRules,
      secretInputs: ["name", "rules"],
    }),
    changed: withMoreRules,
    secrets: [EXPRESSION, HOST, NAME],
  },
  "an OwaspConfig": {
    kind: "OwaspConfig",
    args: () => ({
      zoneId: EXAMPLE_COM,
      paranoiaLevel: 2,
      scoreThreshold: "medium",
      expression: EXPRESSION,
      secretInputs: ["expression"],
    }),
    changed: (args) => ({ ...args, expression: `http.host ne "${HOST}"` }),
    secrets: [EXPRESSION, HOST],
  },
  "a List": {
    kind: "List",
    args: (n) => ({
      accountId: platform.accountId,
      name: `list_${n}`,
      kind: "hostname",
      secretInputs: ["items"],
      items: [{ hostname: { urlHostname: HOST }, comment: KEY }],
    }),
    changed: (args) => ({
      ...args,
      description: "Changed",
      items: [{ hostname: { urlHostname: OTHER_HOST } }],
    }),
    secrets: [HOST, KEY, OTHER_HOST],
  },
  "an ApiToken with its value": {
    kind: "ApiToken",
    args: (n) => token(n, { status: "disabled" }),
    changed: (args) => ({ ...args, expiresOn: "2090-01-01T00:00:00Z", rotationTrigger: "now" }),
    secrets: [],
  },
  "an ApiToken that rotates": {
    kind: "ApiToken",
    args: (n) => token(n, { rotation: { every: "30d", overlap: "24h" } }),
    changed: (args) => args,
    secrets: [],
    later: 30 * DAY,
  },
};

const STATUSES = [400, 401, 403, 404, 409, 422, 429, 500, 502];
const FORMS = ["a number as code", "a text as code", "HTML"] as const;
/** Which requests are not carried out. */
const REACHES = ["every request", "every write", "what follows the first write"] as const;

let count = 0;

describe.each(Object.keys(SUBJECTS))("%s", (name) => {
  it.each(STATUSES)("shows no eight characters of a secret that the API repeats with %i", async (status) => {
    const subject = SUBJECTS[name]!;
    for (const [index, reach] of REACHES.entries()) {
      // Each form with each status, and with each reach at some status.
      const form = FORMS[(index + STATUSES.indexOf(status)) % FORMS.length]!;
      const { texts, failed, pieces } = await play(subject, status, form, reach);
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) {
        const shown = pieces.find((piece) => text.includes(piece));
        if (shown !== undefined) throw new Error(`${reach}, ${form}: ${shown} stands in:\n${text}`);
        if (subject.secrets.length > 0) expect(text).not.toContain(QUOTED);
      }
      // What failed is said all the same; what is not there may be said in other words.
      for (const text of failed)
        if (status !== 404) expect(text).toMatch(new RegExp(`(GET|POST|PUT|PATCH|DELETE) /[^]*${status}`));
    }
  });
});

it("the text of the API is quoted for a resource without secret arguments", async () => {
  const { failed } = await play(
    SUBJECTS["an ApiToken with its value"]!,
    400,
    "a number as code",
    "every write",
  );
  const quoting = new RegExp(
    `^POST /user/tokens: refused with 400, code 10001, at /\\[secret\\] .*: ${QUOTED} \\[secret\\]`,
  );
  expect(failed[0]).toMatch(quoting);
});

/** Check, create, read, update and delete while the API fails and repeats what it knows: all that is said and logged. */
async function play(
  { kind, args, changed, secrets, later = 0 }: Subject,
  status: number,
  form: (typeof FORMS)[number],
  reach: (typeof REACHES)[number],
): Promise<{ texts: string[]; failed: string[]; pieces: string[] }> {
  await renew(platform);
  let known = new Set([...secrets, platform.token]);
  const pieces: string[] = [];
  let writes = 0;
  let failing = false;
  const fails = (isWrite: boolean) =>
    reach === "every request" || (reach === "every write" ? isWrite : writes > 0);
  const proxy = await startProxy(
    platform.baseUrl,
    (request) => {
      if (!failing) return undefined;
      const isWrite = request.method !== "GET";
      if (fails(isWrite)) return repeating(status, form, [...known]);
      if (isWrite) writes += 1;
      return undefined;
    },
    { onAnswer: (request, text) => valueIn(request, text).forEach((value) => known.add(value)) },
  );
  try {
    const texts: string[] = [];
    const failed: string[] = [];
    const engine = testEngine(platform, { "edge:baseUrl": proxy.baseUrl }, { details: true, requests: true });
    const provider = engine.provider(kind);
    const badly = async (work: () => Promise<unknown>) => {
      writes = 0;
      failing = true;
      const lines = await linesOf(work);
      failing = false;
      texts.push(...lines);
      failed.push(...lines);
    };

    const doomed = args((count += 1));
    await badly(() => provider.check({}, doomed));
    const { inputs } = await provider.check({}, doomed);
    await badly(() => provider.create(inputs));
    await renew(platform);
    // What it issued is gone with it.
    pieces.push(...[...known].flatMap(piecesOf));
    known = new Set([...secrets, platform.token]);
    const state: State = await engine.up(kind, args((count += 1)));
    await badly(() => provider.read(state.id, { ...state.outs, ruleCount: undefined }));
    engine.pass(later);
    const news = changed(state.inputs["rules"] === undefined ? state.inputs : args(count));
    await badly(() => provider.check(state.inputs, news));
    const next = await passed(engine, kind, state, news);
    await badly(() => provider.diff(state.id, state.outs, next));
    await badly(() => provider.update(state.id, state.outs, next));
    await badly(() => provider.delete(state.id, { ...state.outs, ruleCount: undefined }));
    return { texts: [...texts, ...engine.log], failed, pieces: [...pieces, ...[...known].flatMap(piecesOf)] };
  } finally {
    await proxy.close();
  }
}

async function passed(engine: TestEngine, kind: string, state: State, news: Properties): Promise<Properties> {
  const { inputs, failures } = await engine.provider(kind).check(state.inputs, news);
  expect(failures).toEqual([]);
  return inputs;
}

/** What is said of `work`: why its inputs are refused, or why it failed. */
async function linesOf(work: () => Promise<unknown>): Promise<string[]> {
  try {
    const done = await work();
    const { failures = [] } = (done ?? {}) as { failures?: { reason: string }[] };
    return failures.map(({ reason }) => reason);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { reasons, cause, stack = "" } = error as Error & { reasons?: string[] };
    expect(cause).toBeUndefined();
    return [`${error.message}${stack}`, ...(reasons ?? [])];
  }
}

/** A refusal with every secret in it, whole and in pieces of eight characters. */
function repeating(status: number, form: (typeof FORMS)[number], secrets: readonly string[]): OtherAnswer {
  const pieces = secrets.flatMap((secret) => secret.match(/[^]{8}/g) ?? []);
  const tails = secrets.map((secret) => secret.slice(8 * Math.floor(secret.length / 16)));
  const text = [...secrets, ...tails, ...pieces, ...secrets.map(encodeURIComponent)].join(" ");
  if (form === "HTML") return { status, type: "text/html", body: `<html><p>${QUOTED} ${text}</p></html>` };
  const code = form === "a number as code" ? 10001 : `${QUOTED} ${pieces.join("")}`;
  const message = `${QUOTED} ${text}`;
  const error = { code, message, source: { pointer: `/${text}` }, error_chain: [{ code: 1, message }] };
  const body = {
    success: false,
    errors: [error, { message: pieces.join("|") }],
    messages: [error],
    result: null,
  };
  return { status, type: "application/json", body: JSON.stringify(body) };
}

/** The value that an answer of create or roll holds. */
function valueIn({ method, url = "" }: IncomingMessage, text: string): string[] {
  if (method === "GET" || !/\/tokens(\/|$)/.test(url)) return [];
  const { result } = JSON.parse(text) as { result: string | { value?: string } | null };
  const value = typeof result === "string" ? result : result?.value;
  return value === undefined ? [] : [value];
}

function piecesOf(secret: string): string[] {
  return Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8));
}
