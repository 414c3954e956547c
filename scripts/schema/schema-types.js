// @ts-check
"use strict";

const ts = require("typescript");
const { compiled } = require("../run-main");

/** @typedef {typeof import("../../plugin/directive-names")} DirectiveNames */

const { schemaName } = /** @type {DirectiveNames} */ (compiled("plugin/directive-names"));

/**
 * A type in Pulumi's package schema.
 * @typedef {{ type?: string, $ref?: string, items?: TypeSpec, additionalProperties?: TypeSpec, oneOf?: TypeSpec[], plain?: boolean }} TypeSpec
 * @typedef {TypeSpec & { description?: string, deprecationMessage?: string, default?: string | number | boolean, secret?: boolean, willReplaceOnChanges?: boolean, replaceOnChanges?: boolean }} PropertySpec
 * @typedef {{ type: "object", description?: string, properties: Record<string, PropertySpec>, required?: string[] }} ObjectSpec
 * @typedef {{ type: "string", description?: string, enum: { value: string }[] }} EnumSpec
 */

const PACKAGE = "edge";
/** What inputs and outputs of the SDK are made of, beside the value itself. */
const WRAPPERS = new Set(["Promise", "OutputInstance", "Output"]);
/** Shorter names of types that several resources share: what a name begins with, and what it begins with instead. */
const SHORTER = /** @type {const} */ ([
  [/^ZoneBaseline(?:Custom)?(?=[A-Z])/, "Baseline"],
  [/^Baseline(?:Rule|RateLimit)(?=[A-Z])/, "Rule"],
  [/^(?:ZoneEntrypoint|ZoneCustom|AccountEntrypoint)?RulesetRule(?=[A-Z]|$)/, "Rule"],
  [/^RuleActionParameters/, "ActionParameters"],
  [/^(?:Zone|Account)EntrypointRuleset(?=[A-Z])/, "Ruleset"],
]);
/** Enums beside which a property takes any text, so that programs can write the action of a rule as they do in TypeScript. */
const RELAXED = new Set(["Action"]);
const ANY = { $ref: "pulumi.json#/Any" };

/** Converts types of the package's declarations to types of the schema, and collects the named ones. */
class SchemaTypes {
  /** @param {import("typescript").TypeChecker} checker */
  constructor(checker) {
    this.checker = checker;
    /** @type {Map<string, ObjectSpec | EnumSpec>} by name, such as `RateLimit` */
    this.named = new Map();
  }

  /**
   * Returns the properties of objects that have one of these types, as far as `names` lists them.
   * @param {readonly import("typescript").Type[]} parts
   * @param {string} owner the name of the object, which anonymous types in it derive theirs from
   * @param {readonly string[]} [names]
   * @returns {{ properties: Record<string, PropertySpec>, required: string[] }}
   */
  membersOf(parts, owner, names) {
    /** @type {Record<string, PropertySpec>} */
    const properties = {};
    const required = [];
    const all = names ?? [...new Set(parts.flatMap((part) => part.getProperties().map(({ name }) => name)))];
    for (const name of [...all].sort()) {
      const symbols = parts.flatMap((part) => this.checker.getPropertyOfType(part, name) ?? []);
      if (symbols.length === 0) continue;
      const types = symbols.map((symbol) => this.declaredTypeOf(symbol));
      const spec = this.typeOf(types, shortName(owner + capital(name)));
      if (spec === undefined) continue;
      const description = symbols.map((symbol) => this.docOf(symbol)).find((text) => text !== "");
      const deprecationMessage = symbols.map((symbol) => this.tagOf(symbol, "deprecated")).find(Boolean);
      properties[schemaName(name)] = {
        ...spec,
        ...(description !== undefined && { description }),
        ...(deprecationMessage !== undefined && { deprecationMessage }),
      };
      const isOptional =
        symbols.length < parts.length || types.some(hasUndefined) || symbols.some(isOptionalSymbol);
      if (!isOptional) required.push(schemaName(name));
    }
    return { properties, required };
  }

