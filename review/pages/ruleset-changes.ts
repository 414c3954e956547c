import { counted } from "../changes/counted";
import type { OrderedRule, RuleChange, RulesetReview } from "../changes/review";
import { html, type Html } from "./html";
import type { ResourceChanges } from "./resource-changes";
import { leftOut, type Room } from "./room";
import { memberChange, shownCode, shownValue } from "./shown-value";
import { shown } from "./text";

/** The part of the room that the orders before and after may take. The changes take the others. */
const ORDERS_SHARE = 0.3;

/** Says what changes in a ruleset, rule by rule, and shows the order before and after. Rules that do not fit into `room` are counted. */
export function rulesetChanges(review: RulesetReview, room: Room): ResourceChanges {
  const { operation, phase, ownership, takesOver, changes, settings, before, after } = review;
  const listed = before.length + after.length > 0 && orders(review, room.part(ORDERS_SHARE));
  const { made, left } = room.part(1 - ORDERS_SHARE).fill(changes, ruleChange);
  return {
    title: shownValue(phase, "no phase"),
    facts: `${operation}, ${ownership}`,
    chips: [
      takesOver && html`<span class="chip bad">▲ takes over foreign rules</span>`,
      review.hasUnknownRules &&
        html`<span class="chip logs">values of its rules are secret or not known yet</span>`,
    ],
    body: html`${settings.map(memberChange)}
      <ul class="plain">
        ${made}
      </ul>
      ${leftOut(left, "changed rule")}${listed}`,
  };
}

function ruleChange({ ref, kinds, text, members, rule }: RuleChange): Html {
  const isWhole = kinds.includes("added") || kinds.includes("removed");
  return html`<li>
    ${kinds.map((kind) => markChip(kind))} <b>${shown(ref)}</b>
    <span class="soft">${shown(text, "description")}</span>
    ${
      isWhole &&
      html`<div>
        ${rule.description !== null && html`<div>${shownValue(rule.description)}</div>`}
        <span class="chip plain">${shownValue(rule.action, "no action")}</span>${
          !rule.enabled && html` <span class="chip off">disabled</span>`
        }
        ${shownCode(rule.expression)}
      </div>`
    }
    ${!isWhole && members.map(memberChange)}
  </li>`;
}

function orders({ before, after, isOrdered, hasUnknownRules }: RulesetReview, room: Room): Html {
  const isUnknown = hasUnknownRules && after.length === 0;
  const note = isOrdered ? "" : ", in no known order";
  return html`<details class="printed">
    <summary>
      Rules before (${before.length}) and after (${isUnknown ? "not known" : after.length})${note}
    </summary>
    <div class="sides">
      ${[
        orderList("Before", before, room.part(1 / 2)),
        orderList("After", after, room.part(1 / 2), isUnknown ? "not known" : "no rules"),
      ]}
    </div>
  </details>`;
}

function orderList(title: string, rules: readonly OrderedRule[], room: Room, none = "no rules"): Html {
  if (rules.length === 0) return html`<div><b>${title}</b> <span class="soft">${none}</span></div>`;
  const { made, left } = room.fill(rules, orderedRule);
  return html`<div>
    <b>${title}</b> <span class="soft">${counted(rules.length, "rule")}</span>
    <ol>
      ${made}
    </ol>
    ${leftOut(left, "rule")}
  </div>`;
}

function orderedRule({ ref, action, expression, mark, enabled, isForeign }: OrderedRule): Html {
  return html`<li>
    ${mark !== "same" && markChip(mark)} ${shown(ref)}
    ${isForeign && html`<span class="chip plain">foreign</span> ${shownCode(expression)}`}
    <span class="soft">${shownValue(action)}${!enabled && ", disabled"}</span>
  </li>`;
}

/** Shows what happens to a rule as a word. The style sheet adds a sign and a colour, since a page may have thousands of them. */
function markChip(mark: Exclude<OrderedRule["mark"], "same">): Html {
  return html`<span class="chip ${mark}">${mark}</span>`;
}
