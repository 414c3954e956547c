// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");

/** In dist/: the native plugin as one file, which needs nothing beside it. */
const BUNDLE = path.join("plugin", "bundle.js");

/**
 * Bundles the compiled plugin, so that it starts faster and can be installed without node_modules. Of zod's messages it has only the
 * English ones. It leaves out the Pulumi SDK, which only programs load.
 * @param {string} root
 */
async function bundlePlugin(root) {
  const main = path.join(root, "dist", "plugin", "main.js");
  if (!fs.existsSync(main)) return;
  const esbuild = require("esbuild");
  const outfile = path.join(root, "dist", BUNDLE);
  const { outputFiles } = await esbuild.build({
    entryPoints: [main],
    outfile,
    write: false,
    bundle: true,
    minify: true,
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
  // One other character makes Node.js keep the whole text in two bytes a character, 3 MB more. esbuild leaves them in expressions.
  for (const { text } of outputFiles) fs.writeFileSync(outfile, text.replace(/[^\x00-\x7f]/g, escaped));
}

/** @param {string} character */
function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

module.exports = { BUNDLE, bundlePlugin };
