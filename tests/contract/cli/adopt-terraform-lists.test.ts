import { writeFileSync } from "node:fs";
import path from "node:path";
import { registerAdopt } from "../../../cli/adopt/adopt";
import type { Members } from "../../../provider/api";
import { firstUpdate, registeredBy } from "../../support/adopted-program";
import { runCommand, type CommandRun } from "../../support/command";
import { temporaryFolder } from "../../support/fake-commands";
import { ask, testEngine } from "../../support/lifecycle";
import { useTestPlatform } from "../../support/platform";
import { STATE_FORMS, stateText, type StateForm, type StateResource } from "../../support/terraform-state";

const platform = useTestPlatform({ plan: "enterprise" });
const before = process.env;
const folder = temporaryFolder();
beforeAll(() => {
  process.env = { ...before, EDGE_BASE_URL: platform.baseUrl, EDGE_API_TOKEN: platform.token };
});
afterAll(() => {
  process.env = before;
});
const [V4] = STATE_FORMS as readonly [StateForm];

async function adoptState(resources: readonly StateResource[], form = V4): Promise<CommandRun> {
  const file = path.join(folder, "state.json");
  writeFileSync(file, stateText(resources, form));
  return runCommand(registerAdopt, ["adopt", "--terraform", file]);
}

/** Makes a list by hand, and returns it with its items. */
async function newList(body: Members): Promise<{ id: string; items: readonly Members[] }> {
  const seeded = await platform.control("POST", "/seed", { lists: [body] });
  const { lists } = seeded.body as { lists: [{ id: string }] };
  const [{ id }] = lists;
  const at = `/accounts/${platform.accountId}/rules/lists/${id}`;
  return { id, items: await ask<Members[]>(platform, "GET", `${at}/items`) };
}

/** The members of an item as Terraform writes them: version 4 has lists of blocks, and members that are empty. */
function itemValues(item: Members, { provider }: StateForm): Members {
  const { ip, asn, hostname, redirect, comment } = item;
  const block = (value: unknown) => (provider === 5 ? (value ?? null) : value === undefined ? [] : [value]);
  const unset = provider === 5 ? { ip: null, asn: null } : { ip: "", asn: 0 };
  return {
    ...unset,
    ...(ip !== undefined && { ip }),
    ...(asn !== undefined && { asn }),
    hostname: block(hostname),
    redirect: block(redirect),
    comment: comment ?? "",
  };
}

/** The values of a `cloudflare_list` with these items inside. */
function listValues(list: Members, items: readonly Members[], form: StateForm): Members {
  const written =
    form.provider === 5
      ? { items: items.map((item) => itemValues(item, form)) }
      : {
          item: items.map((item) => {
            const { comment, ...value } = itemValues(item, form);
            return { comment, value: [value] };
          }),
        };
  return { account_id: platform.accountId, description: null, ...list, ...written };
}

