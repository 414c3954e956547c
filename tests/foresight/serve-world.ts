import { openWorld } from "./world";

/** Opens a world for another process: prints its addresses and ids as one line of JSON, and ends with stdin. */
void openWorld().then(({ world, platform }) => {
  process.stdout.write(`${JSON.stringify({ world, environment: platform.environment })}\n`);
  process.stdin.on("end", () => void platform.close().then(() => process.exit(0))).resume();
});
