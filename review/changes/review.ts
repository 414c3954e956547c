import { z } from "zod";

/** The severities, in ascending order. */
export const SEVERITIES = ["none", "low", "review", "dangerous"] as const;
/** How closely people should look at a change. */
export const Severity = z.enum(SEVERITIES);
export type Severity = z.infer<typeof Severity>;

/** A text of the change. All texts are untrusted and unescaped: each printer shows them safely. */
const Shown = z.union([
  z.object({ text: z.string() }),
  z.object({ hidden: z.enum(["unknown", "secret"]).describe("why the text is not shown") }),
]);
export type Shown = z.infer<typeof Shown>;

const SourcePosition = z.object({ file: z.string(), line: z.int().describe("from 1") });

const Subject = z.object({
  urn: z.string().describe("the URN; the address in Terraform"),
  label: z.string().describe('how messages name the resource: `ZoneEntrypointRuleset "admin"`'),
  position: SourcePosition.nullable().describe("where the program declares the resource, if that is known"),
});
export type Subject = z.infer<typeof Subject>;

const Operation = z.enum(["create", "update", "replace", "delete"]);
export type Operation = z.infer<typeof Operation>;

const Reason = z.object({
  id: z.string().describe("the reason in kebab case; docs/review.md lists all reasons"),
  severity: Severity,
  text: z.string().describe("one sentence"),
  urn: z.string().nullable(),
  path: z.string().describe('the path of the property; "" for the resource as a whole'),
});
export type Reason = z.infer<typeof Reason>;

/** A part of a text that was compared. */
const Segment = z.object({ kind: z.enum(["same", "added", "removed"]), text: z.string() });
export type Segment = z.infer<typeof Segment>;

const MemberChange = z.object({
  member: z.string().describe("how the author writes the path: `actionParameters.response.statusCode`"),
  before: Shown.nullable().describe("null if the member was not set"),
  after: Shown.nullable().describe("null if the member is not set"),
  segments: z
    .array(Segment)
    .nullable()
    .describe(
      "for an expression: the parts in order. The parts that are not added are the text before, those that are not removed the text after",
    ),
});
export type MemberChange = z.infer<typeof MemberChange>;

const RuleLine = z.object({
  ref: z.string().describe("the ref, or the place in the list: `rules[0]`"),
  action: Shown.nullable(),
  expression: Shown.nullable(),
  description: Shown.nullable(),
  enabled: z.boolean(),
});
export type RuleLine = z.infer<typeof RuleLine>;

const RuleChange = z.object({
  ref: z.string(),
  kinds: z.array(z.enum(["added", "removed", "changed", "moved"])).describe("a rule can change and move"),
  text: z.string().describe("the change in words"),
  members: z
    .array(MemberChange)
    .describe(
      "the changed members; of a rule that is added or removed, all but action, expression and enabled, which are in `rule`",
    ),
  follows: z
    .string()
    .nullable()
    .describe(
      "the ref of the rule before this one after the change; null if the rule is the first, or removed",
    ),
  rule: RuleLine.describe("the rule after the change, or the removed rule"),
});
export type RuleChange = z.infer<typeof RuleChange>;

const OrderedRule = RuleLine.extend({
  mark: z.enum(["same", "added", "removed", "changed", "moved"]),
  isForeign: z
    .boolean()
    .describe("whether the rule has another owner; only a review with `--live` reads them"),
});
export type OrderedRule = z.infer<typeof OrderedRule>;

const RequestDirection = z.enum(["opens", "challenges less", "blocks more", "other"]);

const RequestsReview = z.object({
  direction: z
    .enum(["opens", "challenges less", "blocks more", "other", "equal", "undecided"])
    .describe("the worst direction in which requests change; `equal` is proved"),
  isWhole: z
    .boolean()
    .describe(
      "whether this holds for the whole ruleset, whatever rules other owners have in it; otherwise, `limits` says why it does not",
    ),
  limits: z
    .array(z.string())
    .describe("what this is not about: `Rules of other owners in the same entry point are not known.`"),
  hints: z
    .array(z.string())
    .describe("what may be a mistake in a changed condition: `Did you mean and in rule partners? …`"),
  resources: z
    .array(z.string())
    .describe(
      "the URNs of the changed resources that this is about: several, if they have rules in the same entry point. Each of them has the same `requests`",
    ),
  rows: z
    .array(
      z.object({
        direction: RequestDirection,
        before: z
          .string()
          .describe(
            "what such a request got in this phase: `block by admin`, `passes`, `passes, later rules are skipped (office)`, `managed_challenge by login (if solved: passes)`; later phases may still stop what passes",
          ),
        now: z.string().describe("what it gets after the change"),
        example: z
          .string()
          .describe(
            "a request that is treated so, confirmed by evaluating both versions. Only its fields are named if a condition is secret, and none if a rule of another stack may be",
          ),
        solved: z
          .enum(["js_challenge", "managed_challenge", "challenge"])
          .nullable()
          .describe(
            "the challenge that its visitor has solved before; null if the change shows without. A solved challenge also clears its visitor for the easier ones",
          ),
        rule: z
          .string()
          .nullable()
          .describe(
            "the ref of the rule that decides now, or lets the request skip the others; otherwise, that of the rule that decided before",
          ),
      }),
    )
    .describe("one for each pair of deciding rules, the worst first"),
  moreRows: z.int().describe("the number of pairs that `rows` leaves out"),
  proved: z.array(RequestDirection).describe("the directions in which nothing but the rows changes, proved"),
  undecided: z.array(z.object({ direction: RequestDirection, why: z.string() })),
  assumptions: z
    .array(z.string())
    .describe("documented facts about requests that the proofs need: `http.request.uri.path starts with /`"),
});
export type RequestsReview = z.infer<typeof RequestsReview>;

