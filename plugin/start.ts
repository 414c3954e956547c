/**
 * Runs the bundle of the plugin, which the build puts beside this file, as a script.
 *
 * As a module, the bundle would be the body of one function, and V8 notes every variable that a function within a function names until
 * the outer one is parsed: 15 MB for the bundle. At the top of a script, V8 skips a function and notes nothing.
 *
 * The first start stores what V8 compiled beside the bundle, for the starts after it: compiling takes half of the CPU of a start.
 */
import crypto from "node:crypto";
import diagnosticsChannel from "node:diagnostics_channel";
import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";

const BUNDLE = path.join(__dirname, "bundle.js");
/** The digest of the bundle and of V8's data, then this data. */
const CACHE = path.join(__dirname, "bundle.cache");
const DIGEST_BYTES = 32;
/**
 * On this channel, the service says that it has answered a question about a resource: by then, V8 has compiled the modules that such
 * answers need. The engine kills the plugin at the end of a run, which may come a tenth of a second later.
 */
const ANSWERED = "edge.plugin.answered";
/** In a run without such an answer, and where the first one takes long. */
const STORE_AFTER_MS = 500;

function run(): void {
  const bundle = fs.readFileSync(BUNDLE);
  const cachedData = cacheOf(bundle);
  // The bundle is ASCII.
  const script = new vm.Script(bundle.toString("latin1"), {
    filename: BUNDLE,
    ...(cachedData && { cachedData }),
  });
  // What a module has and a script lacks.
  const scope: Readonly<Record<string, unknown>> = { require, exports, __dirname };
  Object.assign(globalThis, scope);
  script.runInThisContext();
  // Another version of Node rejects the data.
  if (cachedData === undefined || script.cachedDataRejected === true) storeOnce(() => store(bundle, script));
}

function storeOnce(work: () => void): void {
  const timer = setTimeout(finish, STORE_AFTER_MS).unref();
  diagnosticsChannel.subscribe(ANSWERED, afterAnswer);
  // The answer goes out before.
  function afterAnswer() {
    setImmediate(finish);
  }
  function finish() {
    clearTimeout(timer);
    if (diagnosticsChannel.unsubscribe(ANSWERED, afterAnswer)) work();
  }
}

function cacheOf(bundle: Buffer): Buffer | undefined {
  try {
    const stored = fs.readFileSync(CACHE);
    const data = stored.subarray(DIGEST_BYTES);
    return stored.subarray(0, DIGEST_BYTES).equals(digestOf(bundle, data)) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** V8 itself compares no more of the source than its length, and crashes on damaged data. */
function digestOf(bundle: Buffer, data: Buffer): Buffer {
  return crypto.createHash("sha256").update(bundle).update(data).digest();
}

function store(bundle: Buffer, script: vm.Script): void {
  const unfinished = `${CACHE}.${process.pid}`;
  try {
    const data = script.createCachedData();
    // Whoever can write to this file can run code: nobody but its owner may, whatever the umask is. A file or link of this name is not
    // written to.
    fs.writeFileSync(unfinished, Buffer.concat([digestOf(bundle, data), data]), { flag: "wx", mode: 0o644 });
    fs.renameSync(unfinished, CACHE);
  } catch {
    // The folder may be read-only. Then every start compiles the bundle.
    fs.rm(unfinished, { force: true }, () => undefined);
  }
}

run();
