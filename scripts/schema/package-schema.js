// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const ts = require("typescript");
const { ROOT } = require("../prepare");
const { compiled } = require("../run-main");
const { capital, PACKAGE, SchemaTypes } = require("./schema-types");

/** @typedef {import("../../provider/properties").PropertyTable} PropertyTable */
/** @typedef {typeof import("../../provider/properties")} Properties */
/** @typedef {{ LISTS: Record<string, string>, LOOKUP_NAMES: readonly string[] }} Lookups */
/** @typedef {{ SETTINGS: Record<string, { description: string, secret?: boolean }> }} Config */

/** A file that exists only in memory: resources and arguments with the defaults of their type parameters. */
const DEFAULTS = path.join(ROOT, "provider", "with-defaults.ts");

/** @param {readonly string[]} kinds */
function defaultsOf(kinds) {
  const names = kinds.flatMap((kind) => [kind, `${kind}Args`]);
  return [
    'import type * as edge from "./index";',
    ...names.map((name) => `export type ${name} = edge.${name};`),
  ].join("\n");
}

/** @param {ReturnType<SchemaTypes["membersOf"]>} members @param {(name: string, spec: import("./schema-types").PropertySpec) => import("./schema-types").PropertySpec} change */
function changed({ properties }, change) {
  return Object.fromEntries(Object.entries(properties).map(([name, spec]) => [name, change(name, spec)]));
}

/**
 * Returns Pulumi's schema of the package: types and descriptions from the declarations of the classes, and the rest from the tables of
 * properties.
 * @param {{ version: string, description: string, license: string, keywords: string[] }} manifest
 */
function packageSchema(manifest) {
  const { PROPERTIES, argumentsOf } = /** @type {Properties} */ (compiled("provider/properties"));
  const options = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    types: ["node"],
  };
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === DEFAULTS
      ? ts.createSourceFile(name, defaultsOf([...Object.keys(PROPERTIES), "ZoneBaseline"]), options.target)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram([path.join(ROOT, "provider", "index.ts"), DEFAULTS], options, host);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path.join(ROOT, "provider", "index.ts"));
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error("provider/index.ts was not found.");
  const exported = new Map(
    checker
      .getExportsOfModule(module)
      .map((symbol) => [
        symbol.name,
        symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
      ]),
  );
  /** @param {string} name */
  const symbolOf = (name) => {
    const symbol = exported.get(name);
    if (!symbol) throw new Error(`provider/index.ts does not export ${name}.`);
    return symbol;
  };
  const defaults = program.getSourceFile(DEFAULTS);
  const withDefaults = defaults && checker.getSymbolAtLocation(defaults);
  if (!withDefaults)
    throw new Error("The arguments with the defaults of their type parameters were not found.");
  /** @param {string} name */
  const typeOf = (name) => {
    const symbol = checker.getExportsOfModule(withDefaults).find((one) => one.name === name);
    if (!symbol) throw new Error(`${name} is no resource or its arguments.`);
    return checker.getDeclaredTypeOfSymbol(symbol);
  };
  const types = new SchemaTypes(checker);
  for (const name of ["Action", "ManagedAction", "Phase"]) {
    const values = types.valuesOf(checker.getDeclaredTypeOfSymbol(symbolOf(name)));
    types.textOf(values, name);
  }
  const { LISTS, LOOKUP_NAMES } = /** @type {Lookups} */ (compiled("plugin/lookups"));
  const { SETTINGS } = /** @type {Config} */ (compiled("plugin/config"));
  const resources = Object.entries(/** @type {Record<string, PropertyTable>} */ (PROPERTIES)).map(
    ([kind, table]) => {
      const args = typeOf(`${kind}Args`);
      const outputs = typeOf(kind);
      const inputs = types.membersOf(
        [args],
        kind,
        argumentsOf(table).filter((name) => name !== "secretInputs"),
      );
      const names = [...Object.keys(table).filter((name) => name !== "secretInputs"), "stateVersion"];
      const known = types.membersOf([outputs], kind, names);
      const described = changed(known, (name, spec) => {
        const description = spec.description ?? inputs.properties[name]?.description;
        return {
          ...spec,
          ...(description !== undefined && { description }),
          ...(table[name]?.secret && { secret: true }),
          ...(table[name]?.replaces && { replaceOnChanges: true }),
        };
      });
      const spec = {
        description: describedWithExamples(types, symbolOf(kind)),
        properties: described,
        required: known.required,
        inputProperties: changed(inputs, (name, one) => ({
          ...one,
          ...(table[name]?.replaces && { willReplaceOnChanges: true }),
        })),
        requiredInputs: inputs.required,
        aliases: [{ type: `pulumi-nodejs:dynamic/edge:${kind}` }],
      };
      return /** @type {const} */ ([`${PACKAGE}:index:${kind}`, spec]);
    },
  );
  /** @param {string} name */
  const lookupSpec = (name) => {
    const symbol = symbolOf(name);
    const [signature] = checker.getTypeOfSymbolAtLocation(symbol, source).getCallSignatures();
    const [args] = signature?.getParameters() ?? [];
    if (!signature || !args) throw new Error(`${name} is no lookup.`);
    const inputs = types.membersOf(types.valuesOf(checker.getTypeOfSymbol(args)), capital(name));
    const promised = checker.getAwaitedType(signature.getReturnType()) ?? signature.getReturnType();
    const member = LISTS[name];
    const result = member === undefined ? undefined : types.typeOf([promised], capital(member));
    const outputs =
      result && member !== undefined
        ? { properties: { [member]: result }, required: [member] }
        : types.membersOf(types.valuesOf(promised), `${capital(name)}Result`);
    return {
      description: types.docOf(symbol),
      inputs: { type: "object", properties: inputs.properties, required: inputs.required },
      outputs: { type: "object", properties: outputs.properties, required: outputs.required },
    };
  };
  const settings = Object.fromEntries(
    Object.entries(/** @type {Record<string, { description: string, secret?: boolean }>} */ (SETTINGS)).map(
      ([name, { description, secret }]) => [name, { type: "string", description, ...(secret && { secret }) }],
    ),
  );
  /** @type {Record<string, object>} */
  const resourceSpecs = {
    ...Object.fromEntries(resources),
    // After the resources, whose rules have the same types.
    [`${PACKAGE}:index:ZoneBaseline`]: baselineSchema(types, symbolOf, typeOf),
  };
  // Before the types: their arguments and results name some.
  const functions = Object.fromEntries(
    LOOKUP_NAMES.map((name) => [`${PACKAGE}:index:${name}`, lookupSpec(name)]),
  );
  return {
    name: PACKAGE,
    displayName: "Edge platform",
    version: manifest.version,
    // Makes SDKs whole packages: the one for Go gets a go.mod.
    meta: { supportPack: true },
    description: manifest.description,
    keywords: manifest.keywords,
    license: manifest.license,
    publisher: "pulumi-edge-platform",
    language: {
      nodejs: { packageName: "pulumi-edge-platform-native", respectSchemaVersion: true },
      python: {
        packageName: "pulumi_edge_platform",
        respectSchemaVersion: true,
        pyproject: { enabled: true },
      },
      go: {
        importBasePath: "example.com/pulumi-edge-platform/sdk/go/edge",
        respectSchemaVersion: true,
        generateResourceContainerTypes: true,
      },
      // Without `namespaces`, programs that Pulumi's converter writes have `Edge.Index.List` where the SDK has `Edge.List`.
      csharp: { packageReferences: { Pulumi: "3.*" }, namespaces: { index: "" }, respectSchemaVersion: true },
      java: { basePackage: "com.example" },
    },
    config: { variables: settings },
    provider: { description: "The connection to the API.", inputProperties: settings, properties: settings },
    types: Object.fromEntries(
      [...types.named]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, spec]) => [`${PACKAGE}:index:${name}`, spec]),
    ),
    resources: resourceSpecs,
    functions,
  };
}

