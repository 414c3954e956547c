import { secret, startPlugin, type NativePlugin } from "../../support/native-plugin";
import type { CallError } from "../../support/provider-client";
import { renew, watch } from "../../support/lifecycle";
import { newZone, useTestPlatform } from "../../support/platform";
import { startProxy, type OtherAnswer, type Proxy } from "../../support/proxy";

const CUSTOM = "http_request_firewall_custom";
const RULE = { ref: "admin", action: "block", expression: 'http.request.uri.path eq "/admin"' };
const ANY_TEXT: unknown = expect.any(String);
const CANCELLED = "the run was cancelled";

const platform = useTestPlatform();
let plugin: NativePlugin;
let proxy: Proxy | undefined;
/** What holds the answers to the requests of a method, or replaces them. */
let onRequest: (method: string) => OtherAnswer | undefined | Promise<OtherAnswer | undefined>;

beforeEach(async () => {
  await renew(platform);
  onRequest = () => undefined;
  proxy = await startProxy(platform.baseUrl, ({ method = "" }) => onRequest(method));
  plugin = await startPlugin(platform);
  await configure();
});
afterEach(async () => {
  plugin.close();
  await proxy?.close();
});

const configure = () => plugin.configure({ baseUrl: proxy?.baseUrl, apiToken: secret(platform.token) });
const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "",
    (error: unknown) => (error as CallError).message,
  );
const writesOf = (requests: readonly string[]) => requests.filter((request) => !request.startsWith("GET "));

/** Holds the requests of a method until `letGo`. */
function hold(method: string): { readonly isHeld: Promise<void>; readonly letGo: () => void } {
  let letGo = (): void => undefined;
  const isFree = new Promise<void>((resolve) => (letGo = resolve));
  let held = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => (held = resolve));
  onRequest = async (asked) => {
    if (asked !== method) return undefined;
    held();
    await isFree;
    return undefined;
  };
  return { isHeld, letGo };
}

/** An entry point that exists, so that an update reads before it writes. */
async function madeRuleset() {
  const zoneId = await newZone(platform);
  const urn = plugin.urn("ZoneEntrypointRuleset");
  const { inputs } = await plugin.check(urn, {}, { zoneId, phase: CUSTOM, rules: [RULE] });
  const made = await plugin.create(urn, inputs);
  const rules = [
    { ...RULE, action: "log" },
    { ...RULE, ref: "more" },
  ];
  const { inputs: news } = await plugin.check(urn, inputs, { zoneId, phase: CUSTOM, rules });
  return { zoneId, urn, ...made, news };
}

describe("a cancelled run", () => {
  it("stops an update that waits for an answer before it has written, and the update writes nothing", async () => {
    const { urn, id, outputs, news } = await madeRuleset();
    const { requests } = await watch(platform, async () => {
      const { isHeld, letGo } = hold("GET");
      const update = messageOf(plugin.update(urn, id, outputs, news));
      await isHeld;
      await plugin.cancel();
      expect(await update).toContain(`${CANCELLED}. This operation has written nothing.`);
      letGo();
    });
    expect(writesOf(requests)).toEqual([]);
  });

  it("stops a refresh, a lookup and a preview, which does not depend on its reads", async () => {
    const { urn, id, outputs, news } = await madeRuleset();
    const { isHeld, letGo } = hold("GET");
    const refresh = messageOf(plugin.read(urn, id, outputs));
    const lookUp = messageOf(plugin.invoke("edge:index:getZone", { name: "nowhere.example" }));
    await isHeld;
    await plugin.cancel();
    expect(await refresh).toContain(CANCELLED);
    expect(await lookUp).toContain(CANCELLED);
    expect(await messageOf(plugin.update(urn, id, outputs, news, { preview: true }))).toBe("");
    letGo();
  });

  it("stops a write that waits until the API accepts requests again", async () => {
    const { urn, id, outputs, news } = await madeRuleset();
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    onRequest = (method) => {
      if (method === "GET") return undefined;
      asked();
      return { status: 429, body: "{}", type: "application/json" };
    };
    const { requests } = await watch(platform, async () => {
      const update = messageOf(plugin.update(urn, id, outputs, news));
      await isAsked;
      await plugin.cancel();
      expect(await update).toContain(CANCELLED);
    });
    expect(writesOf(requests)).toEqual([]);
  });

  it("lets an update that has begun to write finish and return its state", async () => {
    const { urn, id, outputs, news } = await madeRuleset();
    const { requests } = await watch(platform, async () => {
      const { isHeld, letGo } = hold("PATCH");
      const update = plugin.update(urn, id, outputs, news);
      await isHeld;
      await plugin.cancel();
      letGo();
      expect(await update).toMatchObject({
        ruleIds: { admin: ANY_TEXT, more: ANY_TEXT },
      });
    });
    expect(writesOf(requests).map((request) => request.split(" ")[0])).toEqual(["PATCH", "POST"]);
  });

  it("keeps a token that was made, with its value, and still disables it", async () => {
    const token = plugin.urn("ApiToken");
    const zoneId = await newZone(platform);
    const resources = { [`com.cloudflare.api.account.zone.${zoneId}`]: "*" };
    const policies = [{ resources, permissionGroups: [{ name: "Zone WAF Read" }] }];
    const { inputs } = await plugin.check(token, {}, { policies, status: "disabled" });
    const { isHeld, letGo } = hold("POST");
    const made = plugin.create(token, inputs);
    await isHeld;
    await plugin.cancel();
    letGo();
    const { id, outputs } = await made;
    expect(id).toMatch(/^user\//);
    expect(outputs).toMatchObject({ status: "disabled", value: secret(ANY_TEXT) });
  });

  it("does not stop the next run of a plugin that serves several", async () => {
    const { urn, id, outputs, news } = await madeRuleset();
    await plugin.cancel();
    expect(await messageOf(plugin.update(urn, id, outputs, news))).toContain(CANCELLED);
    await configure();
    expect(await messageOf(plugin.update(urn, id, outputs, news))).toBe("");
  });
});
