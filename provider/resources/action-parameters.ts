import type { Phase } from "../api";
import type {
  CacheControlParameters,
  CacheSettingsParameters,
  CacheTagsParameters,
} from "./cache-parameters";

/** `actionParameters` of each action. An action that is not here takes none. */
export interface ActionParametersByAction {
  block: BlockParameters;
  compress_response: CompressResponseParameters;
  execute: ExecuteParameters;
  log_custom_field: LogCustomFieldParameters;
  redirect: RedirectParameters;
  rewrite: RewriteParameters;
  route: RouteParameters;
  score: ScoreParameters;
  serve_error: ServeErrorParameters;
  set_cache_control: CacheControlParameters;
  set_cache_settings: CacheSettingsParameters;
  set_cache_tags: CacheTagsParameters;
  set_config: ConfigParameters;
  skip: SkipParameters;
}

/** A text as it is, or an expression that makes one of each request. */
export type ValueOrExpression = { value: string } | { expression: string };

export interface BlockParameters {
  /** What is answered in the place of the vendor's own page. */
  response?: {
    /** 400 to 499. */
    statusCode: number;
    content: string;
    /** `text/plain`, `text/html`, `application/json`, `text/xml`. */
    contentType: string;
  };
}

export interface CompressResponseParameters {
  /** The first that the client takes is used. */
  algorithms: { name: "none" | "auto" | "default" | "gzip" | "brotli" | "zstd" }[];
}

export interface ExecuteParameters {
  /** The vendor's id of the ruleset to run: a managed one's, or `rulesetId` of a `Ruleset`. */
  id: string;
  /** Default `latest`. */
  version?: string;
  /** Keeps what matched, encrypted for the holder of the private key. */
  matchedData?: { publicKey: string };
  /** What its rules do otherwise. A rule's override wins over a category's, that over the ruleset's. */
  overrides?: {
    action?: string;
    enabled?: boolean;
    /** DDoS rulesets only. */
    sensitivityLevel?: SensitivityLevel;
    /** Rules by tag; of several that match, the last wins. */
    categories?: {
      category: string;
      action?: string;
      enabled?: boolean;
      /** DDoS rulesets only. */
      sensitivityLevel?: SensitivityLevel;
    }[];
    rules?: {
      /** The vendor's id of the rule. */
      id: string;
      action?: string;
      enabled?: boolean;
      /** The rule that compares the score, the last of the OWASP ruleset, alone has one. */
      scoreThreshold?: number;
      /** DDoS rulesets only. */
      sensitivityLevel?: SensitivityLevel;
    }[];
  };
}

export type SensitivityLevel = "default" | "medium" | "low" | "eoff";

/** Headers and cookies that are written to the logs, by name. */
export interface LogCustomFieldParameters {
  cookieFields?: { name: string }[];
  /** As the client sent them. */
  requestFields?: { name: string }[];
  /** As they went to the origin. */
  transformedRequestFields?: { name: string }[];
  /** As the origin sent them. */
  rawResponseFields?: { name: string; preserveDuplicates?: boolean }[];
  /** As they went to the client. */
  responseFields?: { name: string; preserveDuplicates?: boolean }[];
}

export interface RedirectParameters {
  /** In phase `http_request_dynamic_redirect`. */
  fromValue?: {
    targetUrl: ValueOrExpression;
    statusCode?: 301 | 302 | 303 | 307 | 308;
    /** Default false. */
    preserveQueryString?: boolean;
  };
  /** In phase `http_request_redirect`: a list of redirects, and the expression that looks one up in it. */
  fromList?: { name: string; key: string };
}

export interface RewriteParameters {
  /** In phase `http_request_transform`. */
  uri?: { path?: ValueOrExpression; query?: ValueOrExpression };
  /** By name. */
  headers?: Record<
    string,
    {
      operation: "add" | "set" | "remove";
      /** Of `add` and `set`: this, or `expression`. */
      value?: string;
      expression?: string;
    }
  >;
}

export interface RouteParameters {
  hostHeader?: string;
  origin?: {
    host?: string;
    /** 1 to 65535. */
    port?: number;
  };
  sni?: { value: string };
}

export interface ScoreParameters {
  /** Added to the score of the request; may be negative. */
  increment: number;
}

/** `content` or `assetName`. */
export interface ServeErrorParameters {
  /** At most 10,240 characters. */
  content?: string;
  /** Name of a custom asset. */
  assetName?: string;
  contentType?: string;
  /** 400 to 999. */
  statusCode?: number;
}

/** Settings of the zone that are other for the requests that match; at least one. */
export interface ConfigParameters {
  automaticHttpsRewrites?: boolean;
  autominify?: { css?: boolean; html?: boolean; js?: boolean };
  /** Browser integrity check. */
  bic?: boolean;
  contentConverter?: boolean;
  disableApps?: boolean;
  disableRum?: boolean;
  disableZaraz?: boolean;
  emailObfuscation?: boolean;
  fonts?: boolean;
  hotlinkProtection?: boolean;
  mirage?: boolean;
  opportunisticEncryption?: boolean;
  /** `off`, `lossless`, `lossy`, `webp`. */
  polish?: string;
  redirectsForAiTraining?: boolean;
  /** `none`, `standard`, `full`. */
  requestBodyBuffering?: string;
  /** `none`, `standard`. */
  responseBodyBuffering?: string;
  rocketLoader?: boolean;
  /** `off`, `essentially_off`, `low`, `medium`, `high`, `under_attack`. */
  securityLevel?: string;
  serverSideExcludes?: boolean;
  /** `off`, `flexible`, `full`, `strict`, `origin_pull`. */
  ssl?: string;
  sxg?: boolean;
}

/** What later phases and products leave out for the requests that match; at least one member. */
export interface SkipParameters {
  /** The rules of this ruleset that follow. Not beside `rulesets`. */
  ruleset?: "current";
  /** The rest of this phase. */
  phase?: "current";
  phases?: Phase[];
  /** Products of before the rulesets. */
  products?: ("bic" | "hot" | "rateLimit" | "securityLevel" | "uaBlock" | "waf" | "zoneLockdown")[];
  /** Ids of rulesets. */
  rulesets?: string[];
  /** Ids of single rules, by the id of their ruleset. */
  rules?: Record<string, string[]>;
}
