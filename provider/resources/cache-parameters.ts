/** Cache settings; all times are in seconds. */
export interface CacheSettingsParameters {
  /** Whether the response may be cached at all. */
  cache?: boolean;
  /** How long the edge caches the response. */
  edgeTtl?: {
    mode: "respect_origin" | "bypass_by_default" | "override_origin";
    /** For mode `override_origin`. */
    default?: number;
    statusCodeTtl?: {
      /** 0 means `no-cache`, -1 means `no-store`. */
      value: number;
      statusCode?: number;
      statusCodeRange?: { from?: number; to?: number };
    }[];
  };
  /** How long browsers cache the response. A purge does not reach browsers. */
  browserTtl?: {
    mode: "respect_origin" | "bypass_by_default" | "override_origin" | "bypass";
    /** For mode `override_origin`. */
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
        /** Values whose presence is part of the key, by header name. */
        contains?: Record<string, string[]>;
        excludeOrigin?: boolean;
        include?: string[];
      };
      host?: { resolved?: boolean };
      queryString?: {
        exclude?: { all?: boolean; list?: string[] };
        include?: { all?: boolean; list?: string[] };
      };
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
  additionalCacheablePorts?: number[];
  stripEtags?: boolean;
  stripLastModified?: boolean;
  stripSetCookie?: boolean;
  vary?: {
    /** For headers that `headers` does not name. */
    default?: { action: VaryAction };
    /** By name, in lower case. */
    headers?: Record<
      string,
      {
        action: VaryAction;
        /** For `accept-language`. */
        languages?: string[];
        /** For `accept`. */
        mediaTypes?: string[];
      }
    >;
  };
}

export type VaryAction = "bypass" | "passthrough" | "normalize";

/** Directives of the response's Cache-Control header, by name, such as `max-age`, `s-maxage` and `no-store`. */
export type CacheControlParameters = Record<
  string,
  {
    operation: "set" | "remove";
    /** Seconds, for directives with a time. */
    value?: number;
    /** Header names, for `no-cache` and `private`. */
    qualifiers?: string[];
    /** Applies the directive at the edge without sending it to the client. */
    cloudflareOnly?: boolean;
  }
>;

/** Tags for purging cached responses: `values`, or an expression that computes them. */
export interface CacheTagsParameters {
  operation: "add" | "remove" | "set";
  values?: string[];
  expression?: string;
}