describe("edge-platform adopt --terraform, of lists", () => {
  it.each(STATE_FORMS)(
    "declares lists with the items inside them, of provider $provider from `terraform $command`, and writes nothing",
    async (form) => {
      const name = (text: string) => `${text}_${STATE_FORMS.indexOf(form)}`;
      const redirect = { source_url: "example.com/old", target_url: "https://example.com/new" };
      const bodies = [
        {
          name: name("office"),
          kind: "ip",
          items: [{ ip: "192.0.2.0/24", comment: "Berlin" }, { ip: "2001:db8::1" }],
        },
        { name: name("moved"), kind: "redirect", items: [{ redirect }] },
        { name: name("hosts"), kind: "hostname", items: [{ hostname: { url_hostname: "a.example" } }] },
        { name: name("networks"), kind: "asn", items: [{ asn: 64496 }] },
      ];
      const state: StateResource[] = [];
      for (const { items, ...list } of bodies) {
        const { id } = await newList({ ...list, items });
        state.push({
          type: "cloudflare_list",
          name: list.name,
          values: listValues({ ...list, id }, items, form),
        });
      }
      const run = await adoptState(state, form);
      expect(run).toMatchObject({ code: 0 });
      expect(run.stdout).not.toContain("Declared as well");
      const registered = registeredBy(run.stdout);
      expect(registered.map(({ args, options }) => [args["name"], args["ownership"], options])).toEqual(
        bodies.map((list) => [list.name, "exclusive", { protect: true }]).sort(),
      );
      const { writes } = await firstUpdate(platform, testEngine(platform), registered);
      expect(writes).toEqual([]);
    },
  );

  const item = (list: string, { id }: { readonly id: string }, one: Members, form = V4): StateResource => ({
    type: "cloudflare_list_item",
    name: list,
    key: String(one["ip"]),
    values: { account_id: platform.accountId, list_id: id, id: one["id"], ...itemValues(one, form) },
  });

  it("declares a list whose items are resources of their own, and names all their addresses", async () => {
    const list = { name: "whole", kind: "ip" };
    const made = await newList({ ...list, items: [{ ip: "192.0.2.1" }, { ip: "192.0.2.2" }] });
    const values = listValues({ ...list, id: made.id }, [], V4);
    const run = await adoptState([
      { type: "cloudflare_list", name: "whole", values },
      ...made.items.map((one) => item("whole", made, one)),
    ]);
    expect(run.stdout).toContain(
      '// In Terraform: cloudflare_list.whole\n// Items in Terraform:\n// - cloudflare_list_item.whole["192.0.2.1"]\n',
    );
    expect(registeredBy(run.stdout)).toMatchObject([
      {
        kind: "List",
        name: "whole",
        args: { ownership: "exclusive", items: made.items.map(({ ip }) => ({ ip })) },
      },
    ]);
  });

  it("leaves an item alone that another owner has put into a list with items of their own", async () => {
    const list = { name: "open", kind: "ip" };
    const made = await newList({ ...list, items: [{ ip: "192.0.2.1" }, { ip: "203.0.113.9" }] });
    const mine = made.items.filter(({ ip }) => ip === "192.0.2.1");
    const values = listValues({ ...list, id: made.id }, [], V4);
    const run = await adoptState([
      { type: "cloudflare_list", name: "open", values },
      ...mine.map((one) => item("open", made, one)),
    ]);
    expect(run.stdout).toContain('// - "203.0.113.9": is not in the Terraform state\n');
    const registered = registeredBy(run.stdout);
    expect(registered).toMatchObject([{ args: { ownership: "shared", items: [{ ip: "192.0.2.1" }] } }]);
    const { writes } = await firstUpdate(platform, testEngine(platform), registered);
    expect(writes).toEqual([]);
  });

  it("declares items of a list that the state does not contain, without the list", async () => {
    const made = await newList({ name: "theirs", kind: "ip", items: [{ ip: "192.0.2.1" }] });
    const run = await adoptState(made.items.map((one) => item("door", made, one)));
    expect(registeredBy(run.stdout)).toMatchObject([
      { name: "theirs", args: { name: "theirs", ownership: "shared", items: [{ ip: "192.0.2.1" }] } },
    ]);
    expect(run.stdout).toContain("the list is shared, and its resource owns only items that it has written");
  });

  it("declares what somebody has added to a list with items inside, and names what is not live", async () => {
    const list = { name: "drifted", kind: "ip" };
    const made = await newList({ ...list, items: [{ ip: "192.0.2.1" }, { ip: "203.0.113.9" }] });
    const values = listValues({ ...list, id: made.id }, [{ ip: "192.0.2.1" }, { ip: "198.51.100.1" }], V4);
    const gone = { ...values, name: "gone", id: "0".repeat(32) };
    const run = await adoptState([
      { type: "cloudflare_list", name: "drifted", values },
      { type: "cloudflare_list", name: "gone", values: gone },
      { type: "cloudflare_list", name: "odd", values: { name: "odd", id: "0".repeat(32) } },
    ]);
    expect(run.stdout).toContain('// Declared as well: "203.0.113.9" is not in the Terraform state.');
    expect(run.stdout).toContain('// - "198.51.100.1": is in the Terraform state, and not live');
    expect(run.stdout).toContain("// - cloudflare_list.gone: nothing live corresponds to it");
    expect(run.stdout).toContain("// - cloudflare_list.odd: the state does not have the id of its account");
  });
});
