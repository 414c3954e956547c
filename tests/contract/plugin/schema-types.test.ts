import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import ts from "typescript";
import { ensureBuilt } from "../../../scripts/prepare";
import type * as Types from "../../../scripts/schema/schema-types";

jest.setTimeout(120_000);
beforeAll(() => ensureBuilt(() => undefined));

const DECLARATIONS = `
import * as pulumi from "@pulumi/pulumi";
export type Action = "block" | "log";
export type Mode = "fast" | "safe";
export interface Args {
  /** Was the name of \`mode\`. @deprecated Set \`mode\` instead. */
  level?: pulumi.Input<string>;
  mode: pulumi.Input<Mode>;
  later: pulumi.Output<Mode> | Promise<Mode>;
  action: pulumi.Input<Action>;
}
export interface OpenArgs<M extends Mode> {
  known: pulumi.Input<Mode | (string & {})>;
  mode: pulumi.Output<M>;
  period: pulumi.Input<10 | 60 | (number & {})>;
}
`;

describe("types in the schema", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-schema-types-"));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it("keep deprecations, name the values of outputs, and take any text beside the actions of rules", () => {
    const file = path.join(folder, "args.ts");
    fs.writeFileSync(file, DECLARATIONS);
    const sdk = path.dirname(require.resolve("@pulumi/pulumi/package.json"));
    fs.mkdirSync(path.join(folder, "node_modules", "@pulumi"), { recursive: true });
    fs.symlinkSync(sdk, path.join(folder, "node_modules", "@pulumi", "pulumi"));
    const program = ts.createProgram([file], { strict: true, module: ts.ModuleKind.Node16, types: [] });
    const checker = program.getTypeChecker();
    const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!);
    const typeOf = (name: string) =>
      checker.getDeclaredTypeOfSymbol(symbols.find((symbol) => symbol.name === name)!);
    // Loads compiled modules, so it must not be loaded before they exist.
    const { SchemaTypes } = jest.requireActual<typeof Types>("../../../scripts/schema/schema-types");
    const types = new SchemaTypes(checker);
    types.textOf(types.valuesOf(typeOf("Action")), "Action");
    expect(types.membersOf([typeOf("Args")], "Args")).toEqual({
      properties: {
        action: { oneOf: [{ type: "string" }, { type: "string", $ref: "#/types/edge:index:Action" }] },
        later: { type: "string", $ref: "#/types/edge:index:ArgsLater" },
        level: {
          type: "string",
          description: "Was the name of `mode`.",
          deprecationMessage: "Set `mode` instead.",
        },
        mode: { type: "string", $ref: "#/types/edge:index:ArgsLater" },
      },
      required: ["action", "later", "mode"],
    });
    expect(types.membersOf([typeOf("OpenArgs")], "Open").properties).toEqual({
      known: { type: "string" },
      mode: { type: "string", $ref: "#/types/edge:index:ArgsLater" },
      period: { type: "number" },
    });
  });
});
