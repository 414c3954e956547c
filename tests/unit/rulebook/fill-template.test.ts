import { fillTemplate } from "../../../provider/rulebook";

const STAND_INS = ["w", "1", "192.0.2.1", '"w"'].map((text) => () => text);
const filled = (template: string) => {
  const result = fillTemplate(template.split("_"), STAND_INS, {});
  return result && { text: result.filled, valid: result.parsed.valid };
};

describe("fillTemplate", () => {
  it.each([
    ["ssl", "ssl"],
    ['http.host eq "a._.b"', 'http.host eq "a.w.b"'],
    [
      "http.host eq _ and ip.src eq _ and len(http.host) gt _",
      'http.host eq "w" and ip.src eq 192.0.2.1 and len(http.host) gt 1',
    ],
    ["ip.src in {10._._.0/24}", "ip.src in {10.1.1.0/24}"],
  ])("finds literals that make %s valid", (template, text) => {
    expect(filled(template)).toEqual({ text, valid: true });
  });

  it("returns what the parser reads furthest if nothing is valid", () => {
    expect(filled("ip.src eq _ and http.hots eq _")).toEqual({
      text: "ip.src eq 192.0.2.1 and http.hots eq 192.0.2.1",
      valid: false,
    });
  });

  it("gives up after many parses", () => {
    expect(filled(`http.host eq "${"_,".repeat(1000)}"`)).toBeUndefined();
  });
});
