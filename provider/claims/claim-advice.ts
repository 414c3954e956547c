import { type Advice, OWASP_RULESET } from "../rulebook/registry/example";
import { blockHost, type ExampleResource, owasp, token, waf } from "./example-resource";

/** Resources of one program that contradict each other, and similar ones that do not. */
interface ClaimExample {
  readonly bad: readonly ExampleResource[];
  readonly good: readonly ExampleResource[];
}

const admin = (more: object = {}, ref = "admin") => waf([blockHost(ref)], { ...more }, "admin");
const deploying = (id: string) =>
  waf([{ ref: "owasp", action: "execute", actionParameters: { id }, expression: "true" }], {
    phase: "http_request_firewall_managed",
  });

/** What the resources of one program can declare in contradiction to each other. */
export const CLAIMS = {
  "ownership-rivals": {
    meaning:
      "A resource owns an entry point exclusively, and another one declares rules in it, which the first would remove.",
    todo: 'Put all rules into one resource, or use ownership: "shared" for each.',
    bad: [waf([blockHost("a")], { ownership: "exclusive" }), admin()],
    good: [waf([blockHost("a")]), admin()],
  },
  "ref-shared": {
    meaning: "Two resources declare a rule with the same ref in one entry point.",
    todo: "Give one of the rules another ref.",
    bad: [waf([blockHost("a")]), admin({}, "a")],
    good: [waf([blockHost("a")]), admin()],
  },
  "position-shared": {
    meaning:
      "Two resources want the same end of one entry point, so each update would move the rules of one past those of the other.",
    todo: "Let one of them name a rule of the other with { before } or { after }, or put all rules into one resource.",
    bad: [waf([blockHost("a")], { position: "first" }), admin({ position: "first" })],
    good: [waf([blockHost("a")], { position: "first" }), admin({ position: { after: "a" } })],
  },
  "position-cycle": {
    meaning: "The positions of resources form a cycle: a rule would have to precede itself.",
    todo: "Change the position of one resource, or the order of its rules.",
    bad: [waf([blockHost("a")], { position: { after: "admin" } }), admin({ position: { after: "a" } })],
    good: [waf([blockHost("a")]), admin({ position: { after: "a" } })],
  },
  "deployed-twice": {
    meaning:
      "Two resources deploy the same managed ruleset in one zone, and a zone deploys a managed ruleset only once.",
    todo: "Remove one of the two.",
    bad: [owasp(), deploying(OWASP_RULESET)],
    good: [owasp(), waf([blockHost("a")])],
  },
  "name-shared": {
    meaning:
      "Two tokens or rulesets have the same name, which cannot tell them apart after an interrupted run.",
    todo: "Give each its own name, or leave the name out.",
    bad: [token({ name: "ci" }), token({ name: "ci" }, [], "deploy")],
    good: [token({ name: "ci" }), token({ name: "deploy" }, [], "deploy")],
  },
  "adopted-twice": {
    meaning: "Two resources adopt the same token, and only one can own it.",
    todo: "Remove one of the two, or its adopt.",
    bad: [
      token({ adopt: "ed17574386854bf78a67040be0a770b0" }),
      token({ adopt: "ed17574386854bf78a67040be0a770b0" }, [], "deploy"),
    ],
    good: [token({ adopt: "ed17574386854bf78a67040be0a770b0" }), token({}, [], "deploy")],
  },
} satisfies Readonly<Record<string, Advice & ClaimExample>>;

/** What contradicts between resources of one program. */
export type ClaimId = keyof typeof CLAIMS;
