/* eslint-disable @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { readFileSync } from "node:fs";
import path from "node:path";
import { bearer, startTestPlatform, type TestPlatform } from "../../support/platform";

/*
 * The requests that the test suites of the vendor's SDKs send (PyPI cloudflare 5.9.0, and where it differs cloudflare-go v7.9.0,
 * whose calls begin with a capital letter; the SDK for TypeScript is generated from the same description), with the status that the
 * API's documentation promises and the members that the SDKs' types have. Beside a request that the API refuses is one that it accepts.
 */
interface SdkRequest {
  readonly call: string;
  readonly method: string;
  /** `{scope}` is an account and a zone in turn. */
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** The name of a shape; in an array, the shape of each item. */
  readonly result?: string | readonly [string];
  /** Why the platform refuses the request. The SDKs' own server of these tests looks at the types only. */
  readonly because?: string;
}
type Shape = Readonly<Record<string, string>>;

const file = path.join(__dirname, "../../data/sdk-requests.json");
// The file is a part of these tests.
const { shapes, requests } = JSON.parse(readFileSync(file, "utf8")) as {
  shapes: Readonly<Record<string, Shape>>;
  requests: readonly SdkRequest[];
};

/** The ids of the vendor's examples, which the requests contain. */
const ACCOUNT = "023e105f4ecef8ad9ca31a8372d0c353";
const ZONE = ACCOUNT;
const OTHER_ZONE = "22b1de5f1c0e4b3ea97bb1e963b06a43";
const TOKEN = "ed17574386854bf78a67040be0a770b0";
const RULESET = "2f2feab2026849078ba485f918791bdc";
const RULE = "3a03d665bac047339bb530ecb439a90d";
const ENTRYPOINT = "rulesets/phases/http_request_firewall_custom/entrypoint";

type Owner = "user" | "accounts" | "zones";

let platform: TestPlatform;
let accountToken: string;
/** Data in which the ids of the examples belong to objects of the user, of the account or of the zone. */
let snapshots: Readonly<Record<Owner, unknown>>;

beforeAll(async () => {
  platform = await startTestPlatform();
  // Without the zones of a new platform, one of which the examples create.
  await platform.control("POST", "/reset");
  await platform.control("PUT", "/clock", { now: "2019-01-01T00:00:00Z" });
  await platform.control("POST", "/seed", {
    accounts: [{ id: ACCOUNT, name: "Seeded" }],
    zones: [
      { id: ZONE, name: "seeded.example", accountId: ACCOUNT },
      { id: OTHER_ZONE, name: "other.example", accountId: ACCOUNT },
    ],
  });
  const create = async (at: string, body: unknown) => {
    const answer = await platform.api("POST", at, { body });
    expect(answer.status).toBe(200);
    return answer.body.result as { id: string; value: string; rules: { id: string }[] };
  };
  const policies = [
    {
      effect: "allow",
      resources: { [`com.cloudflare.api.account.zone.${ZONE}`]: "*" },
      permission_groups: [{ id: "c8fed203ed3043cba015a93ad1616f1f" }],
    },
  ];
  const ofUser = await create("/user/tokens", { name: "of the user", policies });
  const ofAccount = await create(`/accounts/${ACCOUNT}/tokens`, { name: "of the account", policies });
  accountToken = ofAccount.value;
  const ruleset = async (scope: string, kind: string) => {
    const rules = [{ action: "block", expression: "ip.src eq 192.0.2.1" }];
    const body = { name: "default", kind, phase: "http_request_firewall_custom", rules };
    const made = await create(`${scope}/rulesets`, body);
    await platform.api("PUT", `${scope}/${ENTRYPOINT}`, { body: { rules } });
    const kept = { description: "version 2" };
    await platform.api("PUT", `${scope}/rulesets/${made.id}`, { body: kept });
    return made;
  };
  const custom = await ruleset(`/accounts/${ACCOUNT}`, "custom");
  const entrypoint = await ruleset(`/zones/${ZONE}`, "zone");
  const text = JSON.stringify((await platform.control("GET", "/snapshot")).body);
  const renamed = (...ids: readonly (readonly [string, string])[]) =>
    JSON.parse(ids.reduce((all, [from, to]) => all.replaceAll(from, to), text)) as unknown;
  snapshots = {
    user: renamed([ofUser.id, TOKEN]),
    accounts: renamed([ofAccount.id, TOKEN], [custom.id, RULESET], [custom.rules[0]?.id ?? "", RULE]),
    zones: renamed([entrypoint.id, RULESET], [await latestRule(entrypoint.id), RULE]),
  };
});
afterAll(() => platform.close());

async function latestRule(ruleset: string): Promise<string> {
  const answer = await platform.api("GET", `/zones/${ZONE}/rulesets/${ruleset}`);
  return answer.body.result.rules[0].id as string;
}

const scoped = requests.flatMap((request) =>
  request.path.startsWith("/{scope}")
    ? [`accounts/${ACCOUNT}`, `zones/${ZONE}`].map((scope) => ({
        ...request,
        path: request.path.replace("{scope}", scope),
      }))
    : [request],
);

describe("each request of the SDKs' test suites", () => {
  it.each(scoped.map((request) => [`${request.call}: ${request.method} ${request.path}`, request] as const))(
    "%s",
    async (_, request) => {
      const owner = (["accounts", "zones"] as const).find((one) => request.path.startsWith(`/${one}`));
      expect((await platform.control("PUT", "/snapshot", snapshots[owner ?? "user"])).status).toBe(200);
      const answer = await platform.api(request.method, request.path, {
        ...(request.body !== undefined && { body: request.body }),
        headers: bearer(request.call === "accounts.tokens.verify" ? accountToken : platform.token),
      });
      const status = answer.status;
      const body = answer.body as { readonly result: unknown } | undefined;
      expect({ status, body: status === request.status ? undefined : body }).toEqual({
        status: request.status,
      });
      if (status === 400) {
        expect(request.because).toBeDefined();
        expect(body).toMatchObject({ result: null, success: false, errors: expect.any(Array) as unknown });
        return;
      }
      if (status === 204) {
        expect(body).toBeUndefined();
        return;
      }
      expect(body).toMatchObject({ success: true, errors: [] });
      expectShape(body?.result, request.result ?? "nothing");
    },
  );
});

function expectShape(result: unknown, expected: NonNullable<SdkRequest["result"]>): void {
  if (typeof expected !== "string") {
    expect(Array.isArray(result)).toBe(true);
    for (const item of result as unknown[]) expectShape(item, expected[0]);
    return;
  }
  if (expected === "string" || expected === "null") {
    expect(typeOf(result)).toBe(expected);
    return;
  }
  const shape = shapes[expected] ?? { unknown: expected };
  const members = result as Readonly<Record<string, unknown>>;
  const wrong = Object.entries(shape).filter(([name, types]) => {
    return !types.split(" or ").includes(typeOf(members[name]));
  });
  expect(wrong).toEqual([]);
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
