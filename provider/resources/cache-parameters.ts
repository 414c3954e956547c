/**
 * Cache settings; all times are in seconds. Phase `http_response_cache_settings` takes only the settings whose names begin with
 * `strip`.
 */
export interface CacheSettingsParameters {
  /** Whether the response may be cached at all. */
  cache?: boolean;
  /** How long the edge caches the response. */
  edgeTtl?: {
    /**
     * `respect_origin` uses the headers of the origin, `bypass_by_default` does not cache without them, `override_origin` uses `default`.
     */
    mode: "respect_origin" | "bypass_by_default" | "override_origin";
    /** Seconds, for mode `override_origin`, which needs it: at least 7200 in a Free plan, 3600 in Pro. */
    default?: number;
    /** Times for some status codes, which take precedence. Defaults to none. */
    statusCodeTtl?: StatusCodeTtl[];
  };
  /** How long browsers cache the response. A purge does not reach browsers. */
  browserTtl?: {
    /**
     * `respect_origin` uses the headers of the origin, `bypass_by_default` does not cache without them, `override_origin` uses `default`,
     * `bypass` turns the cache off.
     */
    mode: "respect_origin" | "bypass_by_default" | "override_origin" | "bypass";
    /** Seconds, at least 1, for mode `override_origin`, which needs it. */
    default?: number;
  };
  /** The parts of a request that identify its cached response. */
  cacheKey?: {
    /** Separates mobile, tablet and desktop. Excludes `customKey.user.deviceType`. Defaults to false. */
    cacheByDeviceType?: boolean;
    /** Does not cache a response whose type differs from the extension of the URL. Defaults to false. */
    cacheDeceptionArmor?: boolean;
    /** Ignores the order of query parameters. Defaults to false. */
    ignoreQueryStringsOrder?: boolean;
    /** Parts of the request beside the URL. */
    customKey?: {
      /** Cookies, by name. */
      cookie?: {
        /** Only whether they are present. */
        checkPresence?: string[];
        /** Their values. */
        include?: string[];
      };
      /** Headers, by name. */
      header?: {
        /** Only whether they are present. */
        checkPresence?: string[];
        /** One to three values whose presence is part of the key, by header name. */
        contains?: Record<string, string[]>;
        /** Leaves the header `Origin` out. Defaults to false. */
        excludeOrigin?: boolean;
        /** Their values. */
        include?: string[];
      };
      /** The host. */
      host?: {
        /** Uses the host that the origin receives. Defaults to false. */
        resolved?: boolean;
      };
      /** Query parameters: either `exclude` or `include`. Defaults to all. */
      queryString?: {
        /** Those that are left out. */
        exclude?: QueryNames;
        /** Those that are used. */
        include?: QueryNames;
      };
      /** What is known of the visitor. */
      user?: {
        /** Mobile, tablet or desktop. Defaults to false. */
        deviceType?: boolean;
        /** The country. Defaults to false. */
        geo?: boolean;
        /** The first language of the browser. Defaults to false. */
        lang?: boolean;
      };
    };
  };
  /** Keeps files from a minimum size in bytes in the cache reserve. */
  cacheReserve?: {
    /** Whether files are kept there. */
    eligible: boolean;
    /** Bytes. */
    minimumFileSize?: number;
  };
  /** What is served while the edge asks the origin for a new response. */
  serveStale?: {
    /** Whether clients wait for it, in place of the old response. Defaults to false. */
    disableStaleWhileUpdating?: boolean;
  };
  /** Whether the edge obeys the `Cache-Control` of the origin in every detail. */
  originCacheControl?: boolean;
  /** Whether clients get the error pages of the origin. Defaults to false. */
  originErrorPagePassthru?: boolean;
  /** Seconds that the edge waits between two reads from the origin: 100 to 6000. */
  readTimeout?: number;
  /** Whether strong `ETag` headers stay as they are. Defaults to false. */
  respectStrongEtags?: boolean;
  /** Ports whose responses are cached beside those of 80 and 443; at least one. */
  additionalCacheablePorts?: number[];
  /** Whether the edge asks the origin for a part of a file if the client does. */
  originRangeRequests?: {
    /** `default` leaves the choice to the edge. */
    mode: "on" | "off" | "default";
  };
  /** The response is a dictionary for compressing later responses to URLs that match. */
  sharedDictionary?: {
    /** 1 to 1024 characters. */
    matchPattern: string;
  };
  /** Removes the header `ETag` from responses of the origin. */
  stripEtags?: boolean;
  /** Removes the header `Last-Modified`. */
  stripLastModified?: boolean;
  /** Removes the header `Set-Cookie`. */
  stripSetCookie?: boolean;
  /** How the headers that a response names in `Vary` separate cached responses. */
  vary?: {
    /** For headers that `headers` does not name. */
    default: {
      /** What is done with the header. */
      action: VaryAction;
    };
    /** By name, in lower case; at most 50. */
    headers?: Record<
      string,
      {
        /** `bypass` does not cache, `passthrough` uses the value as it is, `normalize` a simpler one. */
        action: VaryAction;
        /** Only for `accept-language`; at most 20. */
        languages?: string[];
        /** Only for `accept`; at most 10. */
        mediaTypes?: string[];
      }
    >;
  };
}

