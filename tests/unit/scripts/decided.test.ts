import * as filter from "../../../provider/filter";
import { countDecided, printDecided } from "../../../scripts/decided";

const HASH = 'sha256(http.host) eq "a"';

describe("the share of expressions that are decided", () => {
  it("counts who can match and who can not, and names the functions that leave it open", () => {
    const lines = [
      { expression: "ssl" },
      { expression: "ssl and not ssl" },
      { expression: `ssl and ${HASH}` },
      { expression: HASH, source: "a file" },
      { expression: "sslx" },
      { other: 1 },
    ];
    const text = [...lines.map((line) => JSON.stringify(line)), "", "nonsense"].join("\n");
    const counts = countDecided(filter, text);
    expect(counts).toEqual({
      lines: 7,
      expressions: 4,
      decided: 2,
      questions: { asked: 8, witness: 5, proof: 1, undecided: { opaque: 2 } },
      functions: { sha256: 2 },
    });
    expect(printDecided(counts)).toBe(
      [
        "7 lines, 4 valid expressions: 2 completely decided (50.0 %).",
        "8 questions, whether a request can match and whether one can not: 5 by a witness, 1 by a proof, 2 undecided.",
        "Undecided because: opaque 2.",
        "Functions in undecided parts: sha256 2.",
      ].join("\n"),
    );
  });

  it("says so if there is nothing", () => {
    expect(printDecided(countDecided(filter, "\n"))).toBe(
      '0 lines, 0 valid expressions. Each line must be a JSON object with a string member "expression".',
    );
  });
});
