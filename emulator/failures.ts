import { ErrorCode, type Notice } from "../provider/api";

/** An error that the client receives in the envelope's `errors`. */
export class Failure extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429,
    readonly notices: readonly Notice[],
    /** Null in the answers of filter validation. */
    readonly messages: readonly Notice[] | null = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(notices.map(({ message }) => message).join("; "));
  }
}

/** Codes that no public source names: see docs/platform-choices.md. */
const ChosenCode = {
  invalidTokenRequest: 1001,
  verifyWithoutToken: 1001,
  tokenNotFound: 1003,
  badRequest: 1004,
  malformedJson: 6007,
  contentType: 9207,
  listNotFound: 10014,
  listNameTaken: 10015,
  listReferenced: 10016,
  operationPending: 10017,
  tooManyItemChanges: 10018,
  operationNotFound: 10019,
} as const;

/** The codes of the documentation of tags. */
const TagCode = {
  resourceRequired: 1003,
  invalidType: 1006,
  invalidFilter: 1007,
  tooManyFilters: 1010,
  keyTooLong: 1011,
  valueTooLong: 1012,
  tooManyValues: 1013,
  invalidKey: 1014,
} as const;

/** Every error of the API by name. The problems of rules are worded in `emulator/rules/`. */
export const failures = {
  missingHeaders: () =>
    failure(400, ErrorCode.missingHeaders, "Missing X-Auth-Key, X-Auth-Email or Authorization headers"),

  malformedHeader: (
    code:
      | typeof ErrorCode.invalidAuthorizationFormat
      | typeof ErrorCode.invalidKeyFormat
      | typeof ErrorCode.invalidEmailFormat,
    header: string,
  ) =>
    new Failure(400, [
      {
        code: ErrorCode.invalidHeaders,
        message: "Invalid request headers",
        error_chain: [{ code, message: `Invalid format for ${header} header` }],
      },
    ]),

  unknownKey: () => failure(403, ErrorCode.unknownKeyOrEmail, "Unknown X-Auth-Key or X-Auth-Email"),

  invalidTokenAtVerify: () => failure(401, ErrorCode.invalidToken, "Invalid API Token"),

  verifyWithoutToken: () =>
    failure(400, ChosenCode.verifyWithoutToken, "Verification needs an API token: Authorization: Bearer"),

  invalidAccessToken: () => failure(403, ErrorCode.unauthorized, "Invalid access token"),

  authentication: () => failure(403, ErrorCode.authentication, "Authentication error"),

  unauthorized: () => failure(403, ErrorCode.unauthorized, "Unauthorized to access requested resource"),

  wrongLocation: (address: string) =>
    failure(403, ErrorCode.unauthorized, `Cannot use the access token from location: ${address}`),

  accountTokenOnUser: () => failure(403, ErrorCode.unauthorized, "Valid user-level authentication not found"),

  couldNotRoute: (path: string, status: 400 | 404) =>
    new Failure(status, [
      {
        code: ErrorCode.couldNotRoute,
        message: `Could not route to ${path}, perhaps your object identifier is invalid?`,
      },
      { code: ErrorCode.noRoute, message: "No route for that URI" },
    ]),

  wrongMethod: (method: string, allowed: readonly string[]) =>
    new Failure(
      405,
      [{ code: ErrorCode.wrongMethod, message: `Method ${method} not available for that URI.` }],
      [],
      { Allow: allowed.join(", ") },
    ),

  bodyTooLarge: (limit: number) =>
    new Failure(413, [{ message: `The request body is larger than ${limit} bytes` }]),

  malformedJson: (reason: string) =>
    failure(400, ChosenCode.malformedJson, `Malformed JSON in request body: ${reason}`),

  contentType: (found: string) =>
    failure(415, ChosenCode.contentType, `Content-Type must be application/json, found ${found}`),

  rateLimited: (limit: number, seconds: number) =>
    failure(
      429,
      ErrorCode.rateLimited,
      `More than ${limit} requests per ${seconds} seconds reached. Please wait and consider throttling your request speed`,
    ),

  invalidTokenRequest: (message: string, pointer?: string) =>
    failure(400, ChosenCode.invalidTokenRequest, message, pointer),

  reusedPolicy: () =>
    failure(400, ErrorCode.reusedPolicy, "Reusing existing policies is not supported by token creation"),

  tokenNotFound: () => failure(404, ChosenCode.tokenNotFound, "API token not found"),

  /** `code`: the one that the vendor documents for this request, if there is one. */
  badRequest: (message: string, pointer?: string, code: number = ChosenCode.badRequest) =>
    failure(400, code, message, pointer),

  zoneNotFound: () => failure(404, ErrorCode.invalidPlace, "Invalid zone identifier"),

  accountNotFound: () => failure(404, ErrorCode.invalidPlace, "Invalid account identifier"),

  zoneExists: (name: string) => failure(400, ErrorCode.zoneExists, `${name} already exists`, "/name"),

  entrypointNotFound: (phase: string) =>
    failure(404, ErrorCode.entrypointNotFound, `could not find entrypoint ruleset in the ${phase} phase`),

  rulesetNotFound: (id: string) =>
    failure(404, ErrorCode.rulesetNotFound, `could not find ruleset with id '${id}'`),

  rulesetVersionNotFound: (id: string, version: string) =>
    failure(404, ErrorCode.rulesetNotFound, `could not find version '${version}' of ruleset with id '${id}'`),

  ruleNotFound: (id: string, ruleset: string) =>
    failure(404, ErrorCode.rulesetNotFound, `could not find rule '${id}' in ruleset with id '${ruleset}'`),

  listNotFound: (id: string) => failure(404, ChosenCode.listNotFound, `could not find list with id '${id}'`),

  listItemNotFound: (id: string) =>
    failure(404, ChosenCode.listNotFound, `could not find item with id '${id}'`),

  listNameTaken: (name: string) =>
    failure(400, ChosenCode.listNameTaken, `a list with the name '${name}' already exists`, "/name"),

  listReferenced: (name: string, count: number) =>
    failure(
      400,
      ChosenCode.listReferenced,
      `the list '${name}' cannot be deleted because ${count} ${count === 1 ? "filter references" : "filters reference"} it`,
    ),

  operationPending: (id: string) =>
    failure(429, ChosenCode.operationPending, `the bulk operation '${id}' of the account is still pending`),

  tooManyItemChanges: (most: number, seconds: number) =>
    new Failure(
      429,
      [
        {
          code: ChosenCode.tooManyItemChanges,
          message: `more than ${most} items were changed in the last twelve hours`,
        },
      ],
      [],
      { "Retry-After": String(seconds) },
    ),

  operationNotFound: (id: string) =>
    failure(404, ChosenCode.operationNotFound, `could not find bulk operation with id '${id}'`),

  tags: {
    resourceRequired: () =>
      failure(400, TagCode.resourceRequired, "resource_type and resource_id are required"),

    invalidType: (type: string) => failure(400, TagCode.invalidType, `Invalid resource type: '${type}'`),

    invalidFilter: () =>
      failure(
        400,
        TagCode.invalidFilter,
        "tag parameter must be in format key, key=value, !key or key!=value",
      ),

    tooManyFilters: (most: number) =>
      failure(400, TagCode.tooManyFilters, `too many tag filters (maximum ${most})`),

    keyTooLong: (most: number) =>
      failure(400, TagCode.keyTooLong, `tag key too long (maximum ${most} characters)`),

    valueTooLong: (most: number) =>
      failure(400, TagCode.valueTooLong, `tag value too long (maximum ${most} characters)`),

    tooManyValues: (most: number) =>
      failure(400, TagCode.tooManyValues, `too many OR values in tag filter (maximum ${most})`),

    invalidKey: (key: string) => failure(400, TagCode.invalidKey, `Invalid tag key: '${key}'`),
  },

  /** All problems of a ruleset write at once. */
  rulesets: (problems: readonly Notice[]) => new Failure(400, problems),

  /** The only error with `messages: null` and without a code. */
  expression: (message: string) => new Failure(400, [{ message }], null),
} as const;

function failure(status: Failure["status"], code: number, message: string, pointer?: string): Failure {
  return new Failure(status, [{ code, message, ...(pointer !== undefined && { source: { pointer } }) }]);
}

/** An error that the control plane answers with its message. */
export class ControlError extends Error {
  constructor(
    message: string,
    readonly status: 400 | 403 | 404 = 400,
  ) {
    super(message);
  }
}
