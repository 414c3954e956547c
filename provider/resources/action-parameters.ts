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
  | {
      /** A fixed text. */
      value: string;
      expression?: undefined;
    }
  | {
      /** An expression that computes the text. */
      expression: string;
      value?: undefined;
    };

/** The media types of a response that a rule contains. */
export type ResponseContentType = "text/html" | "text/plain" | "application/json" | "text/xml";

/** The answer to a blocked request. */
export interface BlockParameters {
  /** The response. Defaults to the vendor's own page. */
  response?: {
    /** The status code: 400 to 499. */
    statusCode: number;
    /** The body. Not empty; at most 2 kB in `http_request_firewall_custom`, 30 kB in `http_ratelimit`. */
    content: string;
    /** The media type of the content. */
    contentType: ResponseContentType;
  };
}

/** How the edge compresses a response. */
export interface CompressResponseParameters {
  /** The first algorithm that the client accepts is used. `none`, `default` and `auto` can only be the last one. */
  algorithms: {
    /** The algorithm. `auto` and `default` leave the choice to the edge; `none` does not compress. */
    name: "none" | "auto" | "default" | "gzip" | "brotli" | "zstd";
  }[];
}

/** The ruleset that a rule executes, and overrides of its rules. */
export interface ExecuteParameters {
  /** The id of the ruleset to run: of a managed ruleset, or the `rulesetId` of a `Ruleset`. */
  id: string;
  /** The version of a managed ruleset: a decimal number as text. Defaults to `latest`. */
  version?: string;
  /** Logs the matched data, encrypted for the holder of the private key. */
  matchedData?: {
    /** The public key, as the vendor's tools make it: 44 characters of Base64. */
    publicKey: string;
  };
  /** Overrides of its rules. A rule override takes precedence over a category override, and that over the ruleset's. */
  overrides?: {
    /** What all rules do: `block`, `challenge`, `js_challenge`, `managed_challenge` or `log`. Defaults to the action of each rule. */
    action?: string;
    /** Whether all rules are on. Defaults to the setting of each rule. */
    enabled?: boolean;
    /** DDoS rulesets only. */
    sensitivityLevel?: SensitivityLevel;
    /** Overrides by tag. If several match a rule, the last takes precedence. */
    categories?: {
      /** The tag. */
      category: string;
      /** What the rules of the tag do. */
      action?: string;
      /** Whether the rules of the tag are on. */
      enabled?: boolean;
      /** DDoS rulesets only. */
      sensitivityLevel?: SensitivityLevel;
    }[];
    /** Overrides of single rules. */
    rules?: {
      /** The id of the managed rule. */
      id: string;
      /** What the rule does. */
      action?: string;
      /** Whether the rule is on. */
      enabled?: boolean;
      /** Only for the last rule of the OWASP ruleset, which compares the score. */
      scoreThreshold?: number;
      /** DDoS rulesets only. */
      sensitivityLevel?: SensitivityLevel;
    }[];
  };
}

/** The sensitivity of a managed rule against denial of service. `eoff` means essentially off. */
export type SensitivityLevel = "default" | "medium" | "low" | "eoff";

