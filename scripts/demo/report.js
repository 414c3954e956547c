// @ts-check
"use strict";

/** @typedef {{ title: string, run: () => Promise<string | void> }} Step run: what to show of it; throws when it is not as it should be */

/** Prints each step with what the engine said and the time it took. @param {number} started epoch milliseconds */
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
        `  ${"In all, with installing and building".padEnd(width)}  ${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s`,
      );
    },
  };
}

module.exports = { createReport };
