import { containsUnknown, isMembers, isUnknown, type Ruleset, sortedJson } from "../../provider/api";
import {
  type EdgeClient,
  isAuthenticationError,
  isEdgeError,
  messageWithAnswer,
  messageWithoutAnswer,
  type RulesetScope,
} from "../../provider/client";
import { load } from "../../provider/dynamic";
import { refuseLaterState } from "../../provider/engine";
import { type Context, LifecycleError, type Properties } from "../../provider/lifecycle";
import { parseId } from "../../provider/lifecycle/api-token/state";
import { ownRules } from "../../provider/lifecycle/evidence";
import { unlessNotFound } from "../../provider/lifecycle/unless-not-found";
import {
  type ByKind,
  describedOf,
  inputsOf,
  isResourceKind,
  ofKind,
  PROPERTIES,
  type PropertyTable,
  type ResourceKind,
} from "../../provider/properties";
import { SIGNATURE } from "../../provider/properties/envelope";
import { reviewOwasp } from "../../review/changes/review-owasp";
import { reviewToken } from "../../review/changes/review-token";
import { shownOrNull } from "../../review/changes/shown";
import { hideSecrets } from "../../review/documents/engine-steps";
import { type DeclaredResource, fromEdge } from "../../review/model/from-edge";
import { edgeKind, resourceLabel, type StateResource } from "../stack-state";
import { changesOf, rulesetDrift, type RulesetInState, type VersionChanges } from "./compare-ruleset";
import type { ResourceDrift } from "./drift-report";

/** The versions that are read at most to find out since when rules have drifted. */
const MAX_VERSIONS = 20;

const NO_CHANGES = {
  why: null,
  versions: null,
  rules: [],
  settings: [],
  texts: [],
  unknown: [],
  foreign: [],
} as const;

/** Compares a resource of a state with what is live. Returns undefined for a resource without a remote object. */
export async function examineResource(
  context: Context,
  resource: StateResource,
): Promise<ResourceDrift | undefined> {
  const kind = edgeKind(resource);
  const examine = ofKind(EXAMINERS, kind);
  if (!examine || !isResourceKind(kind) || resource.external || resource.delete) return undefined;
  const declared = declaredFrom(resource);
  const subject = { urn: resource.urn, label: resourceLabel(resource) };
  try {
    refuseLaterState(declared.properties);
    const found = await examine(context, declared, resource.id ?? "", kind, resource.outputs);
    return { ...subject, ...found };
  } catch (error) {
    const isReported =
      isEdgeError(error) || error instanceof LifecycleError || (error instanceof Error && "reasons" in error);
    if (!isReported) throw error;
    const why = hasSecretArguments(resource, kind) ? messageWithoutAnswer(error) : messageWithAnswer(error);
    return { ...subject, ...NO_CHANGES, status: "unread", why };
  }
}

/** Whether an argument is secret, which the API may quote. */
function hasSecretArguments({ inputs, outputs }: StateResource, kind: ResourceKind): boolean {
  const table: PropertyTable = PROPERTIES[kind];
  return [inputs, outputs].some((properties) => {
    const named = properties["secretInputs"];
    const isNamed = Array.isArray(named) && named.length > 0;
    return isNamed || inputsOf(table).some((name) => containsUnknown(hideSecrets(properties[name])));
  });
}

type Examined = Omit<ResourceDrift, "urn" | "label">;
type Examine = (
  context: Context,
  /** With secrets hidden. */
  declared: DeclaredResource,
  id: string,
  kind: ResourceKind,
  outputs: Properties,
) => Promise<Examined>;

/** How each kind is compared; undefined if it has no remote object. */
const EXAMINERS: ByKind<Examine | undefined> = {
  AccountEntrypointRuleset: examineRuleset,
  ApiToken: examineOther,
  GatewayEndpoint: undefined,
  List: examineOther,
  OwaspConfig: examineOther,
  Ruleset: examineRuleset,
  ValidatedFilter: undefined,
  ZoneCustomRuleset: examineRuleset,
  ZoneEntrypointRuleset: examineRuleset,
};

function declaredFrom({ type, urn, outputs }: StateResource): DeclaredResource {
  // The outputs are an object, and stay one.
  const properties = hideSecrets(outputs) as Record<string, unknown>;
  return { type, urn, name: urn.slice(urn.lastIndexOf("::") + 2), properties };
}

async function examineRuleset(context: Context, declared: DeclaredResource, id: string): Promise<Examined> {
  const { properties } = declared;
  if (!isMembers(properties["rules"]) || isUnknown(properties["rules"])) return hidden("rules");
  const { rulesets } = context.client(textOf(properties["connection"]));
  const { zoneId, accountId, phase, rulesetId } = properties;
  const scope = typeof zoneId === "string" ? { zoneId } : { accountId: textOf(accountId) ?? "" };
  // Only the id of a custom ruleset says whether an account or a zone owns it.
  const live = await unlessNotFound(
    /^(?:account|zone)\//.test(id)
      ? rulesets.get(scope, textOf(rulesetId) ?? "")
      : rulesets.entrypoint(scope, textOf(phase) ?? ""),
  );
  if (!live) return { ...NO_CHANGES, status: "gone" };
  const own = ownRules(context, properties, properties);
  const state: RulesetInState = { declared, own };
  const isChanged = changesOf(state, live).length > 0;
  const drift = rulesetDrift(state, live, isChanged ? await historyOf(rulesets, scope, state, live) : []);
  return {
    ...NO_CHANGES,
    ...drift,
    versions: { state: textOf(properties["version"]) ?? null, live: live.version },
  };
}

