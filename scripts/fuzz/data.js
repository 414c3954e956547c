// @ts-check
"use strict";

const bodies = require("./bodies.json");
const seed = require("./seed.json");

/** @typedef {{ id: string }} Made */

/**
 * Seeds the platform, and returns what exists there for the hooks.
 * @param {import("../demo/platform-process").Ready} ready
 * @param {string} control base URL of the control plane
 * @returns {Promise<object>} the settings that `hooks.py` reads
 */
async function prepareData(ready, control) {
  // The platform answers with what the seed asks for.
  const seeded = /** @type {{ zones: Made[], tokens: Made[], rulesets: Made[] }} */ (
    await json(`${control}/seed`, { method: "POST", body: JSON.stringify(seed) })
  );
  const [zone] = seeded.zones;
  const [ofUser, ofAccount] = seeded.tokens;
  const [ofZone, shared] = seeded.rulesets;
  const rule = {
    zones: await firstRule(`zones/${zone?.id}`, ofZone),
    accounts: await firstRule(`accounts/${ready.accountId}`, shared),
  };
  const snapshotUrl = `${control}/snapshot`;
  return {
    bodies,
    snapshotUrl,
    snapshot: await json(snapshotUrl),
    known: {
      user: { token_id: ofUser?.id },
      zones: { zone_id: zone?.id, ruleset_id: ofZone?.id, rule_id: rule.zones },
      accounts: {
        account_id: ready.accountId,
        token_id: ofAccount?.id,
        ruleset_id: shared?.id,
        rule_id: rule.accounts,
      },
      filters: {},
    },
  };

  /** @param {string} scope @param {Made | undefined} ruleset */
  async function firstRule(scope, ruleset) {
    const headers = { Authorization: `Bearer ${ready.token}` };
    const { result } = /** @type {{ result: { rules: Made[] } }} */ (
      await json(`${ready.baseUrl}/${scope}/rulesets/${ruleset?.id}`, { headers })
    );
    return result.rules[0]?.id;
  }
}

/** @param {string} url @param {RequestInit} [init] @returns {Promise<unknown>} */
async function json(url, init) {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

module.exports = { prepareData };