  /**
   * Returns the schema's type of a value that has one of these types; nothing if it is always undefined.
   * @param {readonly import("typescript").Type[]} types
   * @param {string} name the name that an anonymous type gets
   * @returns {TypeSpec | undefined}
   */
  typeOf(types, name) {
    const members = unique(types.flatMap((type) => this.valuesOf(type)));
    if (members.length === 0) return undefined;
    const specs = [
      ...this.textOf(members, name),
      ...this.plainOf(members),
      // Of a list and a map, Python's SDK takes only what comes first. Maps are what is written most.
      ...this.objectOf(members, name),
      ...this.listOf(members, name),
    ];
    if (specs.length === 0) return ANY;
    const [only] = specs;
    return specs.length === 1 && only ? only : { oneOf: specs };
  }

  /** @param {readonly import("typescript").Type[]} members @param {string} name @returns {TypeSpec[]} */
  textOf(members, name) {
    const literals = members.filter((type) => type.isStringLiteral());
    if (members.some(isAnyText)) return [{ type: "string" }];
    if (literals.length === 0) return [];
    const values = [...new Set(literals.map(({ value }) => value))].sort();
    // One value, or a few beside another type, are not worth a name.
    if (values.length === 1 || literals.length < members.length) return [{ type: "string" }];
    const type = this.aliasOf(values) ?? name;
    const spec = {
      type: "string",
      $ref: this.add(type, { type: "string", enum: values.map((value) => ({ value })) }),
    };
    return RELAXED.has(type) ? [{ type: "string" }, spec] : [spec];
  }

  /** @param {readonly import("typescript").Type[]} members @returns {TypeSpec[]} */
  plainOf(members) {
    const has = (/** @type {number} */ flags) => members.some((type) => type.flags & flags);
    return [
      ...(has(ts.TypeFlags.NumberLike) ? [{ type: "number" }] : []),
      ...(has(ts.TypeFlags.BooleanLike) ? [{ type: "boolean" }] : []),
    ];
  }

  /** @param {readonly import("typescript").Type[]} members @param {string} name @returns {TypeSpec[]} */
  listOf(members, name) {
    const lists = members.filter((type) => this.checker.isArrayType(type));
    if (lists.length === 0) return [];
    const items = lists.flatMap((type) =>
      this.checker.getTypeArguments(/** @type {import("typescript").TypeReference} */ (type)),
    );
    return [{ type: "array", items: this.typeOf(items, shortName(singular(name))) ?? ANY }];
  }

  /** @param {readonly import("typescript").Type[]} members @param {string} name @returns {TypeSpec[]} */
  objectOf(members, name) {
    const objects = members.filter(
      (type) => type.flags & ts.TypeFlags.Object && !this.checker.isArrayType(type),
    );
    const maps = objects.filter((type) => this.checker.getIndexInfosOfType(type).length > 0);
    const shapes = objects.filter((type) => !maps.includes(type) && type.getProperties().length > 0);
    if (shapes.length > 0) return [{ type: "object", $ref: this.addObject(shapes, name) }];
    if (maps.length === 0) return [];
    const values = maps.flatMap((type) => this.checker.getIndexInfosOfType(type).map((info) => info.type));
    return [{ type: "object", additionalProperties: this.typeOf(values, singular(name)) ?? ANY }];
  }

  /** @param {readonly import("typescript").Type[]} shapes @param {string} fallback */
  addObject(shapes, fallback) {
    const [first] = shapes;
    const own = shapes.length === 1 ? (first?.aliasSymbol ?? first?.getSymbol())?.getName() : undefined;
    const name =
      own !== undefined &&
      /^[A-Z]/.test(own) &&
      !/^(Pick|Omit|Partial|DeepMembers|UnwrappedObject)$/.test(own)
        ? own.replace(/(Args|Parameters|State|Result)$/, "")
        : fallback;
    if (!this.named.has(name)) {
      // Before its members, which may contain the same type.
      this.named.set(name, { type: "object", properties: {} });
      const { properties, required } = this.membersOf(shapes, name);
      const description = first?.getSymbol()
        ? this.docOf(/** @type {import("typescript").Symbol} */ (first.getSymbol()))
        : "";
      this.named.set(name, {
        type: "object",
        ...(description && shapes.length === 1 && { description }),
        properties,
        ...(required.length > 0 && { required }),
      });
    }
    return refTo(name);
  }

  /** @param {string} name @param {ObjectSpec | EnumSpec} spec */
  add(name, spec) {
    if (!this.named.has(name)) this.named.set(name, spec);
    return refTo(name);
  }

