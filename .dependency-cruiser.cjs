/** Which room may import what: the same as the table in docs/architecture.md, which a unit test compares with these rules. */
const only = (room, allowed) => ({
  name: `${room.replace(/\W+/g, "-")}-imports`,
  severity: "error",
  from: { path: `^${room}/` },
  to: { pathNot: [`^${room}/`, ...allowed] },
});
const packages = (...names) => names.map((name) => `^node_modules/${name}/`);
const common = "^provider/common\\.ts$";
const lazily = "^provider/lazily\\.ts$";
const program = "^provider/(mocks|program-language|program-zones)\\.ts$";
const visible = "^provider/visible\\.ts$";
const words = "^provider/words/index\\.ts$";
const recent = "^provider/recent\\.ts$";
const pure = ["^provider/(api|filter|marks)/"];

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "the-parser-throws-and-calls-nobody",
      severity: "error",
      from: { path: "^provider/filter/parse/" },
      to: { path: "^provider/filter/", pathNot: "^provider/filter/(parse|scheme)/" },
    },
    only("provider/words", []),
    only("provider/api", [words, ...packages("zod")]),
    only("provider/redaction", ["^(node:)?async_hooks$", visible]),
    only("provider/filter", ["^provider/regex/index\\.ts$", "^(node:)?crypto$", visible, lazily, words]),
    only("provider/regex", [lazily, recent]),
    only("provider/marks", ["^(node:)?crypto$", recent, words]),
    only("provider/evidence", [
      "^provider/(api|marks|process|properties)/",
      "^(node:)?(child_process|fs|os|path)$",
    ]),
    only("provider/properties", []),
    only("provider/process", ["^(node:)?(crypto|fs|http2|os|path)$"]),
    only("provider/tokens", [
      ...pure,
      "^provider/properties/",
      "node:crypto",
      "^crypto$",
      words,
      ...packages("ipaddr.js"),
    ]),
    only("provider/rulebook", ["^provider/(api|filter)/", lazily, recent, words, "^(node:)?crypto$"]),
    only("provider/rulesets", [...pure, "^provider/rulebook/", words]),
    only("provider/lists", ["^provider/(api|filter|marks)/", words]),
    only("provider/claims", ["^provider/(api|lists|properties|rulebook|rulesets|tokens)/"]),
    only("provider/gateway", [...pure, words]),
    only("provider/client", [
      "^provider/(api|redaction)/",
      words,
      ...packages("axios", "zod"),
      "^(node:)?(http|https|crypto|events|fs|os|path|timers(/promises)?|async_hooks)$",
    ]),
    only("provider/lifecycle", [
      "^provider/(client|redaction|api|evidence|filter|lists|marks|properties|tokens|rulebook|rulesets|gateway)/",
      recent,
      words,
      "^(node:)?(crypto|util)$",
      ...packages("zod"),
    ]),
    only("provider/engine", [
      "^provider/(api|claims|client|evidence|lifecycle|marks|process|properties|redaction|rulesets)/",
    ]),
    {
      name: "provider-dynamic-imports",
      severity: "error",
      from: { path: "^provider/dynamic\\.ts$" },
      to: { pathNot: ["^provider/(api|engine|lifecycle|process|properties)/"] },
    },
    only("provider/resources", [
      program,
      words,
      ...packages("@pulumi/pulumi"),
      "^provider/(api|claims|filter|lists|marks|process|properties|tokens|rulebook|rulesets|gateway)/",
      "^(node:)?(crypto|fs|path|timers/promises)$",
    ]),
    only("provider/functions", [
      ...packages("@pulumi/pulumi"),
      "^provider/(client|api|filter|marks|gateway)/",
      lazily,
      words,
      program,
    ]),
    only("provider/native", [
      ...packages("@pulumi/pulumi"),
      "^provider/(process|properties|resources)/",
      "^provider/api/wire/",
      common,
      lazily,
      "^(node:)?(fs|os|path)$",
    ]),
    only("plugin", [
      ...packages("@grpc/grpc-js", "google-protobuf", "@pulumi/pulumi"),
      "^provider/(api|claims|client|engine|functions|lifecycle|marks|process|properties|redaction|rulebook|rulesets|tokens)/",
      lazily,
      "^package\\.json$",
      "^(node:)?(crypto|diagnostics_channel|fs|path|util|vm)$",
    ]),
    only("emulator", [
      "^provider/(api|filter|lists|rulebook|tokens)/",
      "^provider/regex/index\\.ts$",
      ...packages("hono", "@hono/node-server", "@noble/hashes", "libsql", "zod", "ipaddr.js"),
      "^(node:)?(crypto|events|fs|http|module|net|os|path|stream|timers|url|util)(/promises)?$",
    ]),
    only("review", [
      ...packages("zod"),
      "^provider/(api|claims|filter|lists|marks|properties|tokens|rulebook|rulesets|gateway)/",
      "^(node:)?crypto$",
      recent,
      visible,
      words,
    ]),
    only("adopt", [
      "^provider/(api|filter|lists|marks|properties|rulebook|rulesets|tokens)/",
      "^review/",
      "^plugin/schema\\.json$",
      visible,
      words,
    ]),
    only("fleet", [...packages("yaml"), "^(node:)?(crypto|url|util)$"]),
    only("policy", [...packages("@pulumi/policy", "zod"), "^provider/(api|process)/", "^review/"]),
    only("eslint", ["^provider/(api|filter|rulebook)/", "^node_modules/@typescript-eslint/", visible]),
    {
      name: "words-by-index",
      severity: "error",
      from: { pathNot: "^provider/words/" },
      to: { path: "^provider/words/", pathNot: words },
    },
    { name: "cli-imports", severity: "error", from: { path: "^cli/" }, to: { path: "^provider/resources/" } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["require", "node", "default", "types"],
    },
  },
};