/** Returns the versions since that of the state, oldest first; none if they are too many, or not readable. */
async function historyOf(
  rulesets: EdgeClient["rulesets"],
  scope: RulesetScope,
  state: RulesetInState,
  live: Ruleset,
): Promise<VersionChanges[]> {
  const known = Number(state.declared.properties["version"]);
  try {
    const later = (await rulesets.versions(scope, live.id))
      .filter(({ version }) => Number(version) > known)
      .sort((a, b) => Number(a.version) - Number(b.version));
    if (later.length > MAX_VERSIONS) return [];
    return await Promise.all(
      later.map(async (version) => ({
        version,
        changes: changesOf(state, await rulesets.version(scope, live.id, version.version)),
      })),
    );
  } catch (error) {
    if (isEdgeError(error)) return [];
    throw error;
  }
}

/** Reads an object as a refresh does, and compares the inputs. */
async function examineOther(
  context: Context,
  declared: DeclaredResource,
  id: string,
  kind: ResourceKind,
  outputs: Properties,
): Promise<Examined> {
  const { properties } = declared;
  const table: PropertyTable = PROPERTIES[kind];
  const secret = describedOf(table).find((name) => containsUnknown(properties[name]));
  if (secret !== undefined) return hidden(secret);
  const { props } = await load(kind, () => context).read(id, properties);
  if (!props) return { ...NO_CHANGES, status: "gone" };
  const changed = inputsOf(table)
    .filter((name) => name !== "drift")
    .filter((name) => sortedJson(properties[name]) !== sortedJson(props[name]));
  const value = kind === "ApiToken" ? await examineValue(context, declared, id, outputs["value"], props) : {};
  const texts = [...textsOf(declared, props), ...(value.texts ?? [])];
  const before = fromEdge(declared);
  return {
    ...NO_CHANGES,
    status: changed.length + texts.length > 0 ? "drifted" : "same",
    settings: changed.map((member) => ({
      member,
      before: shownOrNull(properties[member], before?.isSecret(member)),
      after: shownOrNull(props[member], before?.isSecret(member)),
      segments: null,
    })),
    texts,
    unknown: value.unknown ?? [],
  };
}

/** Returns the drift in words: of the arguments, and of a deployment beside its arguments. */
function textsOf(declared: DeclaredResource, props: Properties): string[] {
  const before = fromEdge(declared);
  const after = fromEdge({ ...declared, properties: { ...declared.properties, ...props } });
  if (before?.kind === "token" && after?.kind === "token")
    return [...reviewToken("update", before, after).texts];
  if (before?.kind !== "owasp" || after?.kind !== "owasp") return [];
  const { drift } = props;
  const beside = Array.isArray(drift) ? drift.map(String) : [];
  return [...reviewOwasp("update", before, after, undefined).texts, ...beside];
}

function hidden(argument: string): Examined {
  const why = `the state hides ${argument}, which is a secret: run \`pulumi refresh --preview-only\` to compare it`;
  return { ...NO_CHANGES, status: "hidden", why };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What is found out about the value of a token. The value itself is in no text. */
interface ValueFinding {
  /** Why the value in the state is dead. */
  readonly texts?: readonly string[];
  /** Why it is not known whether it works. */
  readonly unknown?: readonly string[];
}

const ENCRYPTED =
  "whether the value of a token in the state still works, since the export encrypts it: run `pulumi stack export --show-secrets`";

/**
 * Finds out whether the value in a state still is that of the live token, which somebody may have rolled by hand: the API returns no
 * value again, and verifies one that it is sent. `value` is as the export shows it; `live` are the outputs of a read.
 */
async function examineValue(
  context: Context,
  { properties }: DeclaredResource,
  tokenId: string,
  value: unknown,
  live: Properties,
): Promise<ValueFinding> {
  if (value === undefined || value === null) return {};
  const plain = plainValue(value);
  if (plain === undefined) return { unknown: [ENCRYPTED] };
  if (!isUsable(live, context.now()))
    return { unknown: ["whether the value of a token works that is disabled, expired, or not valid yet"] };
  const { tokens } = context.client(textOf(properties["connection"]));
  const { owner } = parseId(tokenId);
  try {
    // No wait: the API knows a token for long.
    const { id } = await tokens.verifyValue(owner, plain, []);
    return id === live["tokenId"] ? {} : { texts: ["The value in the state is that of another token."] };
  } catch (error) {
    if (isAuthenticationError(error)) return { texts: [DEAD] };
    if (!isEdgeError(error)) throw error;
    return { unknown: ["whether the value of a token works that the API did not verify from here"] };
  }
}

const DEAD =
  "The value in the state no longer works: the token was rolled outside of Pulumi. A change of rotationTrigger rolls it again and " +
  "stores the new value.";

/** Returns a secret that `--show-secrets` shows, or a value that is no secret in the state. */
function plainValue(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!isMembers(value) || !Object.hasOwn(value, SIGNATURE) || typeof value["plaintext"] !== "string")
    return undefined;
  // The engine writes the plain text as JSON.
  const parsed: unknown = JSON.parse(value["plaintext"]);
  return typeof parsed === "string" ? parsed : undefined;
}

/** Whether the API accepts the token at this time. */
function isUsable({ status, notBefore, expiresOn }: Properties, now: Date): boolean {
  if (status !== undefined && status !== "active") return false;
  const [start, end] = [notBefore, expiresOn].map((time) => Date.parse(typeof time === "string" ? time : ""));
  return !(Number(start) > now.getTime()) && !(Number(end) <= now.getTime());
}