/** What a header of `Vary` means for the cache. */
export type VaryAction = "bypass" | "passthrough" | "normalize";

/** How long the edge caches a response, by its status code. */
export type StatusCodeTtl = {
  /** Seconds. 0 means `no-cache`, -1 means `no-store`. */
  value: number;
} & (
  | {
      /** One status code. */
      statusCode: number;
      statusCodeRange?: undefined;
    }
  | {
      /** A range of status codes; at least one end. */
      statusCodeRange: {
        /** The first one. Defaults to all below `to`. */
        from?: number;
        /** The last one. Defaults to all above `from`. */
        to?: number;
      };
      statusCode?: undefined;
    }
);

/** Names of query parameters: a list of at most 100, or all. */
export interface QueryNames {
  /** All of them. Excludes `list`. */
  all?: boolean;
  /** Some of them, by name; at most 100. */
  list?: string[];
}

/** Directives of the response's Cache-Control header; at least one. */
export interface CacheControlParameters {
  /** How long caches may use the response. */
  "max-age"?: TimedDirective;
  /** How long shared caches may use the response. */
  "s-maxage"?: TimedDirective;
  /** How long caches may use an old response if the origin fails. */
  "stale-if-error"?: TimedDirective;
  /** How long caches may use an old response while they ask for a new one. */
  "stale-while-revalidate"?: TimedDirective;
  /** Only the browser may store the response. */
  private?: QualifiedDirective;
  /** Caches ask the origin before each use. */
  "no-cache"?: QualifiedDirective;
  /** No cache may store the response. */
  "no-store"?: PlainDirective;
  /** No cache may change the response. */
  "no-transform"?: PlainDirective;
  /** Caches must not use an old response. */
  "must-revalidate"?: PlainDirective;
  /** Shared caches must not use an old response. */
  "proxy-revalidate"?: PlainDirective;
  /** Only caches that know the status code may store the response. */
  "must-understand"?: PlainDirective;
  /** Shared caches may store the response. */
  public?: PlainDirective;
  /** The response does not change while it is fresh. */
  immutable?: PlainDirective;
}

/** A directive of Cache-Control without a value. */
export interface PlainDirective {
  /** Whether the directive is added to the header, or removed from it. */
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
export type CacheTagsParameters = {
  /** `set` replaces all tags. */
  operation: "add" | "remove" | "set";
} & (
  | {
      /** Fixed tags. */
      values: string[];
      expression?: undefined;
    }
  | {
      /** An expression that computes the tags. */
      expression: string;
      values?: undefined;
    }
);
