import { UNKNOWN } from "../../provider/api";
import {
  allowing,
  blockHost,
  owasp,
  token,
  waf,
  type ExampleResource,
} from "../../provider/claims/example-resource";
import type { Advice } from "../../provider/rulebook/registry/example";
import type { Severity } from "../changes/review";
import { PREVIEW_COMMAND } from "../documents/planned-change";
import { changing, creating, deleting, keeping, replacing, type ChangeExample } from "./entry";

/** Why people should look at a change. */
interface ReasonAdvice extends Advice {
  /** The severity of the change; the first of two is that of the example. */
  readonly level: Severity | "dangerous or review" | "review or low" | "low or none";
  /** Undefined if an example would have thousands of lines. */
  readonly example?: ChangeExample;
}

const LOOK = "Compare the rules before and after the change.";
const TOKEN = "Check that what uses the token needs this, and nothing else.";

const [a, b] = [blockHost("a"), blockHost("b")];
const one = waf([a]);
const described = changing(one, waf([blockHost("a", { description: "The shop has moved" })]));
const many = Array.from({ length: 11 }, (_, index) => blockHost(`r${index}`));
const quiet = changing(token(), token({ name: "deploy" }));
const ACCOUNT = "01a7362d577a6c3019a474fd6f485823";
const CUSTOM_ID = "2f2feab2026849078ba485f918791bdc";
const shared: ExampleResource = {
  type: "Ruleset",
  name: "shared",
  id: `account/${ACCOUNT}/${CUSTOM_ID}`,
  args: { accountId: ACCOUNT, name: "shared", phase: "http_request_firewall_custom", rules: [a] },
};
const runShared = {
  ref: "shared",
  action: "execute",
  expression: "true",
  actionParameters: { id: CUSTOM_ID },
};
const office = { ref: "office", expression: "ip.src in {192.0.2.0/24}" };
const blockOffice = { ...office, action: "block" };
const skipOffice = waf(
  [{ ...office, action: "skip", actionParameters: { ruleset: "current" } }],
  { zoneId: "9a7806061c88ada191ed06f989cc3dac" },
  "other",
);
const dns = ["DNS Write"];
const noRefs = { "require-ref-form": "mandatory" };

