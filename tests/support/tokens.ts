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

/** The digests that a derived name holds: of the stack and the resource. */
export const digestsOf = (args: Record<string, unknown>) => String(args["__mark"]).replace(/^.*~/, "");

/** Returns a platform that is new for each test, and what tests do with its tokens. */
export function useTokens() {
  const platform = useTestPlatform();
  beforeEach(() => renew(platform));
  let count = 0;
  /** Each test's token has a name of its own: what a run holds is remembered by name. */
  const named = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
    name: `waf-${(count += 1)}`,
    policies: [
      { resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone WAF Write" }] },
    ],
    ...changes,
  });

  /** A token of a resource of its own that the program does not name. */
  const derived = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
    ...without(named(), "name"),
    __base: "waf",
    __mark: identity(`waf-${count}`),
    ...changes,
  });

  /** Tokens whose names say that they are of the resource with those arguments, in any of its attempts. */
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
