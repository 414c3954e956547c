import { UNKNOWN } from "../../../../provider/api";
import { valueEnds } from "../../../../provider/tokens";

const NOW = new Date("2030-01-10T00:00:00Z");
const ID = "1".repeat(32);
const ROTATION = { every: "30d", overlap: "24h" };
const state = (more: object = {}) => ({ name: "ci", tokenId: ID, value: "cfut_x", ...more });
const rotating = (more: object = {}) =>
  state({ rotation: ROTATION, generation: 1, generationSince: "2030-01-01T00:00:00Z", ...more });
const inputs = (more: object = {}) => ({ name: "ci", ...more });
const successor = (more: object = {}) => inputs({ rotation: ROTATION, generation: 2, ...more });

/** Returns what ends as `abrupt path: text`, or `path: text` if nothing in use ends without an overlap. */
function ends(olds: object | undefined, news: object | undefined, isReplaced = false): string[] {
  return valueEnds({ olds: olds && { ...olds }, news: news && { ...news }, isReplaced, now: NOW }).map(
    ({ path, isAbrupt, text }) => `${isAbrupt ? "abrupt " : ""}${path}: ${text}`,
  );
}

describe("the end of a value that a change brings", () => {
  it.each([
    ["an equal token", state(), inputs()],
    ["a name", state(), inputs({ name: "other" })],
    ["a token that is imported without its value", { name: "ci", tokenId: ID, __imported: true }, inputs()],
    [
      "an adopted token that keeps its value",
      { name: "ci", tokenId: ID, adopt: ID, keepValue: true },
      inputs({ adopt: ID, keepValue: true }),
    ],
    ["an expiry in 8 days", state(), inputs({ expiresOn: "2030-01-18T00:00:00Z" })],
    [
      "a later expiry, although it is near",
      state({ expiresOn: "2030-01-11T00:00:00Z" }),
      inputs({ expiresOn: "2030-01-12T00:00:00Z" }),
    ],
    ["the status of a token that becomes active", state({ status: "disabled" }), inputs()],
    [
      "a start in the future of a token that has not begun",
      state({ notBefore: "2030-02-01T00:00:00Z" }),
      inputs({ notBefore: "2030-03-01T00:00:00Z" }),
    ],
    ["a new token", undefined, inputs()],
    ["a new token that adopts another one with its value", undefined, inputs({ adopt: ID, keepValue: true })],
  ])("is none for %s", (_what, olds, news) => expect(ends(olds, news)).toEqual([]));

  it("comes at once with another `rotationTrigger` and without `rotation`", () => {
    expect(ends(state({ rotationTrigger: "a" }), inputs({ rotationTrigger: "b" }))).toEqual([
      `abrupt rotationTrigger: the value of token ${ID} stops working during the update, without an overlap: \`rotationTrigger\` changes, and the ` +
        "token has no `rotation`. To keep the old value for a while, set `rotation` in an update before this one.",
    ]);
  });

  it("comes at once with another `rotationTrigger` in the update that adds `rotation`", () => {
    const [text] = ends(
      state({ rotationTrigger: "a" }),
      inputs({ rotationTrigger: "b", rotation: ROTATION, generation: 1 }),
    );
    expect(text).toMatch(
      /^abrupt rotationTrigger: .* changes, and `rotation` only starts with this update\. To keep/,
    );
  });

  it("is not abrupt for a token that nobody can use", () => {
    const olds = rotating({ rotationTrigger: "a", status: "disabled" });
    const news = inputs({
      rotation: ROTATION,
      generation: 1,
      rotationTrigger: "b",
      status: "disabled",
    });
    expect(ends(olds, news)).toEqual([
      `rotationTrigger: the value of token ${ID} stops working during the update: \`rotationTrigger\` changes, and a token that is not usable is not rotated.`,
    ]);
    expect(ends(state({ expiresOn: "2030-01-09T00:00:00Z" }), undefined)).toEqual([
      `: the value of token ${ID} stops working during the update: the token is deleted.`,
    ]);
  });

  it.each([
    ["another `rotationTrigger`", { rotationTrigger: "b" }, "`rotationTrigger` changes"],
    ["a period that has ended", {}, "a period of 30d has ended"],
    [
      "a shorter period",
      { rotation: { every: "7d", overlap: "24h" } },
      "`rotation.every` is 7d instead of 30d",
    ],
  ])("comes after the overlap of a rotation by %s", (_what, more, why) => {
    const [text, ...others] = ends(rotating(), successor(more));
    expect(others).toEqual([]);
    expect(text).toBe(
      `${"rotationTrigger" in more ? "rotationTrigger" : "rotation"}: the value of token ${ID} stops working 24h after the update: ${why}. ` +
        "Until then it works beside the new value: give the new value to what uses the token.",
    );
  });

  it("comes at `expiresOn` if that is before the end of the overlap", () => {
    const expiresOn = "2030-01-10T12:00:00Z";
    const [text] = ends(rotating({ expiresOn }), successor({ expiresOn }));
    expect(text).toContain(`stops working at ${expiresOn}: a period of 30d has ended`);
  });

  it.each([
    [
      "`keepValue` is removed",
      state({ value: undefined, adopt: ID, keepValue: true }),
      inputs({ adopt: ID }),
      "abrupt keepValue",
    ],
    [
      "`adopt` names another token",
      state({ value: undefined, adopt: ID, keepValue: true }),
      inputs({ adopt: "2".repeat(32), keepValue: true }),
      "abrupt adopt",
    ],
    ["the state does not have it", state({ value: undefined }), inputs(), ""],
  ])("comes at once if %s", (why, olds, news, start) => {
    const [text = ""] = ends(olds, news);
    expect(text.startsWith(`${start}: the value of token ${ID} `)).toBe(true);
    expect(text).toContain("working during the update");
    expect(text).toContain(why);
  });

  it("comes at once for a token that a new resource adopts without `keepValue`", () => {
    expect(ends(undefined, inputs({ adopt: ID }))).toEqual([
      `abrupt adopt: the value of token ${ID} stops working during the update, without an overlap: \`adopt\` rolls its value. To keep the value, set \`keepValue: true\`.`,
    ]);
  });

  it("comes at once if a token is replaced or deleted, with those of earlier generations that are still valid", () => {
    const previous = [
      { tokenId: "2", generation: 1, expiresOn: "2030-01-09T00:00:00Z" },
      { tokenId: "3", generation: 2, expiresOn: "2030-01-11T00:00:00Z" },
    ];
    const olds = rotating({ generation: 3, previous });
    expect(ends(olds, undefined)).toEqual([
      `abrupt : the value of token ${ID} stops working during the update, without an overlap: the token is deleted. So do the values of earlier generations.`,
    ]);
    expect(ends(olds, { ...olds, accountId: "f" }, true)).toEqual([
      `abrupt : the value of token ${ID} stops working during the update, without an overlap: the token is replaced. So do the values of earlier generations.`,
    ]);
  });

  it("comes at once, for a time, if a token is disabled or begins later", () => {
    expect(ends(state(), inputs({ status: "disabled" }))).toEqual([
      `abrupt status: the value of token ${ID} stops working during the update, without an overlap: \`status\` is disabled. It works again when \`status\` is active.`,
    ]);
    expect(ends(state(), inputs({ notBefore: "2030-02-01T00:00:00Z" }))).toEqual([
      `abrupt notBefore: the value of token ${ID} stops working during the update, without an overlap: \`notBefore\` is in the future. It works again from 2030-02-01T00:00:00Z on.`,
    ]);
  });

  it("comes for the clients that `condition` shuts out, and is abrupt if that is all of them", () => {
    const only = (...networks: string[]) => ({ condition: { requestIp: { in: networks } } });
    expect(ends(state(), inputs(only("192.0.2.0/24")))).toEqual([
      `condition: the value of token ${ID} stops working during the update for clients in 0.0.0.0/0, ::/0: \`condition\` does not admit all of them.`,
    ]);
    expect(ends(state(only("192.0.2.0/24")), inputs(only("198.51.100.0/24")))).toEqual([
      `abrupt condition: the value of token ${ID} stops working during the update, without an overlap: \`condition\` admits none of the clients that it admitted before.`,
    ]);
  });

  it("comes at an `expiresOn` within 7 days", () => {
    expect(ends(state(), inputs({ expiresOn: "2030-01-17T00:00:00Z" }))).toEqual([
      `expiresOn: the value of token ${ID} stops working at 2030-01-17T00:00:00Z: \`expiresOn\` is within 7 days.`,
    ]);
  });

  it("may come with a `rotationTrigger` that is not known yet", () => {
    const news = inputs({ rotationTrigger: UNKNOWN });
    expect(ends(state({ rotationTrigger: "a" }), news)).toEqual([
      `abrupt rotationTrigger: the value of token ${ID} may stop working during the update, without an overlap: \`rotationTrigger\` is not known yet, and ` +
        "the token has no `rotation`. To keep the old value for a while, set `rotation` in an update before this one.",
    ]);
    const withRotation = { ...news, rotation: ROTATION, generation: 1 };
    expect(ends(rotating({ rotationTrigger: "a" }), withRotation)).toEqual([
      expect.stringMatching(
        /^rotationTrigger: the value of token 1+ may stop working 24h after the update: `rotationTrigger` is not known yet\. Until/,
      ),
    ]);
  });

  it("is not abrupt if a secret `rotationTrigger` hides whether it changes", () => {
    expect(ends(state({ rotationTrigger: UNKNOWN }), inputs({ rotationTrigger: UNKNOWN }))).toEqual([
      expect.stringMatching(
        /^rotationTrigger: the value of token 1+ may stop working during the update: `rotationTrigger` is secret/,
      ),
    ]);
  });
});
