import { createHmac } from "node:crypto";
import { matches } from "./matches";

describe("is_timed_hmac_valid_v0", () => {
  /** A token from a public article. */
  const published =
    "/tokenauth/kayak.mp4?verify=1657026353-ZXJWAyFwAgJSY%2B5j3CkJE80TatA33E3MEH4D%2FkSnh7M%3D";
  const codeOf = (signed: string) => createHmac("sha256", "key").update(signed).digest();
  const standard = codeOf("/a.jpg1484063787").toString("base64");
  const urlSafe = codeOf("/a.jpg1484063787").toString("base64url");
  const fields = (uri: string, now = 1484063787) => ({
    "http.request.uri": uri,
    "http.request.timestamp.sec": now,
  });
  const call = (rest = "") =>
    `is_timed_hmac_valid_v0("key", http.request.uri, 100, http.request.timestamp.sec${rest})`;
  const quoted = (uri: string) => `/a.jpg${uri}1484063787-${encodeURIComponent(standard)}`;

  it("accepts the published token until it expires", () => {
    const expression =
      'is_timed_hmac_valid_v0("cloudflare", http.request.uri, 10800, http.request.timestamp.sec, 8)';
    expect(matches(expression, fields(published, 1657026353))).toBe(true);
    expect(matches(expression, fields(published, 1657026353 + 10799))).toBe(true);
    expect(matches(expression, fields(published, 1657026353 + 10800))).toBe(false);
  });

  it("reads the time only from its argument", () => {
    expect(
      matches('is_timed_hmac_valid_v0("key", http.request.uri, 100, 1484063886)', fields(quoted(""))),
    ).toBe(true);
    expect(
      matches('is_timed_hmac_valid_v0("key", http.request.uri, 100, 1484063887)', fields(quoted(""))),
    ).toBe(false);
  });

  it("accepts a time of issue in the future", () => {
    expect(matches(call(), fields(quoted(""), 1))).toBe(true);
  });

  it("excludes the separator between message and time from the message", () => {
    expect(matches(call(", 8"), fields(quoted("?verify=")))).toBe(true);
    expect(matches(call(", 7"), fields(quoted("?verify=")))).toBe(false);
    expect(matches(call(), fields(quoted("?verify=")))).toBe(false);
  });

  it.each([
    ["another message", quoted("").replace("/a", "/b")],
    ["another time", quoted("").replace("787-", "788-")],
    ["no message", quoted("").slice("/a.jpg".length)],
    ["nine digits", quoted("").replace("1484063787", "148406378")],
    ["a code that is cut off", quoted("").slice(0, -4)],
    ["something behind the code", `${quoted("")}&a=b`],
    ["a code in the other alphabet", `/a.jpg1484063787-${urlSafe}`],
    ["no token at all", "/a.jpg"],
  ])("returns false for %s", (_, uri) => {
    expect(matches(call(), fields(uri))).toBe(false);
  });

  it("accepts the URL-safe alphabet without padding if the flag s is set", () => {
    expect(matches(call(', 0, "s"'), fields(`/a.jpg1484063787-${urlSafe}`))).toBe(true);
    expect(matches(call(', 0, "s"'), fields(`/a.jpg1484063787-${urlSafe}=`))).toBe(false);
  });

  it("returns false if the separator is longer than the text before the time", () => {
    expect(matches(call(", 6"), fields(quoted("")))).toBe(false);
    expect(matches(call(", -1"), fields(quoted("")))).toBe(false);
  });

  it("returns false for a MAC of an empty message, or of more than the text before the time", () => {
    const token = (message: string, signed: string) =>
      fields(`${message}1484063787-${encodeURIComponent(codeOf(signed).toString("base64"))}`);
    expect(matches(call(", 8"), token("?verify=", "1484063787"))).toBe(false);
    expect(matches(call(", -1"), token("/a.jpg", "/a.jpg11484063787"))).toBe(false);
  });

  it("returns nothing if the token is missing, so that its negation is true", () => {
    expect(matches(`not ${call()}`, { "http.request.timestamp.sec": 1 })).toBe(true);
    expect(matches(call(), {})).toBe(false);
  });

  it("accepts a token that is composed of fields", () => {
    const parts =
      'concat(http.request.uri, http.request.headers["time"][0], "-", http.request.headers["mac"][0])';
    const headers = { time: ["1484063787"], mac: [encodeURIComponent(standard)] };
    const request = { "http.request.uri": "/a.jpg", "http.request.headers": headers };
    expect(matches(`is_timed_hmac_valid_v0("key", ${parts}, 100, 1484063800, 0)`, request)).toBe(true);
  });
});
