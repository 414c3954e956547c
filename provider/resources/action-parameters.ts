import type { Phase } from "../api";
import type {
  CacheControlParameters,
  CacheSettingsParameters,
  CacheTagsParameters,
} from "./cache-parameters";

/** The `actionParameters` of each action. An action that is not listed takes none. */
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

/** A fixed text, or an expression that computes one for each request. */
export type ValueOrExpression = { value: string } | { expression: string };

export interface BlockParameters {
  /** The response. Defaults to the vendor's own page. */
  response?: {
    /** 400 to 499. */
    statusCode: number;
    content: string;
    /** `text/plain`, `text/html`, `application/json`, `text/xml`. */
    contentType: string;
  };
}

export interface CompressResponseParameters {
  /** The first algorithm that the client accepts is used. */
  algorithms: { name: "none" | "auto" | "default" | "gzip" | "brotli" | "zstd" }[];
}

export interface ExecuteParameters {
  /** The id of the ruleset to run: of a managed ruleset, or the `rulesetId` of a `Ruleset`. */
  id: string;
  /** Defaults to `latest`. */
  version?: string;
  /** Logs the matched data, encrypted for the holder of the private key. */
  matchedData?: { publicKey: string };
  /** Overrides of its rules. A rule override takes precedence over a category override, and that over the ruleset's. */
  overrides?: {
    action?: string;
    enabled?: boolean;
    /** DDoS rulesets only. */
    sensitivityLevel?: SensitivityLevel;
    /** Overrides by tag. If several match a rule, the last takes precedence. */
    categories?: {
      category: string;
      action?: string;
      enabled?: boolean;
      /** DDoS rulesets only. */
      sensitivityLevel?: SensitivityLevel;
    }[];
    rules?: {
      /** The id of the managed rule. */
      id: string;
      action?: string;
      enabled?: boolean;
      /** Only for the last rule of the OWASP ruleset, which compares the score. */
      scoreThreshold?: number;
      /** DDoS rulesets only. */
      sensitivityLevel?: SensitivityLevel;
    }[];
  };
}

export type SensitivityLevel = "default" | "medium" | "low" | "eoff";

/** Headers and cookies that are logged, by name. */
export interface LogCustomFieldParameters {
  cookieFields?: { name: string }[];
  /** Request headers from the client. */
  requestFields?: { name: string }[];
  /** Request headers to the origin. */
  transformedRequestFields?: { name: string }[];
  /** Response headers from the origin. */
  rawResponseFields?: { name: string; preserveDuplicates?: boolean }[];
  /** Response headers to the client. */
  responseFields?: { name: string; preserveDuplicates?: boolean }[];
}

export interface RedirectParameters {
  /** In phase `http_request_dynamic_redirect`. */
  fromValue?: {
    targetUrl: ValueOrExpression;
    statusCode?: 301 | 302 | 303 | 307 | 308;
    /** Defaults to false. */
    preserveQueryString?: boolean;
  };
  /** In phase `http_request_redirect`: a list of redirects, and the expression of the lookup key. */
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
      /** For `add` and `set`: either this or `expression`. */
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
  /** The value to add to the score of the request; may be negative. */
  increment: number;
}

/** An error page: `content` or `assetName`. */
export interface ServeErrorParameters {
  /** At most 10,240 characters. */
  content?: string;
  /** The name of a custom asset. */
  assetName?: string;
  contentType?: string;
  /** 400 to 999. */
  statusCode?: number;
}

/** Zone settings for the requests that match; at least one. */
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

/** What is skipped for the requests that match; at least one member. */
export interface SkipParameters {
  /** The rules that follow in this ruleset. Cannot be combined with `rulesets`. */
  ruleset?: "current";
  /** The rest of this phase. */
  phase?: "current";
  phases?: Phase[];
  /** Legacy products that do not use rulesets. */
  products?: ("bic" | "hot" | "rateLimit" | "securityLevel" | "uaBlock" | "waf" | "zoneLockdown")[];
  /** Ids of rulesets. */
  rulesets?: string[];
  /** Ids of rules, by the id of their ruleset. */
  rules?: Record<string, string[]>;
}
