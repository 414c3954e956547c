import { inspect } from "node:util";
import fc from "fast-check";

import type { RequestFields } from "../../../../provider/filter";
import { difference } from "../../../../provider/rulesets/meaning/difference";
import type { Direction } from "../../../../provider/rulesets/meaning/outcome";
import { pick, randomOf } from "../../filter/decide/random-rules";
import { type Arrival, playSequence, type Reading, READINGS, type WrittenLimit } from "./small-sequences";
import { matchesIn, phaseOf, tries } from "./small-world";

const HOSTS = ["www.example.com", "api.example.com", "other.example.com"];
const PATHS = ["/", "/login"];
const METHODS = ["GET", "POST"];
const CODES = [200n, 401n];
/** How many addresses and keys there are: more than a limit of the small world lets through. */
const MANY = 4;
const KEY = 'http.request.headers["x-api-key"]';

/** Requests that every expression treats alike, by visitors with other addresses and keys. */
type Kind = readonly (readonly RequestFields[])[];

const KINDS: readonly Kind[] = HOSTS.flatMap((host) =>
  PATHS.flatMap((path) =>
    METHODS.flatMap((method) =>
      CODES.map((code) =>
        Array.from({ length: MANY }, (_, address) =>
          Array.from(
            { length: MANY },
            (__, key) =>
              new Map<string, never>(
                Object.entries({
                  "http.host": Buffer.from(host),
                  "http.request.uri.path": Buffer.from(path),
                  "http.request.method": Buffer.from(method),
                  "http.response.code": code,
                  "http.request.headers": new Map([["x-api-key", [Buffer.from(String(key))]]]),
                  "ip.src": { family: 4, value: 0xc0000201n + BigInt(address) },
                  // The types of fields differ; the evaluator checks them.
                }) as [string, never][],
              ),
          ),
        ),
      ),
    ),
  ),
);

const EXPRESSIONS = [
  "true",
  'http.host eq "www.example.com"',
  'http.host in {"www.example.com" "api.example.com"}',
  'http.request.uri.path eq "/login"',
  'http.request.method eq "POST"',
  'http.host eq "www.example.com" and http.request.uri.path eq "/login"',
  'not http.request.method eq "POST"',
];
const COUNTING = [
  ...EXPRESSIONS.slice(1),
  "http.response.code eq 401",
  'http.request.uri.path eq "/login" and http.response.code eq 401',
];

const ratelimits = fc
  .record({
    characteristics: fc.constantFrom(["ip.src"], [KEY], ["ip.src", KEY], []),
    period: fc.constantFrom(10, 60),
    requests_per_period: fc.integer({ min: 1, max: 3 }),
    mitigation_timeout: fc.constantFrom(0, 60, 600),
    counting_expression: fc.option(fc.constantFrom(...COUNTING), { nil: undefined, freq: 2 }),
  })
  .map(({ characteristics, ...more }): WrittenLimit["ratelimit"] => ({
    ...more,
    characteristics: ["cf.colo.id", ...characteristics],
  }));
const actions = fc.constantFrom(
  "block",
  "block",
  "block",
  "log",
  "managed_challenge",
  "js_challenge",
  "challenge",
);
const limits = fc.record({
  action: actions,
  expression: fc.constantFrom(...EXPRESSIONS),
  ratelimit: ratelimits,
});

/** What an edit changes. */
const EDITS = [
  "characteristics",
  "period",
  "requests_per_period",
  "mitigation_timeout",
  "counting_expression",
  "action",
  "expression",
  "enabled",
  "remove",
  "add",
  "move",
  "all",
] as const;

