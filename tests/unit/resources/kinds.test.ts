import * as dynamic from "../../../provider";
import * as native from "../../../provider/native";
import { isResourceKind, ofKind, PROPERTIES, type ByKind } from "../../../provider/properties";

// Compiled: a kind without a class is an error here.
const classes: ByKind<{ readonly __pulumiType: string }> = dynamic;
const nativeClasses: ByKind<{ readonly __pulumiType: string }> = native;
const kinds = Object.keys(PROPERTIES).filter(isResourceKind);

describe("the kinds of resources", () => {
  it.each(kinds)("%s has the type token that states contain", (kind) => {
    expect(classes[kind].__pulumiType).toBe(`pulumi-nodejs:dynamic/edge:${kind}`);
    expect(nativeClasses[kind].__pulumiType).toBe(`edge:index:${kind}`);
  });

  it("finds nothing for a name that this release does not know", () => {
    const table = Object.fromEntries(kinds.map((kind) => [kind, kind])) as ByKind<string>;
    expect(["ApiToken", "Later", "toString", undefined].map((name) => ofKind(table, name))).toEqual([
      "ApiToken",
      undefined,
      undefined,
      undefined,
    ]);
  });
});
