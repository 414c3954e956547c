import { setImmediate as nextTurn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { ValidatedFilter } from "../../../provider";
import * as native from "../../../provider/native";
import type * as ProgramError from "../../../provider/resources/program-error";
import { uncheckedText } from "../../../provider/resources/program-log";

/** The SDK prints the rejection that fails a program. Jest would fail the test. */
jest.mock<typeof ProgramError>("../../../provider/resources/program-error", () => ({
  ...jest.requireActual<typeof ProgramError>("../../../provider/resources/program-error"),
  failProgram: () => undefined,
}));

const WARNED = 'ip.src.country eq "uk"';

/** A resource of a generated program. `after` selects an earlier resource on which it depends. */
const resource = fc.record({
  isFaulty: fc.boolean(),
  isWarned: fc.boolean(),
  /** Whether an argument never arrives, as after a lookup that failed. */
  isMissing: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
  after: fc.option(fc.nat()),
  turns: fc.nat(6),
});
type Stack = NonNullable<ReturnType<typeof pulumi.runtime.getStackResource>>;
type Resource = typeof resource extends fc.Arbitrary<infer T> ? T : never;

describe.each([
  ["dynamic", ValidatedFilter],
  ["native", native.ValidatedFilter],
])("a preview of a program with problems (%s)", (_, Filter) => {
  let logged: string[];

  /** Runs a program, whose resources are checked after `turns` turns, and returns what it has printed. */
  async function preview(program: readonly Resource[]): Promise<string[]> {
    logged = [];
    const turnsOf = new Map(program.map(({ turns }, index) => [`f${index}`, turns]));
    await pulumi.runtime.setMocks(
      {
        newResource: async ({ name, inputs }) => {
          for (let left = turnsOf.get(name) ?? 0; left > 0; left -= 1) await nextTurn();
          const isFaulty = program[Number(name.slice(1))]?.isFaulty === true;
          const state = { ...(inputs as object), ...(isFaulty && { __problems: ["is wrong"] }) };
          return { id: `${name}-id`, state };
        },
        call: () => ({}),
      },
      "project",
      "stack",
      true,
    );
    // Only its identity is used.
    const made: pulumi.Resource[] = [];
    const identity: unknown = made;
    const stack = identity as Stack;
    jest.spyOn(pulumi.runtime, "getStackResource").mockReturnValue(stack);
    jest.spyOn(process, "once").mockReturnThis();
    program.forEach(({ isWarned, isMissing, after }, index) => {
      const dependsOn = after === null ? undefined : made[after % (index || 1)];
      const expression = isMissing ? new Promise<string>(() => undefined) : isWarned ? WARNED : "ssl";
      made.push(new Filter(`f${index}`, { expression }, dependsOn ? { dependsOn } : {}));
    });
    for (let turn = 0; turn < 30 + 10 * program.length; turn += 1) await nextTurn();
    const printed = [...logged, uncheckedText(stack) ?? ""].filter((text) => !text.includes("plugin edge"));
    return printed.sort();
  }

  /** Prints as the SDK does: one text after the other, each once the engine knows its resource. */
  beforeEach(() => {
    let last: Promise<unknown> = Promise.resolve();
    const log = (severity: string) => (text: string, at?: pulumi.Resource) => {
      const urn = at ? valueOf(at.urn) : Promise.resolve("");
      last = Promise.all([last, urn]).then(([, of]) => logged.push(`${severity} ${of} ${text}`));
      return Promise.resolve();
    };
    jest.spyOn(pulumi.log, "error").mockImplementation(log("error"));
    jest.spyOn(pulumi.log, "warn").mockImplementation(log("warning"));
  });
  afterEach(() => jest.restoreAllMocks());

  it("prints every problem, whatever else is wrong, and whatever takes how long", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(resource, { minLength: 1, maxLength: 7 }), async (program) => {
        const isUnchecked = (index: number): boolean => {
          const { isMissing = false, after = null } = program[index] ?? {};
          return isMissing || (index > 0 && after !== null && isUnchecked(after % index));
        };
        const named = (indexes: readonly number[]) => indexes.map((index) => `f${index}`);
        const all = program.map((one, index) => ({ ...one, index }));
        const faulty = all.filter(({ isFaulty, index }) => isFaulty && !isUnchecked(index));
        const printed = await preview(program);
        const errors = printed.filter((text) => text.includes("resource 'f"));
        expect(errors.map((text) => /'(f\d)'/.exec(text)?.[1])).toEqual(
          named(faulty.map(({ index }) => index)),
        );
        const unchecked = named(all.map(({ index }) => index).filter(isUnchecked));
        expect(/not checked: (.*?)\. /.exec(printed.join("\n"))?.[1] ?? "").toBe(unchecked.join(", "));
        // Other delays, equal texts.
        const other = await preview(program.map((one) => ({ ...one, turns: 6 - one.turns })));
        expect(other).toEqual(printed);
      }),
      { numRuns: 15 },
    );
  });
});

function valueOf<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => void output.apply(resolve));
}
