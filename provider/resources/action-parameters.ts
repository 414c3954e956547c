import type { Phase } from "../api/wire";
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
  transform_response_html: TransformResponseHtmlParameters;
}

/** A fixed text, or an expression that computes one for each request. */
export type ValueOrExpression =
  { value: string; expression?: undefined } | { expression: string; value?: undefined };

/** The media types of a response that a rule contains. */
export type ResponseContentType = "text/html" | "text/plain" | "application/json" | "text/xml";

export interface BlockParameters {
  /** The response. Defaults to the vendor's own page. */
  response?: {
    /** 400 to 499. */
    statusCode: number;
    /** Not empty; at most 2 kB in `http_request_firewall_custom`, 30 kB in `http_ratelimit`. */
    content: string;
    contentType: ResponseContentType;
  };
}

export interface CompressResponseParameters {
  /** The first algorithm that the client accepts is used. `none`, `default` and `auto` can only be the last one. */
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

/** Headers and cookies that are logged, by name; at least one list. Names of headers are in lower case. */
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

/** A redirect to a URL, or by a list of redirects. */
export type RedirectParameters =
  | {
      /** In phase `http_request_dynamic_redirect`. */
      fromValue: {
        /** An absolute URL, or a path. */
        targetUrl: ValueOrExpression;
        /** Defaults to 301. */
        statusCode?: 301 | 302 | 303 | 307 | 308;
        /** Defaults to false. */
        preserveQueryString?: boolean;
      };
      fromList?: undefined;
    }
  | {
      /** In phase `http_request_redirect`: a list of redirects, and the field that the expression looks up in the list. */
      fromList: { name: string; key: string };
      fromValue?: undefined;
    };

/** A change of the URI, or of headers. */
export interface RewriteParameters {
  /** In phase `http_request_transform`: at least `path` or `query`. */
  uri?: {
    /** A fixed path begins with a slash. */
    path?: ValueOrExpression;
    /** A fixed query has no leading question mark. An empty one removes the query. */
    query?: ValueOrExpression;
    /** Whether only the origin receives the changed URI. */
    origin?: boolean;
  };
  /** In phases `http_request_late_transform` and `http_response_headers_transform`, by name. */
  headers?: Record<string, HeaderChange>;
}

/** A change of a header. `add` keeps the values that a response has, and cannot be used for requests. */
export type HeaderChange =
  | { operation: "add" | "set"; value: string; expression?: undefined }
  | { operation: "add" | "set"; expression: string; value?: undefined }
  | { operation: "remove"; value?: undefined; expression?: undefined };

/** A change of the origin; at least one member. */
export interface RouteParameters {
  hostHeader?: string;
  /** At least one member. */
  origin?: {
    /** A host name, without scheme or port. */
    host?: string;
    /** 1 to 65535. */
    port?: number;
  };
  /** A host name. */
  sni?: { value: string };
}

export interface ScoreParameters {
  /** The value to add to the score of the request; may be negative. */
  increment: number;
}

/** An error page: its content, or a custom asset. */
export type ServeErrorParameters =
  | {
      /** 1 to 10,240 characters. */
      content: string;
      contentType: ResponseContentType;
      assetName?: undefined;
      /** 400 to 999. */
      statusCode?: number;
    }
  | {
      /** The name of a custom asset. */
      assetName: string;
      contentType?: ResponseContentType;
      content?: undefined;
      /** 400 to 999. */
      statusCode?: number;
    };

/** Zone settings for the requests that match; at least one. */
export interface ConfigParameters {
  automaticHttpsRewrites?: boolean;
  /** Retired: it has no effect. */
  autominify?: { css?: boolean; html?: boolean; js?: boolean };
  /** Browser integrity check. */
  bic?: boolean;
  contentConverter?: boolean;
  /** Retired: it has no effect. */
  disableApps?: true;
  disablePayPerCrawl?: true;
  disableRum?: true;
  disableZaraz?: true;
  emailObfuscation?: boolean;
  fonts?: boolean;
  hotlinkProtection?: boolean;
  /** Retired: it has no effect. */
  mirage?: boolean;
  opportunisticEncryption?: boolean;
  polish?: "off" | "lossless" | "lossy" | "webp";
  redirectsForAiTraining?: boolean;
  requestBodyBuffering?: "none" | "standard" | "full";
  responseBodyBuffering?: "none" | "standard";
  rocketLoader?: boolean;
  /** `low`, `medium` and `high` have no effect in a rule. */
  securityLevel?: "off" | "essentially_off" | "low" | "medium" | "high" | "under_attack";
  serverSideExcludes?: boolean;
  ssl?: "off" | "flexible" | "full" | "strict" | "origin_pull";
  /** Retired: it has no effect. */
  sxg?: boolean;
  webmcpEnabled?: boolean;
  /** An empty list turns all packs off. */
  webmcpPacks?: string[];
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

/** A change of HTML responses. */
export interface TransformResponseHtmlParameters {
  /** A maze of generated links for crawlers. Its members are not documented in public. */
  linkMaze: Record<string, unknown>;
}
