import { messageWithId } from "../../../provider/rulebook";

describe("the message of a finding with its id", () => {
  it("ends with the id", () => {
    expect(messageWithId({ id: "condition-never", message: "is never true" })).toBe(
      "is never true (condition-never)",
    );
  });

  it("has the id in front of a code frame, which stays whole", () => {
    const frame = "\n\n  cf.new eq 1\n  ^^^^^^";
    expect(messageWithId({ id: "unknown-name", message: `there is no field cf.new${frame}` })).toBe(
      `there is no field cf.new (unknown-name)${frame}`,
    );
  });
});
