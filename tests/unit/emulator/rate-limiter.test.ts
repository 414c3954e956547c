import { RateLimiter } from "../../../emulator/rate-limiter";

describe("RateLimiter", () => {
  it("refuses the request that exceeds the limit, and all requests for five minutes", () => {
    const limiter = new RateLimiter(2);
    const at = (second: number) => limiter.count("user", second * 1000).refused;
    expect([at(0), at(100), at(200)]).toEqual([false, false, true]);
    expect([at(300), at(499)]).toEqual([true, true]);
    expect(at(500)).toBe(false);
  });

  it("reports the remaining requests, the end of the window, and how long to wait", () => {
    const limiter = new RateLimiter(1);
    expect(limiter.count("user", 0).headers).toEqual({
      Ratelimit: '"default";r=0;t=300',
      "Ratelimit-Policy": '"default";q=1;w=300',
    });
    expect(limiter.count("user", 10_500).headers).toEqual({
      Ratelimit: '"default";r=0;t=300',
      "Ratelimit-Policy": '"default";q=1;w=300',
      "Retry-After": "300",
    });
    expect(limiter.count("user", 20_600).headers).toMatchObject({ "Retry-After": "290" });
  });

  it("supports windows of another length", () => {
    const limiter = new RateLimiter(1, 2);
    expect(limiter.count("user", 0).headers).toMatchObject({ "Ratelimit-Policy": '"default";q=1;w=2' });
    expect([limiter.count("user", 1_999).refused, limiter.count("user", 3_999).refused]).toEqual([
      true,
      false,
    ]);
  });

  it("counts each key separately", () => {
    const limiter = new RateLimiter(1);
    limiter.count("one", 0);
    expect(limiter.count("other", 0).refused).toBe(false);
  });
});
