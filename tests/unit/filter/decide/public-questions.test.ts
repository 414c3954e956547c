import * as filter from "../../../../provider/filter";
import { parsed } from "./decide-texts";

const FOLDER = parsed('http.request.uri.path matches "^/admin(/|$)"');
const BEGINNING = parsed('starts_with(http.request.uri.path, "/admin")');

describe("questions of programs about expressions", () => {
  it("answers whether one expression implies another one, also with patterns", () => {
    expect([filter.implies(FOLDER, BEGINNING), filter.implies(BEGINNING, FOLDER)]).toEqual([true, false]);
    expect(filter.compare(FOLDER, BEGINNING).relation).toBe("implies");
  });

  it("does not claim what is undecided", () => {
    const hash = parsed('sha256(http.host) eq "a"');
    expect([filter.implies(hash, parsed("ssl")), filter.implies(parsed("ssl"), hash)]).toEqual([
      false,
      false,
    ]);
    expect(filter.satisfiable(hash).kind).toBe("undecided");
  });

  it("finds a request that matches", () => {
    const answer = filter.satisfiable(FOLDER);
    expect(answer.kind === "yes" && filter.printRequest(answer.witness, [FOLDER])).toBe(
      "GET https://www.example.com/admin",
    );
  });
});
