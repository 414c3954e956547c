// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { toStderr } = require("./progress");
const { runInstalled } = require("./run-main");
const { EXAMPLES, generateExamples } = require("./sdk/examples");

// `npm run examples`: writes the examples of the plugin's schema in other languages, from the YAML programs beside them.
runInstalled(async () => {
  const examples = await generateExamples(toStderr);
  for (const [name, text] of Object.entries(examples)) fs.writeFileSync(path.join(EXAMPLES, name), text);
  toStderr(`${EXAMPLES} has ${Object.keys(examples).length} generated examples`);
  return 0;
});
