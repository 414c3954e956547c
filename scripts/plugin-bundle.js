// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");

/** In dist/: the native plugin as one file, which needs only its schema and `start.js` beside it. */
const BUNDLE = path.join("plugin", "bundle.js");
const SCHEMA = path.join("plugin", "schema.json");

/**
 * Bundles the compiled plugin, so that it starts faster and can be installed without node_modules. Of zod's messages it has only the
 * English ones. It leaves out the Pulumi SDK, which only programs load.
 * @param {string} root
 */
async function bundlePlugin(root) {
  const main = path.join(root, "dist", "plugin", "main.js");
  if (!fs.existsSync(main)) return;
  const esbuild = require("esbuild");
  const {
    outputFiles: [output],
  } = await esbuild.build({
    entryPoints: [main],
    write: false,
    bundle: true,
    minify: true,
    // For an error that nothing catches, Node prints the whole line.
    lineLimit: 200,
    platform: "node",
    target: "node20",
    legalComments: "eof",
    logLevel: "warning",
    plugins: [
      {
        name: "leave-out",
        setup(build) {
          build.onResolve({ filter: /^@pulumi\/pulumi$/ }, ({ path: name }) => ({
            path: name,
            external: true,
          }));
          build.onResolve({ filter: /^\.\.?\/locales\/index\.c?js$/ }, ({ path: name, resolveDir }) => ({
            path: path.resolve(resolveDir, name.replace("index", "en")),
          }));
        },
      },
    ],
  });
  if (output === undefined) throw new Error("esbuild made no bundle.");
  fs.writeFileSync(path.join(root, "dist", BUNDLE), withoutUnicode(output.text));
  fs.copyFileSync(path.join(root, SCHEMA), path.join(root, "dist", SCHEMA));
}

/**
 * Escapes the characters outside ASCII, which esbuild leaves in regular expressions. With a single one, V8 stores the whole bundle with
 * two bytes for each character, which takes 2 MB more in each process.
 * @param {string} code
 */
function withoutUnicode(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

module.exports = { bundlePlugin };
