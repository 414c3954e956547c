import { CHANGING_PROGRAM } from "../../../scripts/bench/changing-program";
import { IDLE_PROGRAM, PROGRAM } from "../../../scripts/bench/program";
import { diagnosticsOf } from "../../support/compile";

describe("the bench's program", () => {
  // The bench runs it without a type check.
  it("compiles in strict mode against the package", () => {
    expect(diagnosticsOf([{ name: "bench-program.ts", source: PROGRAM["index.ts"] }])).toEqual([]);
  });

  it("has a variant whose rules all change, which compiles, too", () => {
    expect(diagnosticsOf([{ name: "changing-program.ts", source: CHANGING_PROGRAM["index.ts"] }])).toEqual(
      [],
    );
  });

  it("has a variant with resources that do nothing, which differs in one import", () => {
    expect(
      IDLE_PROGRAM["index.ts"].split("\n").filter((line) => !PROGRAM["index.ts"].includes(line)),
    ).toEqual(['import * as edge from "./idle-resources.js";']);
  });
});
