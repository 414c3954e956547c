import type { Call, Choose, Load } from "./load";

const MOST_TOKENS = 12;
const DNS_READ = "c8fed203ed3043cba015a93ad1616f1f";

interface Token {
  readonly id: string;
  readonly value: string;
}

interface ListedToken {
  readonly id: string;
  readonly name: string;
  readonly policies: readonly unknown[];
}

/** Returns whether a token value is accepted. */
export type Verify = (value: string) => Promise<boolean>;

/** Creates, rolls and deletes tokens of the user. */
export class TokenLoad implements Load {
  private made = 0;
  private readonly settled = new Map<string, Token>();
  private readonly creating = new Set<string>();
  private readonly rolling = new Set<string>();
  private readonly removing = new Set<string>();
  /** Revoked values, which must never be accepted again. */
  private readonly dead: string[] = [];

  constructor(private readonly verify: () => Verify) {}

  async write(call: Call, choose: Choose): Promise<void> {
    const names = [...this.settled.keys()].filter(
      (name) => !this.rolling.has(name) && !this.removing.has(name),
    );
    const name = names[choose(names.length + 2)];
    if (name === undefined && names.length < MOST_TOKENS) return this.create(call);
    const chosen = name ?? names[0] ?? "";
    await (choose(2) === 0 ? this.roll(call, chosen) : this.remove(call, chosen));
  }

  async check(call: Call): Promise<void> {
    const verify = this.verify();
    const listed = await call<ListedToken[]>("GET", "/user/tokens?per_page=50");
    const found = new Map(
      listed.filter(({ name }) => name.startsWith("token-")).map((token) => [token.name, token]),
    );
    for (const name of this.rolling) await this.settleRoll(call, verify, name);
    for (const name of this.removing) if (!found.has(name)) this.forget(name);
    for (const name of this.creating) {
      const token = found.get(name);
      if (!token) continue;
      expect(token).toMatchObject(bodyOf(name));
      // The value is unknown, because the answer was lost.
      this.settled.set(name, { id: token.id, value: await rolled(call, token.id) });
    }
    this.creating.clear();
    this.rolling.clear();
    this.removing.clear();
    expect([...found].map(([name, { id }]) => [name, id]).sort()).toEqual(
      [...this.settled].map(([name, { id }]) => [name, id]).sort(),
    );
    for (const { value } of this.settled.values()) expect(await verify(value)).toBe(true);
    for (const value of this.dead.splice(0)) expect(await verify(value)).toBe(false);
  }

  /** The old value may or may not be valid. After another roll, only the new value is. */
  private async settleRoll(call: Call, verify: Verify, name: string): Promise<void> {
    const token = this.settled.get(name);
    if (!token) throw new Error(`${name} is rolled but not known`);
    const value = await rolled(call, token.id);
    expect(await verify(token.value)).toBe(false);
    this.settled.set(name, { ...token, value });
  }

  private async create(call: Call): Promise<void> {
    const name = `token-${(this.made += 1)}`;
    this.creating.add(name);
    const { id, value } = await call<Token>("POST", "/user/tokens", bodyOf(name));
    this.creating.delete(name);
    this.settled.set(name, { id, value });
  }

  private async roll(call: Call, name: string): Promise<void> {
    const token = this.settled.get(name);
    if (!token) return;
    this.rolling.add(name);
    const value = await rolled(call, token.id);
    this.rolling.delete(name);
    this.dead.push(token.value);
    this.settled.set(name, { ...token, value });
  }

  private async remove(call: Call, name: string): Promise<void> {
    this.removing.add(name);
    await call("DELETE", `/user/tokens/${this.settled.get(name)?.id ?? ""}`);
    this.removing.delete(name);
    this.forget(name);
  }

  private forget(name: string): void {
    const token = this.settled.get(name);
    if (token) this.dead.push(token.value);
    this.settled.delete(name);
  }
}

function rolled(call: Call, id: string): Promise<string> {
  return call<string>("PUT", `/user/tokens/${id}/value`, {});
}

function bodyOf(name: string) {
  return {
    name,
    policies: [
      {
        effect: "allow",
        resources: { "com.cloudflare.api.account.zone.*": "*" },
        permission_groups: [{ id: DNS_READ }],
      },
    ],
  };
}