  /** @param {readonly string[]} values @returns {string | undefined} the name of an enum with these values */
  aliasOf(values) {
    for (const [name, spec] of this.named) {
      if ("enum" in spec && spec.enum.map(({ value }) => value).join() === values.join()) return name;
    }
    return undefined;
  }

  /**
   * Returns the type of a property. Of an output, the type of its value, since the SDK's own type distributes over unions.
   * @param {import("typescript").Symbol} symbol
   */
  declaredTypeOf(symbol) {
    const declaration = symbol.valueDeclaration;
    const node = declaration && ts.isPropertyDeclaration(declaration) ? declaration.type : undefined;
    if (node && ts.isTypeReferenceNode(node) && /(^|\.)Output$/.test(node.typeName.getText())) {
      const [inner] = node.typeArguments ?? [];
      if (inner) return this.checker.getTypeFromTypeNode(inner);
    }
    return this.checker.getTypeOfSymbol(symbol);
  }

  /**
   * Returns what a type can be apart from the wrappers of the SDK and undefined.
   * @param {import("typescript").Type} type
   * @returns {import("typescript").Type[]}
   */
  valuesOf(type) {
    // The declaration of an output has the type parameter.
    const constraint = type.isTypeParameter() ? this.checker.getBaseConstraintOfType(type) : undefined;
    const known = constraint?.isUnion() ? constraint : type;
    const all = known.isUnion() ? known.types : [known];
    const values = all.filter(
      (one) =>
        !(one.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Never)) && !isWrapper(one),
    );
    if (values.length > 0) return values;
    // Only outputs and promises: the value is in their type argument.
    return all.flatMap((one) => {
      if (!isWrapper(one)) return [];
      const [inner] =
        one.aliasTypeArguments ??
        this.checker.getTypeArguments(/** @type {import("typescript").TypeReference} */ (one));
      return inner ? this.valuesOf(inner) : [];
    });
  }

  /** @param {import("typescript").Symbol} symbol @param {string} name @returns {string | undefined} the text after `@name` */
  tagOf(symbol, name) {
    const tag = symbol.getJsDocTags(this.checker).find((one) => one.name === name);
    return tag && ts.displayPartsToString(tag.text);
  }

  /** @param {import("typescript").Symbol} symbol */
  docOf(symbol) {
    return ts
      .displayPartsToString(symbol.getDocumentationComment(this.checker))
      .replace(/\{@link (\w+)\}/g, "`$1`")
      .trim();
  }
}

/**
 * Whether a type is an output or a promise. `Output` is an intersection.
 * @param {import("typescript").Type} type
 * @returns {boolean}
 */
function isWrapper(type) {
  return type.isIntersection() ? type.types.some(isWrapper) : WRAPPERS.has(type.getSymbol()?.getName() ?? "");
}

/**
 * Whether a type is any text, also in the form `string & {}`, which keeps the literals beside it for completion.
 * @param {import("typescript").Type} type
 * @returns {boolean}
 */
function isAnyText(type) {
  if (type.isIntersection()) return type.types.some(isAnyText);
  return (type.flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) !== 0;
}

/** @param {string} name */
function refTo(name) {
  return `#/types/${PACKAGE}:index:${name}`;
}

/** @param {string} name */
function capital(name) {
  return name.replace(/(?:^|-)./g, (start) => start.slice(-1).toUpperCase());
}

/** @param {string} name */
function singular(name) {
  return name.endsWith("ies") ? `${name.slice(0, -3)}y` : name.replace(/(?<!s)s$/, "");
}

/** @param {import("typescript").Type} type */
function hasUndefined(type) {
  return type.isUnion() && type.types.some((one) => (one.flags & ts.TypeFlags.Undefined) !== 0);
}

/** @param {string} name */
function shortName(name) {
  return SHORTER.reduce((text, [pattern, instead]) => text.replace(pattern, instead), name);
}

/** @param {import("typescript").Symbol} symbol */
function isOptionalSymbol(symbol) {
  return (symbol.flags & ts.SymbolFlags.Optional) !== 0;
}

/** @template T @param {readonly T[]} items */
function unique(items) {
  return [...new Set(items)];
}

module.exports = { capital, PACKAGE, SchemaTypes };
