import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";

/** An entry of zones.json. */
export interface Zone {
  name: string;
  plan: "free" | "pro" | "business" | "enterprise";
  kind: SiteKind;
  /** The path of the login form, of a shop. */
  login?: string;
  /** The number of OWASP rules that are wrong about the site. */
  exceptions?: string[];
  /** Where a parked zone redirects. */
  redirect?: string;
}
export type SiteKind = "shop" | "api" | "landing" | "parked";

export interface SiteArgs {
  zone: Zone;
  offices: pulumi.Input<string>;
  /** Whoever sends it in a header may call the API without a limit. */
  partnerKey: pulumi.Input<string>;
}

/** One zone with everything that its kind of site needs. */
export class Site extends pulumi.ComponentResource {
  readonly domain: string;
  readonly kind: SiteKind;
  readonly zoneId: pulumi.Output<string>;
  readonly purgeToken: pulumi.Output<string> | undefined;
  private readonly within = { parent: this };

  constructor(
    private readonly name: string,
    private readonly args: SiteArgs,
    opts?: pulumi.ComponentResourceOptions,
  ) {
    super("harbour:edge:Site", name, {}, opts);
    const { name: domain, kind } = args.zone;
    this.domain = domain;
    this.kind = kind;
    this.zoneId = edge.getZoneOutput({ name: domain }).id;
    if (kind === "shop") this.shop();
    if (kind === "api") this.api();
    if (kind === "landing") this.landing();
    if (kind === "parked") this.parked();
    this.purgeToken = kind === "shop" || kind === "api" ? this.makePurgeToken() : undefined;
    this.registerOutputs({ zoneId: this.zoneId });
  }

  private shop(): void {
    const { login = "/login", exceptions = [] } = this.args.zone;
    new edge.ZoneBaseline(
      this.name,
      {
        zoneId: this.zoneId,
        filters: { login: `http.request.uri.path eq "${login}"` },
        customRules: ({ login }) => [
          ...this.everywhere(),
          { ref: "plain-login", action: "block", expression: pulumi.interpolate`not ssl and ${login}` },
          { ref: "no-user-agent", action: "managed_challenge", expression: 'http.user_agent eq ""' },
        ],
        rateLimits: ({ login }) => [
          { ref: "login", action: "managed_challenge", expression: login, requestsPerPeriod: 20, period: 60 },
        ],
        managedRules: { action: "default" },
        owasp: {
          paranoiaLevel: 2,
          scoreThreshold: 40,
          action: "managed_challenge",
          rules: exceptions.map((number) => ({ number, enabled: false })),
        },
      },
      this.within,
    );
    this.headers();
    this.cache();
  }

  private api(): void {
    new edge.ZoneBaseline(
      this.name,
      {
        zoneId: this.zoneId,
        customRules: [
          ...this.everywhere(),
          {
            ref: "partners",
            action: "skip",
            actionParameters: { phases: ["http_ratelimit"] },
            // A secret in one rule: previews show no rule of this resource.
            expression: pulumi.interpolate`any(http.request.headers["x-partner-key"][*] eq "${this.args.partnerKey}")`,
            logging: { enabled: true },
          },
          { ref: "methods", action: "block", expression: 'http.request.method in {"TRACE" "CONNECT"}' },
        ],
        rateLimits: [
          {
            ref: "calls",
            action: "block",
            expression: 'starts_with(http.request.uri.path, "/v1/")',
            requestsPerPeriod: 300,
            period: 60,
          },
        ],
        managedRules: false,
        owasp: { paranoiaLevel: 1, scoreThreshold: "medium", action: "block" },
      },
      this.within,
    );
    this.headers();
  }

  private landing(): void {
    this.rules("custom", "http_request_firewall_custom", [
      ...this.everywhere(),
      { ref: "secret-files", action: "block", expression: 'http.request.uri.path contains "/.git"' },
    ]);
    this.rules("limits", "http_ratelimit", [
      {
        ref: "forms",
        action: "block",
        expression: 'http.request.uri.path contains "/contact"',
        ratelimit: {
          characteristics: ["ip.src", "cf.colo.id"],
          period: 10,
          requestsPerPeriod: 5,
          mitigationTimeout: 10,
        },
      },
    ]);
    this.headers();
    this.cache();
  }

  private parked(): void {
    this.rules("custom", "http_request_firewall_custom", this.everywhere());
    const { redirect = "https://harbour.example" } = this.args.zone;
    this.rules(
      "redirect",
      "http_request_dynamic_redirect",
      [
        {
          ref: "home",
          action: "redirect",
          actionParameters: { fromValue: { statusCode: 301, targetUrl: { value: redirect } } },
          expression: "true",
        },
      ],
      [{ id: "redirects-everything", reason: "a parked zone has no pages" }],
    );
  }

  private headers(): void {
    this.rules("headers", "http_response_headers_transform", [
      {
        ref: "transport-security",
        action: "rewrite",
        actionParameters: {
          headers: { "strict-transport-security": { operation: "set", value: "max-age=31536000" } },
        },
        expression: "ssl",
      },
    ]);
  }

  private cache(): void {
    this.rules("cache", "http_request_cache_settings", [
      {
        ref: "images",
        action: "set_cache_settings",
        actionParameters: { cache: true, edgeTtl: { mode: "override_origin", default: 86400 } },
        expression: 'starts_with(http.request.uri.path, "/images/")',
      },
    ]);
  }

  private rules(
    suffix: string,
    phase: edge.Phase,
    rules: edge.RuleArgs[],
    allowances: edge.AllowanceArgs[] = [],
  ): void {
    const args = { zoneId: this.zoneId, phase, rules, allowances };
    // The cache rules had another name.
    const aliases = suffix === "images" ? [{ name: `${this.name}-cache` }] : [];
    new edge.ZoneEntrypointRuleset(`${this.name}-${suffix}`, args, { ...this.within, aliases });
  }

  /** The custom rules that each site begins with. */
  private everywhere(): edge.RuleArgs[] {
    return [
      {
        ref: "offices",
        action: "skip",
        actionParameters: { ruleset: "current" },
        expression: pulumi.interpolate`ip.src in $${this.args.offices}`,
        logging: { enabled: true },
      },
    ];
  }

  /** For the job that publishes the site. */
  private makePurgeToken(): pulumi.Output<string> {
    return new edge.ApiToken(
      `${this.name}-purge`,
      {
        policies: [{ resources: edge.zone(this.zoneId), permissionGroups: [{ name: "Cache Purge" }] }],
        rotation: { every: "30d", overlap: "2d" },
      },
      this.within,
    ).value;
  }
}
