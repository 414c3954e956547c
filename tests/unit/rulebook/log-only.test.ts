import { checkAllowances } from "../../../provider/rulebook/check-allowances";
import { LOG_ONLY, trialNotices, trialOf } from "../../../provider/rulebook/log-only";

const NOW = new Date("2030-06-15T12:00:00Z");
const trial = (until: string, rule?: string) => ({
  id: LOG_ONLY,
  reason: "OPS-17: first look",
  until,
  ...(rule !== undefined && { rule }),
});

describe("an allowance to log only", () => {
  it("needs a last day", () => {
    expect(checkAllowances([trial("2030-07-01")])).toEqual([]);
    expect(checkAllowances([{ id: LOG_ONLY, reason: "OPS-17: first look" }])).toEqual([
      { path: "allowances[0].until", message: "is missing; write the last day on which it only logs" },
    ]);
  });

  it("is about its rule, or about everything that the resource deploys", () => {
    const allowances = [trial("2030-06-20", "login"), trial("2030-06-18")];
    expect(trialOf(allowances, "login", NOW)).toMatchObject({ until: "2030-06-20", daysLeft: 5 });
    expect(trialOf(allowances, "search", NOW)).toMatchObject({ until: "2030-06-18", daysLeft: 3 });
    expect(trialOf([trial("2030-06-20", "login")], undefined, NOW)).toBeUndefined();
    expect(trialOf([{ ...trial("2030-06-20"), id: "blocks-everything" }], undefined, NOW)).toBeUndefined();
    expect(trialOf("none", undefined, NOW)).toBeUndefined();
  });
});

describe("a preview of what only logs", () => {
  it("says nothing until the last week", () => {
    expect(trialNotices([trial("2030-06-23")], NOW)).toEqual([]);
  });

  it.each([
    ["2030-06-22", "7 days left"],
    ["2030-06-16", "1 day left"],
    ["2030-06-15", "0 days left"],
  ])("says in the last week that it logs until %s, %s", (until, left) => {
    expect(trialNotices([trial(until, "login")], NOW)).toEqual([
      { severity: "info", text: `rule "login": logging only until ${until}, ${left}: OPS-17: first look` },
    ]);
  });

  it("says it once of all rules with the same day", () => {
    const allowances = [trial("2030-06-16", "login"), trial("2030-06-16", "search"), trial("2030-06-17")];
    expect(trialNotices(allowances, NOW).map(({ text }) => text)).toEqual([
      'rules "login", "search": logging only until 2030-06-16, 1 day left: OPS-17: first look',
      "logging only until 2030-06-17, 2 days left: OPS-17: first look",
    ]);
  });

  it("warns from the day after on, and says that nothing changes by itself", () => {
    expect(trialNotices([trial("2030-06-14")], NOW)).toEqual([
      {
        severity: "warn",
        text:
          "logging only was to end on 2030-06-14 (OPS-17: first look). Nothing changes by itself: what logs goes on logging. " +
          "Set the action that protects and remove the allowance (in a ZoneBaseline: remove logOnlyUntil), or write a later day",
      },
    ]);
  });
});
