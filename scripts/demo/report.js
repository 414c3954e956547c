// @ts-check
"use strict";

/** @typedef {{ title: string, run: () => Promise<string | void> }} Step `run` returns text to show, and throws if a check fails */

/** Prints each step, its text and its duration. @param {number} started epoch milliseconds */
function createReport(started) {
  /** @type {{ title: string, seconds: string }[]} */
  const done = [];

  return {
    /** @param {Step} step */
    async run({ title, run }) {
      console.log(`\n── ${title}`);
      const start = Date.now();
      const shown = await run();
      if (shown) console.log(shown.replace(/^/gm, "   "));
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      done.push({ title, seconds });
      console.log(`   ✔ ${seconds} s`);
    },
    summary() {
      const width = Math.max(...done.map(({ title }) => title.length));
      console.log("\nAll checks passed:");
      for (const { title, seconds } of done)
        console.log(`  ${title.padEnd(width)}  ${seconds.padStart(5)} s`);
      console.log(
        `  ${"Total, with installing and building".padEnd(width)}  ${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s`,
      );
    },
  };
}

module.exports = { createReport };
