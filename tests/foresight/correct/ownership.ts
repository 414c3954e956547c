import type { CorrectProgram, ForesightProgram } from "../case";

const FIREWALL = "http_request_firewall_custom";
type Edge = Parameters<ForesightProgram>[0];
type Zones = Parameters<ForesightProgram>[1]["zones"];

const site = (edge: Edge, name: string, zoneId: string, others: object = {}) =>
  new edge.ZoneEntrypointRuleset(name, {
    zoneId,
    phase: FIREWALL,
    rules: [{ ref: name, action: "block", expression: `http.request.uri.path eq "/${name}"` }],
    ...others,
  });

const owners = (title: string, declare: (edge: Edge, zones: Zones) => unknown): CorrectProgram => ({
  title,
  program: (edge, { zones }) => void declare(edge, zones),
});

/** Several owners who do not conflict, and changes of what a stack has. */
export const ownership: readonly CorrectProgram[] = [
  owners("rules beside those of others", (edge, { shared }) => site(edge, "own", shared)),
  owners("rules before one that was made by hand", (edge, { shared }) =>
    site(edge, "own", shared, { position: { before: "hand-made" } }),
  ),
  owners("rules behind those of another stack", (edge, { shared }) =>
    site(edge, "own", shared, { position: { after: "billing-second" } }),
  ),
  owners("the last rules", (edge, { shared }) => site(edge, "own", shared, { position: "last" })),
  owners("everything taken over", (edge, { shared }) =>
    site(edge, "own", shared, { ownership: "exclusive", takeOver: true }),
  ),
  owners("an exclusive owner of an empty phase", (edge, { enterprise }) =>
    site(edge, "own", enterprise, { ownership: "exclusive" }),
  ),
  owners("exact refs", (edge, { shared }) =>
    site(edge, "own", shared, { refs: "exact", onConcurrentChange: "fail" }),
  ),
  owners("twenty owners of one entry point", (edge, { enterprise }) =>
    Array.from({ length: 20 }, (_, n) => site(edge, `owner-${n}`, enterprise)),
  ),
  owners("one first, one last, one between", (edge, { enterprise }) => [
    site(edge, "first", enterprise, { position: "first" }),
    site(edge, "between", enterprise),
    site(edge, "last", enterprise, { position: "last" }),
  ]),
  owners("owners of several phases and zones", (edge, { enterprise, business }) => [
    site(edge, "one", enterprise),
    site(edge, "two", business),
    new edge.ZoneEntrypointRuleset("headers", {
      zoneId: enterprise,
      phase: "http_request_late_transform",
      rules: [
        {
          ref: "one",
          action: "rewrite",
          expression: "true",
          actionParameters: { headers: { "x-a": { operation: "set", value: "b" } } },
        },
      ],
    }),
  ]),
  {
    title: "a stack that nothing changes",
    before: (edge, { zones }) => site(edge, "kept", zones.business),
    program: (edge, { zones }) => site(edge, "kept", zones.business),
  },
  {
    title: "a rule that is added to a stack's own",
    before: (edge, { zones }) => site(edge, "grown", zones.business),
    program: (edge, { zones }) =>
      void site(edge, "grown", zones.business, {
        rules: ["grown", "more"].map((ref) => ({
          ref,
          action: "block",
          expression: `http.request.uri.path eq "/${ref}"`,
        })),
      }),
  },
  {
    title: "an OWASP configuration that changes its level",
    before: (edge, { zones }) =>
      new edge.OwaspConfig("owasp", { zoneId: zones.business, paranoiaLevel: 1, scoreThreshold: 40 }),
    program: (edge, { zones }) =>
      new edge.OwaspConfig("owasp", { zoneId: zones.business, paranoiaLevel: 2, scoreThreshold: 25 }),
  },
];
