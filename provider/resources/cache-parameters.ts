/**
 * Cache settings; all times are in seconds. Phase `http_response_cache_settings` takes only the settings whose names begin with
 * `strip`.
 */
export interface CacheSettingsParameters {
  /** Whether the response may be cached at all. */
  cache?: boolean;
  /** How long the edge caches the response. */
  edgeTtl?: {
    mode: "respect_origin" | "bypass_by_default" | "override_origin";
    /** Mode `override_origin` needs it. */
    default?: number;
    statusCodeTtl?: StatusCodeTtl[];
  };
  /** How long browsers cache the response. A purge does not reach browsers. */
  browserTtl?: {
    mode: "respect_origin" | "bypass_by_default" | "override_origin" | "bypass";
    /** Mode `override_origin` needs it; at least 1. */
    default?: number;
  };
  /** The parts of a request that identify its cached response. */
  cacheKey?: {
    cacheByDeviceType?: boolean;
    cacheDeceptionArmor?: boolean;
    ignoreQueryStringsOrder?: boolean;
    customKey?: {
      cookie?: { checkPresence?: string[]; include?: string[] };
      header?: {
        checkPresence?: string[];
        /** One to three values whose presence is part of the key, by header name. */
        contains?: Record<string, string[]>;
        excludeOrigin?: boolean;
        include?: string[];
      };
      host?: { resolved?: boolean };
      /** Either `exclude` or `include`. */
      queryString?: { exclude?: QueryNames; include?: QueryNames };
      user?: { deviceType?: boolean; geo?: boolean; lang?: boolean };
    };
  };
  /** Keeps files from a minimum size in bytes in the cache reserve. */
  cacheReserve?: { eligible: boolean; minimumFileSize?: number };
  serveStale?: { disableStaleWhileUpdating?: boolean };
  originCacheControl?: boolean;
  originErrorPagePassthru?: boolean;
  /** 100 to 6000. */
  readTimeout?: number;
  respectStrongEtags?: boolean;
  /** At least one port. */
  additionalCacheablePorts?: number[];
  /** Whether the edge asks the origin for a part of a file if the client does. */
  originRangeRequests?: { mode: "on" | "off" | "default" };
  /** The response is a dictionary for compressing later responses to URLs that match. */
  sharedDictionary?: {
    /** 1 to 1024 characters. */
    matchPattern: string;
  };
  stripEtags?: boolean;
  stripLastModified?: boolean;
  stripSetCookie?: boolean;
  vary?: {
    /** For headers that `headers` does not name. */
    default: { action: VaryAction };
    /** By name, in lower case; at most 50. */
    headers?: Record<
      string,
      {
        action: VaryAction;
        /** Only for `accept-language`; at most 20. */
        languages?: string[];
        /** Only for `accept`; at most 10. */
        mediaTypes?: string[];
      }
    >;
  };
}

export type VaryAction = "bypass" | "passthrough" | "normalize";

/** How long the edge caches a response, by its status code. */
export type StatusCodeTtl = {
  /** 0 means `no-cache`, -1 means `no-store`. */
  value: number;
} & (
  | { statusCode: number; statusCodeRange?: undefined }
  | {
      /** At least one end. */
      statusCodeRange: { from?: number; to?: number };
      statusCode?: undefined;
    }
);

/** Names of query parameters: a list of at most 100, or all. */
export interface QueryNames {
  all?: boolean;
  list?: string[];
}

/** Directives of the response's Cache-Control header; at least one. */
export interface CacheControlParameters {
  "max-age"?: TimedDirective;
  "s-maxage"?: TimedDirective;
  "stale-if-error"?: TimedDirective;
  "stale-while-revalidate"?: TimedDirective;
  private?: QualifiedDirective;
  "no-cache"?: QualifiedDirective;
  "no-store"?: PlainDirective;
  "no-transform"?: PlainDirective;
  "must-revalidate"?: PlainDirective;
  "proxy-revalidate"?: PlainDirective;
  "must-understand"?: PlainDirective;
  public?: PlainDirective;
  immutable?: PlainDirective;
}

/** A directive of Cache-Control without a value. */
export interface PlainDirective {
  operation: "set" | "remove";
  /** Applies the directive at the edge without sending it to the client. */
  cloudflareOnly?: boolean;
}

/** A directive of Cache-Control with a time. */
export interface TimedDirective extends PlainDirective {
  /** Seconds. The operation `set` needs it, `remove` takes none. */
  value?: number;
}

/** A directive of Cache-Control that can be limited to some headers. */
export interface QualifiedDirective extends PlainDirective {
  /** Header names. The operation `remove` takes none. */
  qualifiers?: string[];
}

/** Tags for purging cached responses: fixed ones, or an expression that computes them. */
export type CacheTagsParameters = { operation: "add" | "remove" | "set" } & (
  { values: string[]; expression?: undefined } | { expression: string; values?: undefined }
);