/** Headers and cookies that are logged, by name; at least one list. Names of headers are in lower case. */
export interface LogCustomFieldParameters {
  /** Cookies. */
  cookieFields?: {
    /** The name of the cookie. */
    name: string;
  }[];
  /** Request headers from the client. */
  requestFields?: {
    /** The name of the header. */
    name: string;
  }[];
  /** Request headers to the origin. */
  transformedRequestFields?: {
    /** The name of the header. */
    name: string;
  }[];
  /** Response headers from the origin. */
  rawResponseFields?: {
    /** The name of the header. */
    name: string;

    /** Whether all headers of the name are logged, not only the first. Defaults to false. */
    preserveDuplicates?: boolean;
  }[];
  /** Response headers to the client. */
  responseFields?: {
    /** The name of the header. */
    name: string;

    /** Whether all headers of the name are logged, not only the first. Defaults to false. */
    preserveDuplicates?: boolean;
  }[];
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
      fromList: {
        /** The name of the list, without `$`. */
        name: string;

        /** The field: `http.request.full_uri`. */
        key: string;
      };
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
  | {
      /** `set` replaces the header; `add` keeps the values that a response has. */
      operation: "add" | "set";
      /** The value. */
      value: string;
      expression?: undefined;
    }
  | {
      /** `set` replaces the header; `add` keeps the values that a response has. */
      operation: "add" | "set";
      /** An expression that computes the value. */
      expression: string;
      value?: undefined;
    }
  | {
      /** Removes the header. */
      operation: "remove";
      value?: undefined;
      expression?: undefined;
    };

/** A change of the origin; at least one member. */
export interface RouteParameters {
  /** The `Host` header that the origin receives: a host name. */
  hostHeader?: string;
  /** The origin that receives the requests; at least one member. */
  origin?: {
    /** A host name, without scheme or port. */
    host?: string;
    /** The port: 1 to 65535. */
    port?: number;
  };
  /** The server name of the TLS connection to the origin. */
  sni?: {
    /** A host name. */
    value: string;
  };
}

/** What a rule adds to the score of a request. */
export interface ScoreParameters {
  /** The value to add to the score of the request; may be negative. */
  increment: number;
}

/** An error page: its content, or a custom asset. */
export type ServeErrorParameters =
  | {
      /** The body: 1 to 10,240 characters. */
      content: string;
      /** The media type of the content. */
      contentType: ResponseContentType;
      assetName?: undefined;
      /** The status code: 400 to 999. Defaults to the code of the error. */
      statusCode?: number;
    }
  | {
      /** The name of a custom asset. */
      assetName: string;
      /** The media type of the asset. */
      contentType?: ResponseContentType;
      content?: undefined;
      /** The status code: 400 to 999. Defaults to the code of the error. */
      statusCode?: number;
    };

/** Zone settings for the requests that match; at least one. */
export interface ConfigParameters {
  /** Writes links of HTTP resources in pages as HTTPS if the host has it. */
  automaticHttpsRewrites?: boolean;
  /** Retired: it has no effect. */
  autominify?: {
    /** Style sheets. */
    css?: boolean;

    /** Pages. */
    html?: boolean;

    /** Scripts. */
    js?: boolean;
  };
  /** Browser integrity check. */
  bic?: boolean;
  /** Converts pages to Markdown for clients that ask for it. */
  contentConverter?: boolean;
  /** Retired: it has no effect. */
  disableApps?: true;
  /** Turns payments of crawlers off. Cannot be false. */
  disablePayPerCrawl?: true;
  /** Turns measurements in the browser off. Cannot be false. */
  disableRum?: true;
  /** Turns the management of third-party tools off. Cannot be false. */
  disableZaraz?: true;
  /** Hides e-mail addresses in pages from robots. */
  emailObfuscation?: boolean;
  /** Serves web fonts from the own host. */
  fonts?: boolean;
  /** Refuses images to pages of other hosts. */
  hotlinkProtection?: boolean;
  /** Retired: it has no effect. */
  mirage?: boolean;
  /** Announces HTTPS to browsers that load a page by HTTP. */
  opportunisticEncryption?: boolean;
  /** How images are compressed. */
  polish?: "off" | "lossless" | "lossy" | "webp";
  /** Redirects crawlers of AI training to canonical URLs. */
  redirectsForAiTraining?: boolean;
  /** How much of the body of a request is read before the origin receives it. */
  requestBodyBuffering?: "none" | "standard" | "full";
  /** How much of the body of a response is read before the client receives it. */
  responseBodyBuffering?: "none" | "standard";
  /** Loads scripts after the content of a page. */
  rocketLoader?: boolean;
  /** How suspicious visitors are challenged. `low`, `medium` and `high` have no effect in a rule. */
  securityLevel?: "off" | "essentially_off" | "low" | "medium" | "high" | "under_attack";
  /** Hides parts of pages from suspicious visitors. */
  serverSideExcludes?: boolean;
  /**
   * How the edge connects to the origin: without TLS (`off`, `flexible`), with TLS (`full`), with a checked certificate (`strict`,
   * `origin_pull`).
   */
  ssl?: "off" | "flexible" | "full" | "strict" | "origin_pull";
  /** Retired: it has no effect. */
  sxg?: boolean;
  /** Offers tools for agents in pages. */
  webmcpEnabled?: boolean;
  /** The packs of tools that are offered. An empty list turns all packs off. */
  webmcpPacks?: string[];
}

/** What is skipped for the requests that match; at least one member. */
export interface SkipParameters {
  /** The rules that follow in this ruleset. Cannot be combined with `rulesets`. */
  ruleset?: "current";
  /** The rest of this phase. */
  phase?: "current";
  /** Later phases, as a whole. */
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
