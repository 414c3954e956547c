import { counted } from "../changes/counted";
import type { OrderedRule, RuleChange, RulesetReview } from "../changes/review";
import { html, type Html } from "./html";
import type { ResourceChanges } from "./resource-changes";
import { memberChange, shownCode, shownValue } from "./shown-value";
import { shown } from "./text";

/** Says what changes in a ruleset, rule by rule, and shows the order before and after. */
export function rulesetChanges(review: RulesetReview): ResourceChanges {
  const { operation, phase, ownership, takesOver, changes, settings, before, after } = review;
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
        ${changes.map(ruleChange)}
      </ul>
      ${before.length + after.length > 0 && orders(review)}`,
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

function orders({ before, after, isOrdered, hasUnknownRules }: RulesetReview): Html {
  const isUnknown = hasUnknownRules && after.length === 0;
  const note = isOrdered ? "" : ", in no known order";
  return html`<details class="printed">
    <summary>
      Rules before (${before.length}) and after (${isUnknown ? "not known" : after.length})${note}
    </summary>
    <div class="sides">
      ${orderList("Before", before)}${orderList("After", after, isUnknown ? "not known" : "no rules")}
    </div>
  </details>`;
}

function orderList(title: string, rules: readonly OrderedRule[], none = "no rules"): Html {
  if (rules.length === 0) return html`<div><b>${title}</b> <span class="soft">${none}</span></div>`;
  return html`<div>
    <b>${title}</b> <span class="soft">${counted(rules.length, "rule")}</span>
    <ol>
      ${rules.map(
        ({ ref, action, expression, mark, enabled, isForeign }) =>
          html`<li>
            ${mark !== "same" && markChip(mark)} ${shown(ref)}
            ${isForeign && html`<span class="chip plain">foreign</span> ${shownCode(expression)}`}
            <span class="soft">${shownValue(action)}${!enabled && ", disabled"}</span>
          </li>`,
      )}
    </ol>
  </div>`;
}

/** Shows what happens to a rule as a word. The style sheet adds a sign and a colour, since a page may have thousands of them. */
function markChip(mark: Exclude<OrderedRule["mark"], "same">): Html {
  return html`<span class="chip ${mark}">${mark}</span>`;
}
