/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return -- answers are JSON of any shape, which the expectations state */
import type { Scenario } from "./session";

const list = {
  id: "<list>",
  name: "scenario_office",
  kind: "ip",
  description: "Our offices",
  num_items: 0,
  num_referencing_filters: 0,
  created_on: "<time>",
  modified_on: "<time>",
};

export const lists: Scenario = {
  name: "lists of the account",
  async run(session, { accountId }) {
    const path = `/accounts/${accountId}/rules/lists`;
    const result = (body: { result: unknown }) => body.result;
    const body = { name: "scenario_office", kind: "ip", description: "Our offices" };
    const made = await session.call("create", "POST", path, { body, pick: result });
    const { id } = made.result;
    session.owns(`${path}/${id}`);
    session.name("list", String(id));
    await session.call("get", "GET", `${path}/${id}`, { pick: result });
    await session.call("describe", "PUT", `${path}/${id}`, {
      body: { description: "Offices" },
      pick: (answer) => answer.result.description,
    });
    await session.call("items", "GET", `${path}/${id}/items`, { pick: result });
    await session.call("a bad network", "POST", `${path}/${id}/items`, {
      body: [{ ip: "192.0.2.0/33" }],
      pick: ({ success }) => success,
    });
    await session.call("the name again", "POST", path, { body, pick: ({ success }) => success });
    await session.call("change items", "POST", `${path}/${id}/items`, {
      body: [{ ip: "192.0.2.0/24", comment: "Berlin" }],
      pick: (answer) => typeof answer.result.operation_id,
    });
  },
  expected: [
    { step: "create", outcome: 200, value: list },
    { step: "get", outcome: 200, value: list },
    { step: "describe", outcome: 200, value: "Offices" },
    { step: "items", outcome: 200, value: [] },
    { step: "a bad network", outcome: 400, value: false },
    { step: "the name again", outcome: 400, value: false },
    { step: "change items", outcome: 200, value: "string" },
  ],
};
