import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import {
  networkOf,
  parseAddress,
  parseNetworkAddress,
  printAddress,
} from "../../../../provider/filter/parse/ip-address";

describe("parseAddress", () => {
  it("accepts the same addresses as node:net", () => {
    const piece = fc.constantFrom(
      "0",
      "1",
      "01",
      "255",
      "256",
      "ff",
      "fffff",
      ":",
      "::",
      ".",
      "1.2.3.4",
      "%eth0",
    );
    const almost = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), almost), (text) => {
        const expected = text.includes("%") ? 0 : isIP(text);
        expect(parseAddress(text)?.family ?? 0).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["0:0:0:0:0:0:0:0", "::"],
    ["1:0:3:4:5:6:7:8", "1:0:3:4:5:6:7:8"],
    ["::ffff:7f00:1", "::ffff:127.0.0.1"],
    ["::127.0.0.1", "::7f00:1"],
  ])("prints %s as %s", (written, printed) => {
    const address = parseAddress(written);
    expect(address && printAddress(address)).toBe(printed);
  });

  it.each([
    "1a2a3a4",
    "1.2.3.4::",
    "1.2.3.4::1",
    "1:2:3:1.2.3.4:5:6:7",
    "::1.2.3.4:5",
    "::1.2.3",
    "1:2:3:4:5:6:7:1.2.3.4",
    "1:2:3:4:5:6:7:8:9",
    "1::2:3:4:5:6:7:8:9",
    "1::2::3",
    ":1",
  ])("rejects %s", (text) => {
    expect(isIP(text)).toBe(0);
    expect(parseAddress(text)).toBeUndefined();
  });

  it("parses what it prints", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (value) => {
        expect(parseAddress(printAddress({ family: 6, value }))).toEqual({ family: 6, value });
      }),
    );
  });
});

describe("parseNetworkAddress", () => {
  it.each([
    ["34", "34.0.0.0"],
    ["192.168", "192.168.0.0"],
    ["010.0.0.01", "10.0.0.1"],
  ])("reads %s as %s", (written, printed) => {
    const address = parseNetworkAddress(written);
    expect(address && printAddress(address)).toBe(printed);
  });

  it.each(["", "1.2.3.4.5", "256", "1..2", "a"])("rejects %j", (text) => {
    expect(parseNetworkAddress(text)).toBeUndefined();
  });
});

describe("networkOf", () => {
  it("masks addresses as node:net does", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), (text, prefix) => {
        const address = parseAddress(text);
        if (address === undefined) throw new Error(text);
        const block = new BlockList();
        block.addSubnet(text, prefix);
        expect(block.check(printAddress(networkOf(address, prefix)))).toBe(true);
      }),
    );
  });
});