/** @typedef {import("typescript").Symbol} Symbol */

/** The arguments of the component in other languages. Functions of filters exist only in TypeScript. */
const ARGUMENTS = [
  "zoneId",
  "connection",
  "logOnlyUntil",
  "customRules",
  "rateLimits",
  "managedRules",
  "owasp",
];
/** Its resources, by the member that holds them. */
const RESOURCES = {
  customRules: "ZoneEntrypointRuleset",
  rateLimits: "ZoneEntrypointRuleset",
  managedRules: "ZoneEntrypointRuleset",
  owasp: "OwaspConfig",
};

/**
 * Returns the schema of the component ZoneBaseline.
 * @param {SchemaTypes} types
 * @param {(name: string) => Symbol} symbolOf
 * @param {(name: string) => import("typescript").Type} declared
 */
function baselineSchema(types, symbolOf, declared) {
  const inputs = types.membersOf([declared("ZoneBaselineArgs")], "ZoneBaseline", ARGUMENTS);
  const { zoneId } = types.membersOf([declared("ZoneBaseline")], "ZoneBaseline", ["zoneId"]).properties;
  const resources = Object.entries(RESOURCES).map(([member, kind]) => {
    const symbol = types.checker.getPropertyOfType(declared("ZoneBaseline"), member);
    if (!symbol) throw new Error(`ZoneBaseline has no member ${member}.`);
    const description = types.docOf(symbol);
    const spec = { $ref: `#/resources/${PACKAGE}:index:${kind}`, description };
    return /** @type {const} */ ([member, spec]);
  });
  return {
    description: describedWithExamples(types, symbolOf("ZoneBaseline")),
    isComponent: true,
    properties: { zoneId, ...Object.fromEntries(resources) },
    required: ["zoneId"],
    inputProperties: inputs.properties,
    requiredInputs: inputs.required,
  };
}

const FOLDER = path.join(__dirname, "examples");

/** The languages of Pulumi's documentation beside TypeScript, with the endings of the files that have their examples. */
const FILES = { python: "py", go: "go", csharp: "cs", java: "java", yaml: "yaml" };

/**
 * Returns the description of a resource with its examples.
 * @param {SchemaTypes} types
 * @param {Symbol} symbol its class
 */
function describedWithExamples(types, symbol) {
  return `${types.docOf(symbol)}\n\n${examplesOf(symbol.name, types.tagOf(symbol, "example") ?? "")}`;
}

/**
 * Returns the section of a resource's description from which Pulumi's generators take the examples of their language. TypeScript has
 * the example of the class's declaration, with the native class.
 * @param {string} kind
 * @param {string} declared the text after `@example`, which is a fenced block
 */
function examplesOf(kind, declared) {
  const typescript = declared
    .replace(/^```ts$/m, "```typescript")
    .replace('from "pulumi-edge-platform";', 'from "pulumi-edge-platform/native";');
  const others = Object.entries(FILES).map(
    ([language, ending]) =>
      `\`\`\`${language}\n${fs.readFileSync(path.join(FOLDER, `${kind}.${ending}`), "utf8").trim()}\n\`\`\``,
  );
  return [
    "{{% examples %}}",
    "## Example Usage",
    "{{% example %}}",
    ...[typescript.trim(), ...others].flatMap((block) => [block, ""]),
    "{{% /example %}}",
    "{{% /examples %}}",
  ].join("\n");
}

module.exports = { packageSchema };
