import type { z } from "zod";
import type { InjectedFault } from "../../../emulator/fault-plan";
import type { ClockChange } from "../../../emulator/control/clock";
import type * as Documents from "../../../emulator/control/documents";
import type { PublishedVersion } from "../../../emulator/control/managed";
import type { SeedDocument } from "../../../emulator/control/seed";
import type { Snapshot } from "../../../emulator/control/snapshot";
import type * as schemas from "../../../provider/api";
import type { OperationName, QueryOf } from "../../../provider/api";
import type * as Wire from "../../../provider/api/wire";
import type { SameType } from "../../support/same-type";

/** The types without zod that have a schema of the same name. */
interface Written {
  Account: Wire.Account;
  AccountList: Wire.AccountList;
  Action: Wire.Action;
  BulkOperation: Wire.BulkOperation;
  CategoryOverride: Wire.CategoryOverride;
  Condition: Wire.Condition;
  ConditionWrite: Wire.ConditionWrite;
  Effect: Wire.Effect;
  EntrypointReplace: Wire.EntrypointReplace;
  ExposedCredentialCheck: Wire.ExposedCredentialCheck;
  JsonRpcError: Wire.JsonRpcError;
  JsonRpcRequest: Wire.JsonRpcRequest;
  JsonRpcResponse: Wire.JsonRpcResponse;
  Kind: Wire.Kind;
  ListCreate: Wire.ListCreate;
  ListItem: Wire.ListItem;
  ListItemsRemoval: Wire.ListItemsRemoval;
  ListItemWrite: Wire.ListItemWrite;
  ListKind: Wire.ListKind;
  ListUpdate: Wire.ListUpdate;
  Logging: Wire.Logging;
  ManagedAction: Wire.ManagedAction;
  Overrides: Wire.Overrides;
  PageQuery: Wire.PageQuery;
  PermissionGroup: Wire.PermissionGroup;
  PermissionGroupRef: Wire.PermissionGroupRef;
  Phase: Wire.Phase;
  Policy: Wire.Policy;
  PolicyWrite: Wire.PolicyWrite;
  Position: Wire.Position;
  Notice: Wire.Notice;
  RateLimit: Wire.RateLimit;
  Removed: Wire.Removed;
  ResourceMap: Wire.ResourceMap;
  ResultInfo: Wire.ResultInfo;
  Rule: Wire.Rule;
  RuleAdd: Wire.RuleAdd;
  RuleOverride: Wire.RuleOverride;
  RulePatch: Wire.RulePatch;
  RuleWrite: Wire.RuleWrite;
  Ruleset: Wire.Ruleset;
  RulesetCreate: Wire.RulesetCreate;
  RulesetReplace: Wire.RulesetReplace;
  RulesetSummary: Wire.RulesetSummary;
  StartedOperation: Wire.StartedOperation;
  TaggedResource: Wire.TaggedResource;
  Token: Wire.Token;
  TokenCreate: Wire.TokenCreate;
  TokenReplace: Wire.TokenReplace;
  TokenStatus: Wire.TokenStatus;
  TokenVerification: Wire.TokenVerification;
  TokenWithValue: Wire.TokenWithValue;
  User: Wire.User;
  Zone: Wire.Zone;
  ZoneCreate: Wire.ZoneCreate;
  ZoneQuery: Wire.ZoneQuery;
}

/** The same types, as their schemas yield them. */
type Parsed = { [Name in keyof Written]: z.infer<(typeof schemas)[Name]> };

/** The names of types that their schemas do not yield exactly. */
type Different = {
  [Name in keyof Written]: SameType<Written[Name], Parsed[Name]> extends true ? never : Name;
}[keyof Written];

/** The names of operations whose results their schemas do not yield exactly. */
type DifferentResult = {
  [Name in OperationName]: SameType<
    Wire.ResultOf<Name>,
    z.infer<(typeof schemas.operations)[Name]["result"]>
  > extends true
    ? never
    : Name;
}[OperationName];

/*
 * The compiler checks these types (`npm run typecheck`), since jest does not: each constant compiles only if its type is `true`.
 */
const everyWireTypeIsItsSchemas: [Different] extends [never] ? true : Different = true;
const everyResultIsItsSchemas: [DifferentResult] extends [never] ? true : DifferentResult = true;
const everyQueryIsItsSchemas: readonly [
  SameType<Wire.TokenQuery, QueryOf<"listTokens">>,
  SameType<Wire.AccountQuery, QueryOf<"listAccounts">>,
  SameType<Wire.PermissionGroupQuery, QueryOf<"listPermissionGroups">>,
] = [true, true, true];
const everyDocumentIsItsSchemas: readonly [
  SameType<Documents.ClockChange, z.infer<typeof ClockChange>>,
  SameType<Documents.InjectedFault, z.infer<typeof InjectedFault>>,
  SameType<Documents.Snapshot, z.infer<typeof Snapshot>>,
  SameType<Documents.WrittenSeed, z.input<typeof SeedDocument>>,
  SameType<Documents.WrittenVersion, z.input<typeof PublishedVersion>>,
] = [true, true, true, true, true];
const aMissingOptionalMemberIsFound: SameType<{ id: string }, { id: string; name?: string }> = false;

describe("the types of requests and answers that need no zod", () => {
  it("are the types that the schemas yield", () => {
    expect(everyWireTypeIsItsSchemas).toBe(true);
    expect(everyResultIsItsSchemas).toBe(true);
    expect(everyQueryIsItsSchemas).not.toContain(false);
    expect(everyDocumentIsItsSchemas).not.toContain(false);
    expect(aMissingOptionalMemberIsFound).toBe(false);
  });
});