/** Two lists: the second one has one edit. */
const edited = fc
  .record({
    all: fc.oneof(fc.tuple(limits), fc.array(limits, { minLength: 1, maxLength: 3 })),
    other: limits,
    index: fc.nat(2),
    kind: fc.constantFrom(...EDITS),
    isBack: fc.boolean(),
  })
  .map(({ all, other, index, kind, isBack }) => {
    const before = all.map((limit, at): WrittenLimit => ({ ref: `r${at}`, ...limit }));
    const place = index % before.length;
    const now = [...before];
    if (kind === "add") {
      const more = [{ ref: "new", ...other }, ...before];
      return isBack ? ([more, before] as const) : ([before, more] as const);
    }
    const [old] = now.splice(place, 1);
    if (!old) throw new Error("a list has a rule");
    const editOf = (): WrittenLimit[] => {
      if (kind === "all") return [{ ...other, ref: old.ref }];
      if (kind === "action" || kind === "expression") return [{ ...old, [kind]: other[kind] }];
      if (kind === "enabled") return [{ ...old, enabled: false }];
      if (kind === "remove" || kind === "move") return [];
      return [{ ...old, ratelimit: { ...old.ratelimit, [kind]: other.ratelimit[kind] } }];
    };
    now.splice(place, 0, ...editOf());
    if (kind === "move") now.push(old);
    return isBack ? ([now, before] as const) : ([before, now] as const);
  });

const GAPS = [0, 0, 1, 4, 6, 9, 10, 11, 30, 50, 59, 60, 61, 100, 300];

/** A request of a sequence that two versions do not treat alike. */
interface Parting {
  readonly direction: Direction;
  readonly request: RequestFields;
  readonly says: string;
}

/** Returns a random sequence of at most twelve requests of a few kinds: bursts, pauses, one visitor or many. */
function randomSequence(random: () => number, kinds: readonly Kind[]): Arrival[] {
  const pool = [pick(random, kinds), pick(random, kinds)];
  const [addresses, keys, isBurst] = [random() < 0.4, random() < 0.4, random() < 0.5];
  let seconds = 0;
  return Array.from({ length: 2 + Math.floor(random() * 7) }, (_, index) => {
    seconds += isBurst && random() < 0.8 ? 0 : pick(random, GAPS);
    const kind = pick(random, pool);
    const request = kind[addresses ? index % MANY : 0]?.[keys ? index % MANY : 0];
    if (!request) throw new Error("there are as many visitors as that");
    return { seconds, request };
  });
}

/**
 * Plays a sequence for one visitor in two versions. Returns where they part. What requests do behind the first place depends on what was
 * stopped there.
 */
function partingsOf(
  [before, now]: readonly [readonly WrittenLimit[], readonly WrittenLimit[]],
  sequence: readonly Arrival[],
  clearance: number,
  reading: Reading,
): Parting[] {
  const [was = [], is = []] = [before, now].map((list) => playSequence(list, sequence, clearance, reading));
  return sequence.flatMap(({ request }, place) => {
    const [from = "", to = ""] = [was[place], is[place]];
    if ((from === "pass") === (to === "pass")) return [];
    const direction = to !== "pass" ? "blocks more" : from === "block" ? "opens" : "challenges less";
    const times = sequence
      .slice(0, place + 1)
      .map(({ seconds, request: one }) => `${seconds} s ${shown(one)}`);
    const says = `${direction} at ${clearance}: ${from} → ${to}: ${times.join(", ")} ${JSON.stringify(reading)}`;
    return { direction, request, says };
  });
}

function shown(request: RequestFields): string {
  const text = (name: string) => {
    const value = request.get(name);
    return value instanceof Uint8Array ? Buffer.from(value).toString() : inspect(value);
  };
  return [
    text("http.request.method"),
    text("http.host"),
    text("http.request.uri.path"),
    text("http.response.code"),
    inspect(request.get("ip.src")),
    inspect(request.get("http.request.headers")),
  ].join(" ");
}

const SEQUENCES = 1_000;
/** Of what is claimed and not shown yet. */
const MORE_SEQUENCES = 30_000;

