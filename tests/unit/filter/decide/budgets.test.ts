import { type Answer, type Budget, Decider, satisfiable } from "../../../../provider/filter";
import { parsed } from "./decide-texts";

const WORDS = "alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima".split(" ");
const CONTAINS = WORDS.map((word) => `http.user_agent contains "${word}"`).join(" and ");

/** A part of the default, so that the tests are fast. */
const SMALL: Budget = { steps: 500_000, bytes: 2 * 1024 * 1024 };

function ask(text: string, budget = SMALL): Answer {
  return satisfiable(parsed(text), { budget });
}

describe("a budget", () => {
  it.each([
    ["a pattern with exponentially many states", 'http.user_agent matches "^(a|b)*a(a|b){20}$"'],
    ["twelve texts in a short one", `${CONTAINS} and len(http.user_agent) lt 40`],
    ["a long text", "len(http.request.uri.query) gt 2990"],
  ])("ends the search for %s, always at the same place", (_, text) => {
    const answer = ask(text);
    expect(answer).toMatchObject({ kind: "undecided", because: "budget" });
    expect(ask(text)).toEqual(answer);
  });

  const MANY = 1_000;
  const chain = (operator: string, condition: (index: number) => string) =>
    Array.from({ length: MANY }, (_, index) => condition(index)).join(` ${operator} `);
  const set = (item: (index: number) => string) =>
    `{${Array.from({ length: MANY }, (_, i) => item(i)).join(" ")}}`;

  it.each([
    ["hosts", chain("or", (i) => `http.host eq "t${i}"`), `http.host in ${set((i) => `"t${i}"`)}`],
    [
      "networks",
      chain("or", (i) => `ip.src in {10.${i >> 8}.${i & 255}.0/28}`),
      `ip.src in ${set((i) => `10.${i >> 8}.${i & 255}.0/28`)}`,
    ],
    [
      "headers",
      chain("xor", (i) => `any(http.request.headers["h${i}"][*] eq "x")`),
      chain("xor", (i) => `any(http.request.headers["h${MANY - 1 - i}"][*] eq "x")`),
    ],
  ])(`ends questions about %s, ${MANY.toLocaleString("en-US")} in one expression`, (_, a, b) => {
    const decider = new Decider({ budget: { ...SMALL, bytes: 64 * 1024 * 1024 } });
    const [first, second] = [parsed(a), parsed(b)];
    const nodes = [decider.node(first), decider.circuit.not(decider.node(second))];
    const { kind } = decider.ask({
      nodes,
      shows: (results) => results(first) === true && results(second) === false,
    });
    expect([kind, decider.steps > SMALL.steps]).toEqual(["undecided", true]);
    // A piece of work that is not divided takes at most some steps for each condition.
    expect(decider.steps).toBeLessThan(SMALL.steps + 10 * MANY);
  });

  it("ends at its bytes too", () => {
    const text = 'http.user_agent matches "^(a|b)*a(a|b){8}$"';
    expect(ask(text).kind).toBe("yes");
    expect(ask(text, { steps: 10_000_000, bytes: 30_000 })).toMatchObject({
      kind: "undecided",
      because: "budget",
    });
  });

  it("that one question has spent is there for the next one", () => {
    const decider = new Decider({ budget: SMALL });
    const kindOf = (text: string) => {
      const expression = parsed(text);
      return decider.ask({
        nodes: [decider.node(expression)],
        shows: (results) => results(expression) === true,
      }).kind;
    };
    const hard = 'http.user_agent matches "^(a|b)*a(a|b){20}$"';
    expect([kindOf(hard), kindOf('http.user_agent matches "^(ab)+$"'), kindOf(hard)]).toEqual([
      "undecided",
      "yes",
      "undecided",
    ]);
  });

  it("that is spent excludes nothing", () => {
    const text =
      'http.user_agent matches "^(a|b)*a(a|b){6}$" and http.user_agent matches "^(a|b)*b(a|b){6}$"';
    const excludes = (budget: Budget) => {
      const decider = new Decider({ budget });
      return decider.excludes([decider.node(parsed(text))]);
    };
    expect([excludes({ ...SMALL, steps: 10 }), excludes(SMALL)]).toEqual([false, true]);
  });

  it("is not needed for many texts in one that has room for all", () => {
    expect(ask(CONTAINS).kind).toBe("yes");
  });

  it("names the parts for which it was not enough", () => {
    const text = 'ssl and http.user_agent matches "^(a|b)*a(a|b){20}$"';
    const answer = ask(text);
    const spans =
      answer.kind === "undecided" ? answer.parts.map(({ span }) => text.slice(span.start, span.end)) : [];
    expect(spans).toEqual(['http.user_agent matches "^(a|b)*a(a|b){20}$"']);
  });
});