const RulesetReview = Subject.extend({
  operation: Operation,
  level: z.enum(["zone", "root", "custom"]),
  phase: Shown.nullable(),
  ownership: z.enum(["exclusive", "shared", "unknown"]),
  takesOver: z.boolean(),
  changes: z.array(RuleChange),
  settings: z
    .array(MemberChange)
    .describe("changes of the ruleset itself: ownership, position. Of a new or deleted one, what it has"),
  isOrdered: z.boolean().describe("whether `before` and `after` are in the order of evaluation"),
  hasUnknownRules: z.boolean().describe("whether rules exist that only the update will know"),
  before: z.array(OrderedRule),
  after: z.array(OrderedRule),
  requests: RequestsReview.nullable().describe(
    "what the change means for requests, by all known rules of the entry point and the custom rulesets that they execute; null if the rules or their order are not known",
  ),
});
export type RulesetReview = z.infer<typeof RulesetReview>;

const OwaspSettings = z.object({
  level: Shown.nullable(),
  threshold: Shown.nullable().describe("the score threshold as a number; a lower one is stricter"),
  action: Shown.nullable(),
  expression: Shown.nullable(),
  enabled: z.boolean(),
  overrides: z.array(z.string()).describe("the overrides in words: `rule 920272: off`"),
});
export type OwaspSettings = z.infer<typeof OwaspSettings>;

const ManagedRule = z.object({ id: z.string(), description: z.string() });

const OwaspReview = Subject.extend({
  operation: Operation,
  before: OwaspSettings.nullable(),
  after: OwaspSettings.nullable(),
  settings: z.array(MemberChange).describe("changes of the arguments that `before` and `after` leave out"),
  texts: z.array(z.string()).describe("the changes in words"),
  repaired: z
    .array(z.string())
    .describe("what the update puts back, because it was changed outside the program"),
  effect: z
    .object({
      turnedOn: z.array(ManagedRule),
      turnedOff: z.array(ManagedRule),
      acting: z.array(ManagedRule).describe("rules that are on before and after, with another action"),
      on: z.int(),
      of: z.int(),
    })
    .nullable()
    .describe(
      "the effect on the managed rules; null if the managed ruleset was not read (`--live`), or if the arguments are not known yet",
    ),
});
export type OwaspReview = z.infer<typeof OwaspReview>;

const PlaceReview = z.object({
  level: z.enum(["zone", "account", "user"]),
  id: Shown.nullable().describe("null for the default account and the calling user"),
  name: z.string().nullable().describe("the name of the zone, if the document or `--live` says it"),
  rulesets: z.array(RulesetReview),
  owasp: z.array(OwaspReview),
});
export type PlaceReview = z.infer<typeof PlaceReview>;

const AccessCell = z.object({
  group: z.string().describe("the name of the permission group, or its id"),
  on: z.string().describe("the short key: `zone.<id>`, `account.*`; `zone <name>` if the name is known"),
  effect: z.enum(["allow", "deny"]),
  change: z.enum(["gained", "lost", "kept"]),
  risk: z.string().nullable().describe("why the cell is risky"),
});
export type AccessCell = z.infer<typeof AccessCell>;

const ValueEnd = z.object({
  path: z.string().describe('the argument whose change does it; "" for the resource as a whole'),
  isAbrupt: z
    .boolean()
    .describe("whether the value can be used now, and stops working during the update, without an overlap"),
  when: z.string().describe("`during the update`, `24h after the update`, `at 2030-01-02T03:04:05Z`"),
  text: z.string().describe("which value, when, why, and what to do"),
});

const TokenUser = z.object({
  by: z.string().describe('`Secret "ci"`, or `stack output`'),
  path: z.string().describe("the path of the property or output"),
});

const TokenReview = Subject.extend({
  operation: Operation,
  name: Shown.nullable(),
  access: z.array(AccessCell).describe("a matrix of permission groups and resources, row by row"),
  isPartlyUnknown: z.boolean(),
  settings: z
    .array(MemberChange)
    .describe("changes of everything but the policies. Of a new or deleted token, what it has"),
  ends: z.array(ValueEnd).describe("values of the token that stop working because of the change"),
  mayUse: z
    .array(TokenUser)
    .describe("what the document shows to depend on the token, and secret outputs of the stack"),
  risks: z.array(z.object({ risk: z.string(), change: z.enum(["gained", "lost", "kept"]) })),
  texts: z.array(z.string()).describe("the changes in words"),
});
export type TokenReview = z.infer<typeof TokenReview>;

