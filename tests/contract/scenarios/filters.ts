import type { Scenario } from "./session";

const failure = {
  result: null,
  success: false,
  errors: [
    {
      message:
        "Filter parsing error:\n`ip.src==34`\n         ^^ couldn't parse address in network: invalid IP address syntax\n",
    },
  ],
  messages: null,
};

const route = "/filters/validate-expr";

export const filters: Scenario = {
  name: "validation of expressions",
  async run(session) {
    const valid = 'http.host eq "example.com"';
    const pick = ({ success }: { success: boolean }) => success;
    await session.call("valid, by GET", "GET", `${route}?expression=${encodeURIComponent(valid)}`, { pick });
    await session.call("valid, by POST", "POST", route, { body: { expression: valid }, pick });
    await session.call(
      "no address, by GET",
      "GET",
      `${route}?expression=${encodeURIComponent("ip.src==34")}`,
    );
    await session.call("no address, by POST", "POST", route, { body: { expression: "ip.src==34" } });
  },
  expected: [
    { step: "valid, by GET", outcome: 200, value: true },
    { step: "valid, by POST", outcome: 200, value: true },
    { step: "no address, by GET", outcome: 400, value: failure },
    { step: "no address, by POST", outcome: 400, value: failure },
  ],
};
