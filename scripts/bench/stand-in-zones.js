// @ts-check
"use strict";

/**
 * Creates zones on the platform.
 * @param {ReturnType<typeof import("../demo/platform-api").platformApi>} api
 * @param {string} accountId
 * @param {number} count
 * @returns {Promise<string[]>} their ids
 */
async function createZones(api, accountId, count) {
  const ids = [];
  for (let index = 0; index < count; index += 1) {
    const body = { name: `zone-${index}.example`, account: { id: accountId } };
    const { status, result } = await api.call("POST", "/zones", { body });
    if (status !== 200) throw new Error(`the platform did not create zone ${body.name}: status ${status}`);
    // The platform answers a zone.
    ids.push(/** @type {{ id: string }} */ (result).id);
  }
  return ids;
}

module.exports = { createZones };
