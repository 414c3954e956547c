/** Times in seconds. */
export interface CacheSettingsParameters {
  /** Whether the response may be cached at all. */
  cache?: boolean;
  /** How long the edge keeps it. */
  edgeTtl?: {
    mode: "respect_origin" | "bypass_by_default" | "override_origin";
    /** Of mode `override_origin`. */
    default?: number;
    statusCodeTtl?: {
      /** 0 is as `no-cache`, -1 as `no-store`. */
      value: number;
      statusCode?: number;
      statusCodeRange?: { from?: number; to?: number };
    }[];
  };
  /** How long browsers keep it, which no purge reaches. */
  browserTtl?: {
    mode: "respect_origin" | "bypass_by_default" | "override_origin" | "bypass";
    /** Of mode `override_origin`. */
    default?: number;
  };
  /** What of a request tells its cached response from others. */
  cacheKey?: {
    cacheByDeviceType?: boolean;
    cacheDeceptionArmor?: boolean;
    ignoreQueryStringsOrder?: boolean;
    customKey?: {
      cookie?: { checkPresence?: string[]; include?: string[] };
      header?: {
        checkPresence?: string[];
        /** By name: values whose presence counts. */
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
  /** Files from a size of bytes on are kept in the reserve. */
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
    /** Of headers that `headers` does not name. */
    default?: { action: VaryAction };
    /** By name, in lower case. */
    headers?: Record<
      string,
      {
        action: VaryAction;
        /** Of `accept-language`. */
        languages?: string[];
        /** Of `accept`. */
        mediaTypes?: string[];
      }
    >;
  };
}

export type VaryAction = "bypass" | "passthrough" | "normalize";

/** Directives of the response's Cache-Control header, by name: `max-age`, `s-maxage`, `no-store` … */
export type CacheControlParameters = Record<
  string,
  {
    operation: "set" | "remove";
    /** Seconds, of those directives that have a time. */
    value?: number;
    /** Header names, of `no-cache` and `private`. */
    qualifiers?: string[];
    /** The directive counts at the edge and does not go to the client. */
    cloudflareOnly?: boolean;
  }
>;

/** Tags by which cached responses are purged: `values`, or an expression that makes them. */
export interface CacheTagsParameters {
  operation: "add" | "remove" | "set";
  values?: string[];
  expression?: string;
}
