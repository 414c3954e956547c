// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const ts = require("typescript");

/** @typedef {{ start: number, end: number, text: string }} Edit */

/** How TypeScript names the variable of an import. No other name of the file is the same. */
const IMPORTED = /_\d+$/;

/**
 * Returns the code of a module, compiled by TypeScript to CommonJS, so that it loads each module that it imports when it first uses
 * something of it. So the sources import plainly, and a process loads only what it runs.
 *
 * `import "x"`, `import * as x` and `export * as x` still load at once. Each line stays on its line.
 * @param {string} file absolute path; what TypeScript compiled of the modules that it re-exports is beside it
 */
function withLazyImports(file) {
  const source = parse(file);
  const own = new Set(source.statements.flatMap(namesOf));
  /** @type {Edit[]} */
  const edits = [];
  const imported = new Set();
  for (const statement of source.statements) {
    const [start, end] = [statement.getStart(), statement.getEnd()];
    const star = starOf(statement);
    if (star)
      edits.push({
        start,
        end,
        text: starText(
          star,
          [...exportsOf(besides(file, star))].filter((name) => !own.has(name)),
        ),
      });
    const variable = importOf(statement);
    if (variable?.initializer) {
      const [name, load] = [variable.name.getText(), variable.initializer.getText()];
      edits.push({ start, end, text: `let ${name}$; const ${name} = () => ${name}$ ??= ${load};` });
      imported.add(name);
    }
  }
  /** @param {import("typescript").Node} node */
  const visit = (node) => {
    if (ts.isIdentifier(node) && imported.has(node.text) && !ts.isVariableDeclaration(node.parent))
      // In parentheses for `new (x_1()).X()`.
      edits.push({ start: node.getStart(), end: node.getEnd(), text: `(${node.text}())` });
    else ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  // Node skips an export whose `Object.defineProperty` has another getter than TypeScript's.
  for (const statement of source.statements)
    if (/^Object.defineProperty\(exports, "\w+", \{ enumerable: true, get:/.test(statement.getText()))
      edits.push({
        start: statement.getStart(),
        end: statement.getStart() + "Object".length,
        text: "Reflect",
      });
  return edited(source.text, edits);
}

/**
 * The getters of `export *`. As for other exports, TypeScript's assignments let Node find the names for a program of ES modules.
 * @param {string} star @param {string[]} names
 */
function starText(star, names) {
  const getters = names.map(
    (name) => `Reflect.defineProperty(exports, "${name}", { enumerable: true, get: () => load().${name} });`,
  );
  const assigned = names.map((name) => `exports.${name} = `).join("");
  return `{ ${assigned}void 0; let loaded; const load = () => loaded ??= require("${star}"); ${getters.join(" ")} }`;
}

/** @param {string} file @returns {Set<string>} */
function exportsOf(file) {
  const { statements } = parse(file);
  const stars = statements.map(starOf).filter((star) => star !== undefined);
  return new Set([
    ...statements.flatMap(namesOf),
    ...stars.flatMap((star) => [...exportsOf(besides(file, star))]),
  ]);
}

/** Returns the names of `exports.a = exports.b = …`. @param {import("typescript").Statement} statement */
function namesOf(statement) {
  const names = [];
  let value = ts.isExpressionStatement(statement) ? statement.expression : undefined;
  while (value && ts.isBinaryExpression(value)) {
    const { left, right } = value;
    if (ts.isPropertyAccessExpression(left) && left.expression.getText() === "exports")
      names.push(left.name.text);
    value = right;
  }
  return names;
}

/** Returns the module of `export * from "./x"`. @param {import("typescript").Statement} statement */
function starOf(statement) {
  return /^__exportStar\(require\("(\..*)"\), exports\);$/.exec(statement.getText())?.[1];
}

/** Returns the variable of an import. @param {import("typescript").Statement} statement */
function importOf(statement) {
  if (!ts.isVariableStatement(statement)) return undefined;
  const [variable] = statement.declarationList.declarations;
  const loads = /^(__importDefault\()?require\("[^"]+"\)\)?$/.test(variable?.initializer?.getText() ?? "");
  return loads && IMPORTED.test(variable?.name.getText() ?? "") ? variable : undefined;
}

/** @param {string} file @param {string} name of a module, as in an import */
function besides(file, name) {
  const module = path.resolve(path.dirname(file), name);
  return fs.existsSync(`${module}.js`) ? `${module}.js` : path.join(module, "index.js");
}

/** @param {string} file */
function parse(file) {
  return ts.createSourceFile(file, fs.readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);
}

/** @param {string} text @param {Edit[]} edits that do not overlap */
function edited(text, edits) {
  const pieces = [];
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    pieces.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return pieces.join("") + text.slice(at);
}

module.exports = { withLazyImports };
