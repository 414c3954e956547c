import { type Diagnostic, parseFilter, printPositionOnly } from "../../../../provider/filter";

const SECRET = "hunter2secret";

describe("printPositionOnly", () => {
  it("reports position and kind", () => {
    expect(printPositionOnly([diagnose("ssl and sssl")])).toBe(
      "The secret filter expression is not valid: no field or function has this name (line 1, byte 9).",
    );
  });

  it("reports the position of several errors in bytes of their lines", () => {
    const expression = 'http.host eq "é" and sssl or\nip.src in {1.2.3.4/33}';
    const parsed = parseFilter(expression);
    expect(parsed.valid ? "" : printPositionOnly(parsed.diagnostics)).toBe(
      "The secret filter expression is not valid: no field or function has this name (line 1, byte 23); " +
        "an address or network is not valid (line 2, byte 12).",
    );
  });

  it.each([
    SECRET,
    `http.host == "${SECRET}\\q"`,
    `ip.src in $${SECRET}.`,
    `ip.src in $Ä${SECRET}`,
    `http.host["${SECRET}"] == "a"`,
    `http.host matches "(${SECRET}"`,
    `http.host wildcard "${SECRET}**"`,
    `http.host == "a" ${SECRET}`,
    `cidr(ip.src, 99999, 1) == ${SECRET}`,
  ])("quotes nothing of %j", (expression) => {
    const text = printPositionOnly([diagnose(expression)]);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain("99999");
  });

  it("returns the same text for every expression with the same kind and position", () => {
    expect(printPositionOnly([diagnose("aaaa")])).toBe(printPositionOnly([diagnose("bbbb")]));
  });
});

function diagnose(expression: string): Diagnostic {
  const parsed = parseFilter(expression);
  if (parsed.valid) throw new Error(`${expression} is valid`);
  return parsed.diagnostics[0];
}
