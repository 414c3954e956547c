import { arrayOf, isArray, isMap, parseType, typeName } from "../../../../provider/filter/scheme/types";

describe("parseType", () => {
  it("reads names within names", () => {
    expect(parseType("Map<Array<Array<Ip>>>")).toEqual({
      container: "Map",
      element: { container: "Array", element: { container: "Array", element: "Ip" } },
    });
    expect(parseType("Int")).toBe("Int");
  });

  it("returns the same type for the same name", () => {
    expect(parseType("Array<Array<Int>>")).toBe(parseType("Array<Array<Int>>"));
  });

  it.each(["Bytes", "Array<Bytes>", "Map<Array<Int>>"])("returns %s for its name", (name) => {
    expect(typeName(parseType(name))).toBe(name);
  });

  it.each([
    ["Text", "Text"],
    ["Array<Text>", "Text"],
    ["Array<>", "Array<>"],
    ["xArray<Int>", "xArray<Int>"],
    ["Array<Int>x", "Array<Int>x"],
    ["", ""],
  ])("rejects %j, and names %j", (name, refused) => {
    expect(() => parseType(name)).toThrow(
      new RangeError(`"${refused}" is not a type of the filter language.`),
    );
  });
});

describe("isArray and isMap", () => {
  it("distinguish containers from each other and from plain types", () => {
    const types = ["Bytes", arrayOf("Bytes"), parseType("Map<Bytes>")] as const;
    expect(types.map(isArray)).toEqual([false, true, false]);
    expect(types.map(isMap)).toEqual([false, false, true]);
  });
});
