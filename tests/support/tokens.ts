import { markTextOf } from "../../provider/marks";
import { without, ask, identity, renew, type State } from "./lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "./platform";

export const ZONE_WAF_WRITE = "fb6778dc191143babbfaa57993f1d275";
export const DNS_READ = "82e64a83756745bbbb1c9c2701bf816b";
export const LOGS_WRITE_ZONE = "3e0b5820118e47f3922f7c989e673882";

export const wire = (group: string) => [
  {
    effect: "allow",
    resources: { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" },
    permission_groups: [{ id: group }],
  },
];

/** The digests of stack and resource in a derived name. */
export const digestsOf = (args: Record<string, unknown>) => String(args["__mark"]).replace(/^.*~/, "");

/** The code of another attempt of a resource. */
export const codeWith = (args: Record<string, unknown>, nonce: string) =>
  markTextOf(String(args["__mark"]), nonce).replace(/^.*~/, "");

/** Returns a platform that is new for each test, and functions for its tokens. */
export function useTokens() {
  const platform = useTestPlatform();
  beforeEach(() => renew(platform));
  let count = 0;
  /** Returns a unique name for each test, since a run caches tokens by name. */
  const named = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
    name: `waf-${(count += 1)}`,
    policies: [
      { resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone WAF Write" }] },
    ],
    ...changes,
  });

  /** Arguments of a token without an explicit name, under a unique logical name. */
  const derived = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
    ...without(named(), "name"),
    __base: "waf",
    __mark: identity(`waf-${count}`),
    ...changes,
  });

  /** Returns the tokens whose names derive from the resource with those arguments, of any attempt. */
  async function tokensOf(args: Record<string, unknown>): Promise<{ id: string; name: string }[]> {
    const tokens = await ask<{ id: string; name: string }[]>(platform, "GET", "/user/tokens?per_page=50");
    return tokens
      .filter(({ name }) => name.startsWith(`waf-${digestsOf(args)}`))
      .map(({ id, name }) => ({ id, name }));
  }

  async function tokensNamed(name: unknown): Promise<{ id: string }[]> {
    const tokens = await ask<{ id: string; name: string }[]>(platform, "GET", "/user/tokens?per_page=50");
    return tokens.filter((token) => token.name === name);
  }

  async function verify(value: unknown): Promise<number> {
    const headers = { Authorization: `Bearer ${String(value)}` };
    return (await platform.api("GET", "/user/tokens/verify", { headers })).status;
  }

  const live = (state: State) => ask(platform, "GET", `/user/tokens/${String(state.outs["tokenId"])}`);

  const make = (name: unknown, policies = wire(ZONE_WAF_WRITE)) =>
    ask<{ id: string; value: string }>(platform, "POST", "/user/tokens", { name, policies });
  const use = (value: string) =>
    platform.api("GET", `/zones/${EXAMPLE_COM}`, { headers: { Authorization: `Bearer ${value}` } });

  return { platform, named, derived, tokensOf, tokensNamed, verify, live, make, use };
}
