import path from "node:path";

const PROVIDER = path.resolve(__dirname, "../../provider");

/** Folders of pure rooms without state, of which all simulated processes share one copy. */
export const PURE_ROOMS = [
  "api",
  "claims",
  "filter",
  "regex",
  "marks",
  "properties",
  "rulebook",
  "rulesets",
  "tokens",
  "gateway",
].map((room) => path.join(PROVIDER, room));
