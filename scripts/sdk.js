// @ts-check
"use strict";

const path = require("node:path");
const { parseArgs } = require("node:util");
const { ROOT } = require("./prepare");
const { toStderr } = require("./progress");
const { callersDirectory, runInstalled } = require("./run-main");
const { generateSdk, isLanguage, LANGUAGES } = require("./sdk/generate");

/**
 * `npm run sdk [-- --language L … --out DIR]`: generates the SDKs of the native plugin for other languages. Git ignores the default
 * folder.
 */
runInstalled(async () => {
  const { values } = parseArgs({
    options: { language: { type: "string", multiple: true }, out: { type: "string" } },
  });
  const unknown = (values.language ?? []).find((language) => !isLanguage(language));
  if (unknown !== undefined)
    throw new Error(
      `--language ${unknown}: there is no such SDK; the languages are ${LANGUAGES.join(", ")}.`,
    );
  const folder =
    values.out === undefined
      ? path.join(ROOT, ".platform", "sdk")
      : path.resolve(callersDirectory("sdk"), values.out);
  const languages = LANGUAGES.filter((language) => values.language?.includes(language) ?? true);
  for (const language of languages) toStderr(`${language}: ${await generateSdk(language, folder, toStderr)}`);
  return 0;
});
