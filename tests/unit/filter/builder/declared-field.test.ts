import { and, declaredField, field } from "../../../../provider/filter";

describe("a field of the builder that this release does not know", () => {
  it("has the operators of its type", () => {
    const condition = and(
      field("ssl"),
      declaredField("cf.new.score", "Int").lt(20),
      declaredField("cf.new.tags", "Array<Bytes>").any((tag) => tag.eq("a")),
      declaredField("cf.new.map", "Map<Array<Bytes>>").key("k").at(0).contains('"'),
      declaredField("cf.new.flag", "Bool"),
    );
    expect(condition.toString()).toBe(
      'ssl and cf.new.score lt 20 and any(cf.new.tags[*] eq "a") and cf.new.map["k"][0] contains "\\"" and cf.new.flag',
    );
  });

  it("rejects values that its type does not have", () => {
    expect(() => declaredField("cf.new.address", "Ip").eq("300.1.1.1")).toThrow(RangeError);
  });

  it("rejects a text that cannot be a name", () => {
    expect(() => declaredField('ssl or http.host eq "a', "Bytes")).toThrow(RangeError);
    expect(() => declaredField("not", "Bool")).toThrow("is a word of the language");
  });
});
