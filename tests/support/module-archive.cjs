// @ts-check
"use strict";

const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const vm = require("node:vm");

/**
 * An archive of modules: the text of each, V8's compiled code, and the files that its imports lead to. A process that uses one neither
 * searches nor compiles modules, which is a third of the CPU of its start. Each module keeps its name, and is loaded when it is first
 * required, as without an archive. A file that changed since, or is not in the archive, is loaded by Node.
 *
 * @typedef {object} Entry a module
 * @property {number} size of the file, in bytes
 * @property {number} changed the time of the file's last change, in milliseconds
 * @property {readonly [from: number, to: number]} text
 * @property {readonly [from: number, to: number]} code
 * @property {Record<string, string>} links files by the names with which the module requires them
 *
 * @typedef {Record<string, Entry>} Index by file
 *
 * @typedef {(module: NodeJS.Module, file: string) => void} Load
 * @typedef {(name: string, parent: { filename?: string } | undefined, ...rest: unknown[]) => string} Resolve
 * @typedef {(file: string) => vm.Script | undefined} Find returns the compiled function of a module
 */

const INDEX = "index.json";
const TEXT = "modules.txt";
const CODE = "modules.bin";

// The types of `Module` do not know the hooks; Node documents them as deprecated, not as gone.
const hooks =
  /** @type {{ _resolveFilename: Resolve, _extensions: Record<string, Load>, _cache: object }} */ (
    /** @type {unknown} */ (Module)
  );

/**
 * A state contains the files of the functions that called a resource's constructor, except Node's own. This function has the name of one
 * of those, so that it is not in the state.
 * @type {(find: Find, otherwise: Load, path: typeof import("node:path"), hooks: object) => Load}
 */
const loaderOf = new vm.Script(
  `((find, otherwise, { dirname }, hooks) => (module, file) => {
    const script = find(file);
    if (script === undefined) return otherwise(module, file);
    const require = (name) => module.require(name);
    require.resolve = (name) => hooks._resolveFilename(name, module, false);
    require.main = process.mainModule;
    require.cache = hooks._cache;
    require.extensions = hooks._extensions;
    script.runInThisContext().call(module.exports, module.exports, require, module, file, dirname(file));
  })`,
  { filename: "node:internal/module-archive" },
).runInThisContext();

/** @param {Find} find */
function loadBy(find) {
  const otherwise = /** @type {Load} */ (hooks._extensions[".js"]);
  hooks._extensions[".js"] = loaderOf(find, otherwise, path, hooks);
}

/**
 * Loads modules from the archive in the folder from now on. Without an archive there, it does nothing.
 * @param {string} folder
 */
function useArchive(folder) {
  /** @type {Index} */
  let index;
  /** @type {Buffer} */
  let text;
  /** @type {Buffer} */
  let code;
  try {
    index = JSON.parse(fs.readFileSync(path.join(folder, INDEX), "utf8"));
    text = fs.readFileSync(path.join(folder, TEXT));
    code = fs.readFileSync(path.join(folder, CODE));
  } catch {
    return;
  }
  const resolve = hooks._resolveFilename;
  hooks._resolveFilename = (name, parent, ...rest) =>
    index[parent?.filename ?? ""]?.links[name] ?? resolve(name, parent, ...rest);
  loadBy((file) => {
    const entry = index[file];
    if (entry === undefined) return undefined;
    const { size, mtimeMs } = fs.statSync(file);
    if (size !== entry.size || mtimeMs !== entry.changed) return undefined;
    const cachedData = code.subarray(...entry.code);
    return new vm.Script(text.toString("latin1", ...entry.text), { filename: file, cachedData });
  });
}

/**
 * Records the modules that are loaded from now on. Characters outside ASCII are escaped, so that the text has one byte for each
 * character.
 * @returns {(folder: string) => void} writes the archive
 */
function recordArchive() {
  /** @type {Map<string, { text: string, script: vm.Script, links: Record<string, string> }>} */
  const recorded = new Map();
  const resolve = hooks._resolveFilename;
  hooks._resolveFilename = (name, parent, ...rest) => {
    const file = resolve(name, parent, ...rest);
    const module = recorded.get(parent?.filename ?? "");
    if (module !== undefined && fs.existsSync(file)) module.links[name] = file;
    return file;
  };
  loadBy((file) => {
    const source = fs.readFileSync(file, "utf8").replace(/[^\0-\x7f]/g, escaped);
    const names = "exports, require, module, __filename, __dirname";
    const text = `(function (${names}) {${source.replace(/^#!/, "//")}\n})`;
    const script = new vm.Script(text, { filename: file });
    recorded.set(file, { text, script, links: {} });
    return script;
  });
  return (folder) => {
    /** @type {Index} */
    const index = {};
    const texts = [];
    const codes = [];
    let [textEnd, codeEnd] = [0, 0];
    for (const [file, { text, script, links }] of recorded) {
      linkAll(file, text, links);
      const code = script.createCachedData();
      // V8 reads compiled code from addresses that are multiples of eight.
      const room = Math.ceil(code.length / 8) * 8;
      const { size, mtimeMs } = fs.statSync(file);
      index[file] = {
        size,
        changed: mtimeMs,
        text: [textEnd, textEnd + text.length],
        code: [codeEnd, codeEnd + code.length],
        links,
      };
      texts.push(text);
      codes.push(code, Buffer.alloc(room - code.length));
      textEnd += text.length;
      codeEnd += room;
    }
    fs.writeFileSync(path.join(folder, TEXT), texts.join(""), "latin1");
    fs.writeFileSync(path.join(folder, CODE), Buffer.concat(codes));
    fs.writeFileSync(path.join(folder, INDEX), JSON.stringify(index));
  };
}

/**
 * Adds the files that a module requires by literal names, also those that it has not required yet. A process would search folders for each.
 * @param {string} file
 * @param {string} text
 * @param {Record<string, string>} links
 */
function linkAll(file, text, links) {
  const require = Module.createRequire(file);
  for (const [, name = ""] of text.matchAll(/\brequire\("([^"\\]+)"\)/g)) {
    if (links[name] !== undefined) continue;
    try {
      const found = require.resolve(name);
      if (path.isAbsolute(found) && fs.existsSync(found)) links[name] = found;
    } catch {
      // It is in a comment, or the package is optional.
    }
  }
}

/** @param {string} unit */
function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

module.exports = { recordArchive, useArchive };
