import { isLoopback, urlHost } from "../../../emulator/loopback";

describe("isLoopback", () => {
  it.each(["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1", "localhost"])("accepts %s", (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(["0.0.0.0", "::", "192.0.2.1", "::ffff:192.0.2.1", "127.0.0.1.example", "localhost.example", ""])(
    "does not accept %j",
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});

describe("urlHost", () => {
  it("returns an address that programs on this machine can reach", () => {
    expect(["127.0.0.1", "0.0.0.0", "::", "::1"].map(urlHost)).toEqual([
      "127.0.0.1",
      "127.0.0.1",
      "127.0.0.1",
      "[::1]",
    ]);
  });
});