/** Every reason of a review. */
export const REASONS = {
  "all-rules-removed": {
    level: "dangerous",
    meaning: "All rules of a ruleset are removed.",
    todo: "Check that the list of rules is meant to be empty.",
    example: { bad: changing(one, waf([])), good: changing(waf([a, b]), one) },
  },
  "becomes-exclusive": {
    level: "review",
    meaning:
      "A resource owns its entry point exclusively from now on, so it removes the rules of other owners.",
    todo: 'Use ownership: "shared" if other owners have rules there.',
    example: { bad: changing(one, waf([a], { ownership: "exclusive" })), good: described },
  },
  "executed-ruleset-removed": {
    level: "review",
    meaning: "A custom ruleset is deleted, and a rule that stays executes it. The API refuses the deletion.",
    todo: "Remove the rule first, or keep the ruleset.",
    example: {
      bad: { steps: [{ before: shared }, { before: one, after: waf([a, runShared]) }] },
      good: { steps: [{ before: shared }, { before: waf([a, runShared]), after: one }] },
    },
  },
  imported: {
    level: "low",
    meaning:
      "The stack imports an existing object, by the option `import` or by an import block of Terraform. If the update changes the object, too, the review lists those changes separately.",
    todo: "Set protect if a destroy of the stack must not delete the object.",
    example: { bad: { steps: [{ before: one, after: one, isImported: true }] }, good: described },
  },
  "left-behind-deleted": {
    level: "review",
    meaning:
      "An interrupted update has replaced a resource and not deleted the old object. This update deletes it, whatever the program says.",
    todo: "Look at the object with that id. To keep it, remove it from the state: pulumi stack export shows it with delete, true.",
    example: {
      bad: { steps: [{ before: token(), leftBehind: "user/7ee63455eca755a8559be05b6fb8c3d5" }] },
      good: deleting(token()),
    },
  },
  "left-live": {
    level: "review",
    meaning:
      "A resource, or what it is before a replacement, leaves the state, and its object is not deleted: it stays live, managed by nobody. The cause is retainOnDelete, deletedWith, or, in a plan of Terraform, forget.",
    todo: "Check who manages the object from now on. A token stays valid: revoke it when nothing uses it any more.",
    example: { bad: keeping(token()), good: deleting(token()) },
  },
  "list-changed": {
    level: "review",
    meaning:
      "A list of an account, or its items, changes. What it matches decides whom the rules that name it block, or let through.",
    todo: "Check which rules name the list, and each added and removed item.",
    example: {
      bad: creating({
        type: "List",
        name: "office",
        args: { name: "office", kind: "ip", items: [{ ip: "192.0.2.7" }] },
      }),
      good: described,
    },
  },
  "network-differs": {
    level: "review",
    meaning:
      "A new or changed rule stops every request from a network that a rule of another zone lets skip rules, or the other way round.",
    todo: "Check which of the two is meant. If the network has changed hands, change the rules of all zones.",
    example: {
      bad: {
        steps: [
          { before: skipOffice, after: skipOffice },
          { before: one, after: waf([a, blockOffice]) },
        ],
      },
      good: described,
    },
  },
  "other-changed": {
    level: "low",
    meaning: "A validated filter or an endpoint of the chain gateway changes.",
    todo: "Check what uses it.",
    example: {
      bad: creating({ type: "GatewayEndpoint", name: "chain", args: { network: "mainnet" } }),
      good: described,
    },
  },
  "owasp-changed": {
    level: "review or low",
    meaning:
      "A deployment of the OWASP ruleset changes, and is not weaker. The level is low for a resource whose deployment another one takes over.",
    todo: "Look for good requests that a stricter deployment would stop.",
    example: { bad: changing(owasp(), owasp({ paranoiaLevel: 3 })), good: changing(owasp(), owasp()) },
  },
  "owasp-deployed": {
    level: "review or low",
    meaning: "The OWASP ruleset is deployed. The level is low if the deployment is disabled.",
    todo: "Try it with the action log first, and look for good requests in the log.",
    example: { bad: creating(owasp()), good: changing(owasp(), owasp({ paranoiaLevel: 3 })) },
  },
  "owasp-off": {
    level: "dangerous",
    meaning: "A deployment of the OWASP ruleset is removed or turned off.",
    todo: "Check that something else protects the zone.",
    example: { bad: deleting(owasp()), good: creating(owasp()) },
  },
  "owasp-replaced": {
    level: "dangerous or review",
    meaning:
      "A deployment of the OWASP ruleset is replaced. If the old one is deleted first, OWASP inspects no requests for a moment. The level is review if the new one is made first.",
    todo: "Remove deleteBeforeReplace, so that the new deployment is made first.",
    example: {
      bad: { steps: [{ before: owasp(), after: owasp(), isReplaced: true, first: "delete" }] },
      good: changing(owasp(), owasp({ paranoiaLevel: 3 })),
    },
  },
  "owasp-rules-off": {
    level: "review",
    meaning: "Some rules of the OWASP ruleset are turned off.",
    todo: "Check that each of them blocks good requests.",
    example: {
      bad: changing(owasp(), owasp({ rules: [{ id: "6179ae15870a4bb7b2d480d4843b323d", enabled: false }] })),
      good: changing(owasp(), owasp({ paranoiaLevel: 3 })),
    },
  },
  "owasp-weaker": {
    level: "dangerous",
    meaning: "The paranoia level of OWASP falls, its threshold rises, or its action weakens.",
    todo: "Turn off the single rules that block good requests instead.",
    example: {
      bad: changing(owasp(), owasp({ paranoiaLevel: 1 })),
      good: changing(owasp(), owasp({ paranoiaLevel: 3 })),
    },
  },
  "policy-advisory": {
    level: "review or low",
    meaning:
      "The change violates an advisory policy. The level is review if the policy has the severity high or critical.",
    todo: "Read the entry of the policy that the reason names.",
    example: {
      bad: creating(owasp({ paranoiaLevel: 1 })),
      good: creating(owasp()),
      config: { "require-owasp-level": "advisory" },
    },
  },
  "policy-mandatory": {
    level: "dangerous or review",
    meaning:
      "The change violates a mandatory policy. The level is dangerous if the policy has the severity high or critical.",
    todo: "Read the entry of the policy that the reason names.",
    example: {
      bad: creating(owasp({ paranoiaLevel: 1 })),
      good: creating(owasp()),
      config: { "require-owasp-level": "mandatory" },
    },
  },
  "policy-unjudged": {
    level: "review",
    meaning: "A policy can only judge during the update, because a value is secret or not known yet.",
    todo: "Write the value into the program, or look at it yourself.",
    example: { bad: creating(waf([blockHost("a", { ref: UNKNOWN })])), good: creating(one), config: noRefs },
  },
  "preview-failed": {
    level: "review",
    meaning: "The preview failed, so the review contains only a part of the change.",
    todo: "Correct what the preview reports, and review again.",
    example: { bad: { ...described, failure: "error: preview failed" }, good: described },
  },
  "resources-left-out": {
    level: "low",
    meaning: "The preview leaves out unchanged resources, so policies on the whole stack were not judged.",
    todo: `Use the output of ${PREVIEW_COMMAND}.`,
    example: { bad: { ...described, leftOut: 3 }, good: described },
  },
  "replacement-steps-left-out": {
    level: "low or none",
    meaning:
      "The preview may leave out what an interrupted update has left to be deleted. The level is none if nothing in the preview shows how it was written.",
    todo: `Use the output of ${PREVIEW_COMMAND}.`,
    example: { bad: { ...described, replacementSteps: "left out" }, good: described },
  },
  "requests-open": {
    level: "dangerous or review",
    meaning:
      "Requests that were stopped pass, or are checked less, by the rules of one resource. The level is review if they were only challenged. The example is a request that both versions of the rules were evaluated for.",
    todo: "Compare the condition with what is meant. docs/requests.md says what is decided, and what is assumed.",
    example: { bad: changing(waf([a, b]), one), good: changing(one, waf([a, b])) },
  },
  "requests-otherwise": {
    level: "review",
    meaning:
      "Requests are treated otherwise by the rules of one resource, and it is not known that any is stopped or let through: a redirect leads elsewhere, a header of the response is set no longer, a rule logs.",
    todo: "Compare what such a request got with what it gets now.",
    example: { bad: changing(one, waf([a, { ...b, action: "log" }])), good: changing(one, waf([a, b])) },
  },
  "results-left-out": {
    level: "none",
    meaning:
      "SARIF has no room for all results: code scanning includes 5,000 and rejects a file of more than 10 MB. The last result counts the others.",
    todo: "Write the review as JSON, which has all findings.",
  },
  "rule-added": {
    level: "review or low",
    meaning:
      "A rule is added. The level is low if the rule is disabled, or if it is proved that no request changes.",
    todo: LOOK,
    example: { bad: changing(one, waf([a, b])), good: described },
  },
  "rule-changed": {
    level: "review or low",
    meaning:
      "A rule acts differently: its expression, action, parameters or rate limit changes. The level is low if the rule is disabled, or if it is proved that no request changes.",
    todo: LOOK,
    example: { bad: changing(one, waf([{ ...a, action: "log" }])), good: described },
  },
  "rule-described": {
    level: "low",
    meaning: "Only the description of a rule, or its logging, changes.",
    todo: "Nothing.",
    example: { bad: described, good: changing(one, waf([a, b])) },
  },
  "rule-moved": {
    level: "review or low",
    meaning:
      "A rule is evaluated in another place among the rules. The level is low if the rule is disabled, or if it is proved that no request changes.",
    todo: LOOK,
    example: { bad: changing(waf([a, b]), waf([b, a])), good: described },
  },
  "rule-removed": {
    level: "review or low",
    meaning:
      "A rule is removed. The level is low if the rule was disabled, or if it is proved that no request changes.",
    todo: LOOK,
    example: { bad: changing(waf([a, b]), one), good: described },
  },
  "rules-put-back": {
    level: "review",
    meaning:
      "An update writes rules, or items of a list, that the program does not change, because somebody has changed or removed the live ones, and another one of their resource changes. Or it removes those that others have added.",
    todo: "Ask who has changed the rules, and why. To keep the change, write it into the program.",
    example: {
      bad: {
        ...described,
        putBack: [{ text: "example.com, http_request_firewall_custom: a (expression)" }],
      },
      good: described,
    },
  },
  "rules-removed-in-mass": {
    level: "dangerous",
    meaning: "One change removes more than ten rules, which is probably a mistake, such as an empty list.",
    todo: "Check that each of them is to go.",
    example: { bad: changing(waf([...many, a]), one), good: changing(waf([a, b]), one) },
  },
  "ruleset-deleted": {
    level: "dangerous or review",
    meaning:
      "An entry point or a custom ruleset is deleted, so requests pass without its rules. The level is review if other resources of the entry point have its rules, and it is proved that no request changes.",
    todo: "Check that nothing needs the rules, or keep the resource.",
    example: { bad: deleting(one), good: changing(waf([a, b]), one) },
  },
  "ruleset-replaced": {
    level: "dangerous or review",
    meaning:
      "A ruleset is replaced. If the old one is deleted first, its rules do not exist for a moment. The level is review if the new one is made first, as the preview shows with --show-replacement-steps.",
    todo: "Remove deleteBeforeReplace, or create the new ruleset first, in another update.",
    example: { bad: replacing(one, waf([a, b])), good: changing(one, waf([a, b])) },
  },
  "ruleset-settings": {
    level: "review or low",
    meaning:
      "An argument of a ruleset changes that is no rule. The level is review if `position` changes, because rules of others may come first.",
    todo: "Compare the order of all rules before and after the change: a review with --live shows it.",
    example: { bad: changing(one, waf([a], { position: "first" })), good: described },
  },
  "steps-missing": {
    level: "review",
    meaning:
      "The engine has counted more steps than the document contains, so the review contains only a part of the change.",
    todo: "Write the preview again, and hand it to the review as the engine has written it.",
    example: { bad: { ...described, missing: { update: 1, delete: 3 } }, good: described },
  },
  "steps-uncounted": {
    level: "review",
    meaning:
      "The document contains more steps than the engine has counted, so it is not what the engine has written: the review may be about another change.",
    todo: "Write the preview again, and hand it to the review as the engine has written it.",
    example: { bad: { ...described, uncounted: { delete: 1 } }, good: described },
  },
  "taken-over-deleted": {
    level: "dangerous",
    meaning:
      "A change, such as a destroy, deletes what a resource has taken over: rules, a list or a token that existed before the stack.",
    todo: "To keep it live, set protect or retainOnDelete on the resource, and run `pulumi up` before. Or let the state forget it: `pulumi state delete`.",
    example: { bad: deleting(waf([a], { takeOver: true })), good: deleting(one) },
  },
  "takes-over": {
    level: "dangerous",
    meaning: "The update takes over or removes rules of other owners.",
    todo: "Ask their owners. A review with --live shows them.",
    example: { bad: creating(waf([a], { takeOver: true })), good: creating(one) },
  },
  "token-can-make-tokens": {
    level: "dangerous",
    meaning: "A token can create tokens from now on, so it can give away all access of its owner.",
    todo: TOKEN,
    example: {
      bad: changing(token(), token({ policies: [allowing(["API Tokens Write"], "user")] })),
      good: quiet,
    },
  },
  "token-deleted": {
    level: "dangerous or review",
    meaning:
      "A token is deleted, and what uses it stops working. The level is review if nobody could use the token before.",
    todo: "Check that nothing uses it any more.",
    example: { bad: deleting(token()), good: quiet },
  },
  "token-gains-access": {
    level: "review",
    meaning: "A token gains permissions that have no special risk.",
    todo: TOKEN,
    example: { bad: changing(token(), token({}, [...dns, "Zone Read"])), good: quiet },
  },
  "token-loses-access": {
    level: "review",
    meaning: "A token loses permissions that something may use.",
    todo: "Check what uses the token.",
    example: { bad: changing(token({}, [...dns, "Zone Read"]), token()), good: quiet },
  },
  "token-never-ends": {
    level: "review",
    meaning: "A token has no end from now on, so one that leaks is valid until somebody notices.",
    todo: "Set expiresOn or rotation.",
    example: { bad: changing(token(), token({ expiresOn: undefined })), good: quiet },
  },
  "token-reaches-all-accounts-or-zones": {
    level: "dangerous",
    meaning: "A token reaches all accounts or zones from now on, also those added later.",
    todo: "Name each account and zone by its id.",
    example: { bad: changing(token(), token({ policies: [allowing(dns, "zone.*")] })), good: quiet },
  },
  "token-replaced": {
    level: "dangerous or review",
    meaning:
      "A token is replaced, and what uses the old value stops working. The level is review if nobody could use the token before.",
    todo: "Deploy the new value to what uses it, or use rotation.",
    example: { bad: replacing(token(), token({}, ["Zone Read"])), good: quiet },
  },
  "token-risk-grows": {
    level: "dangerous",
    meaning: "A token that has a dangerous risk already gains more permissions with it.",
    todo: TOKEN,
    example: {
      bad: changing(
        token({ policies: [allowing(dns, "zone.*")] }),
        token({ policies: [allowing([...dns, "Zone Read"], "zone.*")] }),
      ),
      good: quiet,
    },
  },
  "token-settings": {
    level: "low",
    meaning:
      "An argument of a token changes that is not its policies: the name, the end, the networks, the status, the rotation.",
    todo: "Check that its users still reach the API.",
    example: { bad: quiet, good: changing(token(), token({}, [...dns, "Zone Read"])) },
  },
  "token-usable-from-anywhere": {
    level: "review",
    meaning: "A token is not limited to client networks any more, so one that leaks works from everywhere.",
    todo: "Name the networks of the clients in condition.",
    example: { bad: changing(token(), token({ condition: undefined })), good: quiet },
  },
  "token-value-ends": {
    level: "dangerous or review",
    meaning:
      "A value of a token stops working because of the change. The level is dangerous if the value can be used now and stops working during the " +
      "update, without an overlap; it is review if the value stops working later: after the overlap of a rotation, at an end within 7 days, or only for some networks.",
    todo: "Find what uses the value. Before you change rotationTrigger, set rotation in another update: then the old value works for the overlap.",
    example: {
      bad: changing(token({ rotationTrigger: "a" }), token({ rotationTrigger: "b" })),
      good: quiet,
    },
  },
  "token-value-exported": {
    level: "dangerous",
    meaning: "An output of the stack shows the value of a token in plain text.",
    todo: "Export it without pulumi.unsecret, or not at all, and replace the token.",
    example: { bad: { ...quiet, exportedTokens: ["deployToken"] }, good: quiet },
  },
  "unknown-access": {
    level: "review",
    meaning: "Some permissions of a token are known only during the update.",
    todo: "Write the permissions into the program, or look at them after the update.",
    example: { bad: changing(token(), token({ policies: UNKNOWN })), good: quiet },
  },
  "unknown-rules": {
    level: "review",
    meaning: "Some values of rules are secret, or known only during the update.",
    todo: "Write the values into the program, or look at them yourself.",
    example: { bad: changing(one, waf([{ ...a, expression: UNKNOWN }])), good: described },
  },
  "zone-deleted": {
    level: "dangerous",
    meaning:
      "A zone of another package is deleted, or replaced, and with it everything in it. The review says nothing else about resources of other packages.",
    todo: "Check that the domain is no longer used. To keep the zone, set protect or retainOnDelete, and run `pulumi up` before.",
    example: {
      bad: {
        steps: [],
        deletedZones: [
          { urn: "urn:pulumi:prod::shop::cloudflare:index/zone:Zone::old", label: 'Zone "old"' },
        ],
      },
      good: quiet,
    },
  },
} satisfies Readonly<Record<string, ReasonAdvice>>;

/** The id of a reason. Hazards and policies have reasons of their own ids: `hazard-…`, `policy-…`. */
export type ReasonId = keyof typeof REASONS;
