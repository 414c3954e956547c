// @ts-check
"use strict";

const { describedWithExamples } = require("./examples");
const { PACKAGE } = require("./schema-types");

/** @typedef {import("typescript").Symbol} Symbol */
/** @typedef {import("./schema-types").SchemaTypes} SchemaTypes */

/** The arguments of the component in other languages. Functions of filters exist only in TypeScript. */
const ARGUMENTS = ["zoneId", "connection", "customRules", "rateLimits", "managedRules", "owasp"];
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
 */
function baselineSchema(types, symbolOf) {
  const declared = (/** @type {string} */ name) => types.checker.getDeclaredTypeOfSymbol(symbolOf(name));
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

module.exports = { baselineSchema };
