import { createClient } from "../../../provider/client";

/**
 * A process that looks up `count` zones in parallel when its standard input ends, and logs to standard output.
 * Usage: spend.ts <base URL> <token> <count> [<budget folder>]
 */
const [baseUrl = "", token = "", count = "", budgetFolder] = process.argv.slice(2);
const client = createClient(
  {
    baseUrl,
    gatewayUrl: undefined,
    vendor: "cloudflare",
    accountId: undefined,
    credential: { kind: "token", token, source: "a test" },
    name: undefined,
  },
  { budgetFolder, log: (line) => void process.stdout.write(`${line.text}\n`) },
);
const names = Array.from({ length: Number(count) }, (_, i) => `zone-${process.pid}-${i}.example`);

process.stdin.resume().on("end", () => {
  void Promise.all(names.map((name) => client.zones.list({ name }))).then(() => process.exit(0));
});
process.stdout.write("ready\n");