describe("rate limits", () => {
  it("are compared as sequences of requests are treated, by each visitor, whatever the documentation leaves open", () => {
    const seen: Record<string, number> = {};
    fc.assert(
      fc.property(edited, fc.nat(), (lists, seed) => {
        const random = randomOf(seed);
        const expressions = lists
          .flat()
          .flatMap(({ expression, ratelimit }) => [expression, ratelimit.counting_expression ?? "true"]);
        // Which rules see a request decides what is claimed of it, not which ones count it.
        const signatureOf = (request: RequestFields): string =>
          lists
            .flat()
            .map(({ expression }) => (matchesIn(expression, request) ? "1" : "0"))
            .join("");
        const { changes, answers, assumptions } = difference(phaseOf(lists[0]), phaseOf(lists[1]));
        const isNothing = (direction: Direction): boolean =>
          answers.some((one) => one.direction === direction && one.rest.kind === "no") &&
          changes.every((change) => change.direction !== direction);
        const wanted = new Map<string, (partings: readonly Parting[]) => boolean>();
        for (const { direction, limits: compared, witness } of changes) {
          const signature = signatureOf(witness.fields);
          const verdict = compared?.verdict;
          if (verdict !== undefined) seen[verdict] = (seen[verdict] ?? 0) + 1;
          // A request of other rules can be stopped before, when a rule moves from some requests to others. A limit that is weaker here and
          // stricter there may always show the one before the other.
          const directionsOf = (partings: readonly Parting[]): readonly Direction[] =>
            partings
              .filter(({ request }) => signatureOf(request) === signature)
              .slice(0, verdict === "other" ? undefined : 1)
              .map(({ direction }) => direction);
          const says = `${compared?.says.join("; ") ?? ""} for ${signature}`;
          if (verdict === "weaker" || verdict === "other")
            wanted.set(`${direction} ${says}`, (all) =>
              directionsOf(all).some((one) => one === "opens" || one === "challenges less"),
            );
          if (verdict === "stricter" || verdict === "other")
            wanted.set(`stricter ${says}`, (all) => directionsOf(all).includes("blocks more"));
        }
        // Each limit is compared by itself: what one lets through, others of the list can stop together.
        if (lists.some((list) => list.length > 1)) wanted.clear();
        if (changes.length === 0) seen["nothing"] = (seen["nothing"] ?? 0) + 1;
        // Such a change says that requests are stopped, too, and may show it with a request that other rules see.
        const isOther = changes.some(({ limits: compared }) => compared?.verdict === "other");
        const kinds = [
          ...new Map(
            KINDS.map((kind) => [
              expressions.map((one) => matchesIn(one, kind[0]?.[0] ?? new Map())).join(),
              kind,
            ]),
          ).values(),
        ];
        const assumes = (text: string): boolean => assumptions.some(({ says }) => says.includes(text));
        const isProvedFor = ({ countsStopped, isSliding }: Reading): boolean =>
          (countsStopped || !assumes("another rate limit stops")) &&
          (isSliding || !assumes("sliding periods"));
        for (let count = 0; count < (wanted.size > 0 ? MORE_SEQUENCES : SEQUENCES); count += 1) {
          if (count >= SEQUENCES && wanted.size === 0) break;
          const clearance = pick(random, [0, 1, 2, 3, 3, 3]);
          const reading = pick(random, READINGS);
          const partings = partingsOf(lists, randomSequence(random, kinds), clearance, reading);
          const [parting] = partings;
          if (!parting) continue;
          for (const [claim, shows] of wanted) if (shows(partings)) wanted.delete(claim);
          const isSaid =
            !isNothing(parting.direction) ||
            (parting.direction !== "opens" && isOther) ||
            (parting.direction === "challenges less" && !isNothing("opens"));
          if (!isSaid && isProvedFor(reading)) throw new Error(`refuted: ${parting.says}`);
        }
        if (wanted.size > 0) throw new Error(`not shown: ${[...wanted.keys()].join("\n")}`);
      }),
      { ...tries(60) },
    );
    // Otherwise the test would show little.
    expect(
      Math.min(...["weaker", "stricter", "other", "nothing"].map((one) => seen[one] ?? 0)),
    ).toBeGreaterThan(0);
  });
});