const OtherReview = Subject.extend({
  operation: Operation,
  kind: z.enum(["filter", "endpoint", "list"]),
  settings: z
    .array(MemberChange)
    .describe(
      "changes of the arguments, and of the items of a list. Of a new or deleted resource, what it has",
    ),
  texts: z.array(z.string()),
});
export type OtherReview = z.infer<typeof OtherReview>;

const PolicyFinding = z.object({
  policy: z.string(),
  displayName: z.string(),
  severity: z.enum(["low", "medium", "high", "critical"]),
  enforcementLevel: z.enum(["mandatory", "advisory"]),
  urn: z.string(),
  path: z.string(),
  message: z.string(),
  remediationSteps: z.string(),
  isUnjudged: z.boolean().describe("whether the policy can only judge during the update"),
  isNew: z
    .boolean()
    .describe("whether the change brings the finding; otherwise, the stack had the same one before"),
  position: SourcePosition.nullable(),
});
export type PolicyFinding = z.infer<typeof PolicyFinding>;

const AllowedFinding = PolicyFinding.omit({ isNew: true }).extend({
  reason: z.string().describe("why the configuration of the policies, or the resource, allows it"),
  until: z.string().nullable().describe("the last day of the allowance; null if it does not end"),
  by: z
    .enum(["configuration", "resource"])
    .describe("who allows it: the configuration of the policies, or the resource"),
});
export type AllowedFinding = z.infer<typeof AllowedFinding>;

const HazardReview = Subject.extend({
  id: z.string().describe("docs/hazards.md lists all hazards"),
  path: z.string(),
  message: z.string(),
  isNew: z.boolean().describe("whether the change brings the hazard in"),
});
export type HazardReview = z.infer<typeof HazardReview>;

const Counts = z.object({
  create: z.int(),
  update: z.int(),
  replace: z.int(),
  delete: z.int(),
  same: z.int(),
  others: z.int().describe("resources of other packages, which are not reviewed"),
  rulesAdded: z.int(),
  rulesRemoved: z.int(),
  rulesChanged: z.int(),
  rulesMoved: z.int(),
});
export type Counts = z.infer<typeof Counts>;

/** What a change means, as plain data. Printers only format it. */
export const Review = z.object({
  format: z.literal("edge-platform-review"),
  version: z.literal(1),
  source: z.enum(["pulumi-preview", "pulumi-events", "terraform-plan"]),
  stack: z
    .string()
    .describe("`<project>/<stack>`; for Terraform, the name given on the command line or terraform"),
  failure: z
    .string()
    .nullable()
    .describe("the diagnostics of a preview that failed: the document is incomplete"),
  incomplete: z
    .string()
    .nullable()
    .describe("what the document counts and does not contain; null if nothing is missing"),
  severity: Severity,
  reasons: z.array(Reason).describe("why the change has its severity, the worst first"),
  counts: Counts,
  places: z.array(PlaceReview).describe("zones and accounts with changes"),
  tokens: z.array(TokenReview).describe("tokens with changes"),
  others: z.array(OtherReview),
  permissions: z
    .array(z.object({ group: z.string(), on: z.string(), by: z.array(z.string()) }))
    .describe("what the credential of the deployment needs; empty if that cannot be derived"),
  findings: z.array(PolicyFinding),
  allowed: z
    .array(AllowedFinding)
    .describe(
      "what the policies would report without an allowance in their configuration, or of the resource",
    ),
  hazards: z.array(HazardReview),
  requests: z.object({
    reads: z.int(),
    writes: z.int(),
    seconds: z.int().describe("the least time that the documented rate limit allows"),
    limit: z.object({ requests: z.int(), seconds: z.int() }),
  }),
  unknowns: z
    .array(z.object({ urn: z.string(), label: z.string(), path: z.string() }))
    .describe("what only the update will know"),
});
export type Review = z.infer<typeof Review>;

const LeftOut = z.object({
  texts: z
    .int()
    .describe(
      "the number of texts that are cut: each ends with `… (1,234 more characters)`, or has this in the middle if it is an unchanged part of an expression",
    ),
  lists: z
    .array(
      z.object({
        path: z.string().describe("where the list is: `places[0].rulesets[2].changes`"),
        total: z.int().describe("the number of items of the whole list"),
        left: z.int().describe("the number of items that are left out"),
      }),
    )
    .describe("the lists that are not whole. Reasons, findings and hazards are always whole"),
});

/** A review whose texts and lists are cut to what a document may take. */
export const ReviewDocument = Review.extend({
  leftOut: LeftOut.describe(
    "what the document leaves out to stay small. Severity, reasons, findings, hazards and counts are those of the whole change",
  ),
}).meta({
  title: "Review of a change",
  description: "What `edge-platform review --json` writes. All texts are untrusted and unescaped.",
});
export type ReviewDocument = z.infer<typeof ReviewDocument>;

/** Returns the JSON schema of what `edge-platform review --json` writes. */
export function reviewSchema(): object {
  return z.toJSONSchema(ReviewDocument);
}
